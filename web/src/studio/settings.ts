// The numbers in the rules of a board that can be edited (docs/board-format.md).
import { t } from "../i18n";
import type { Board } from "./model";

/** A number of the board: its name, its default, and the smallest and largest value that the editor offers. */
export interface Setting {
  path: string;
  name: string;
  usual: number;
  least: number;
  most: number;
}

export const settingsOf = ({ players, mixture, opening, draw }: Board): Setting[] =>
  (
    [
      ["players.min", t("studio.players_min"), 2, 2, players.max],
      ["players.max", t("studio.players_max"), 5, players.min, 5],
      ["trains.count", t("studio.trains"), 45, 8, 60],
      ["trains.end", t("studio.trains_end"), 2, 0, 9],
      ["small_trains.count", t("studio.small_trains"), 0, 0, 20],
      ["cards.per_color", t("studio.per_color"), 12, 4, 20],
      ["cards.wilds", t("studio.deck_wilds"), 14, 0, 30],
      ["cards.start_hand", t("studio.start_hand"), 4, 0, 9],
      ["cards.late_hand", t("studio.late_hand"), 0, 0, 4],
      ["opening.regular", t("studio.opening"), 3, 1, 5],
      ["opening.long", t("studio.opening_long"), 0, 0, mixture?.long ? 0 : 2],
      ["opening.keep", t("studio.opening_keep"), 2, 1, 5],
      ["draw.regular", t("studio.draw"), 3, 1, 5],
      ["mixture.long", t("studio.mixture"), 0, 0, Math.min(opening.regular, draw.regular)],
      ["scoring.longest", t("studio.longest"), 10, 0, 30],
      ["scoring.most_tickets", t("studio.most_tickets"), 0, 0, 30],
      ["scoring.most_cities", t("studio.most_cities"), 0, 0, 30],
      ["stations.count", t("studio.stations"), 0, 0, 3],
      ["stations.value", t("studio.station_value"), 0, 0, 9],
      ["depots.count", t("studio.depots"), 0, 0, 9],
      ["depots.bonus", t("studio.depot_bonus"), 0, 0, 30],
      ["rules.twins_open_from", t("studio.twins"), 4, 2, 6],
      ["rules.surcharge_cards", t("studio.surcharge"), 0, 0, 3],
    ] as const
  ).map(([path, name, usual, least, most]) => ({ path, name, usual, least, most }));

const parts = (path: string): [section: keyof Board, key: string] => path.split(".") as [keyof Board, string];

export function settingIn(board: Board, { path, usual }: Setting): number {
  const [section, key] = parts(path);
  const found = (board[section] as Record<string, unknown> | undefined)?.[key];
  return typeof found === "number" ? found : usual;
}

export function withSetting(board: Board, path: string, value: number): Board {
  const [section, key] = parts(path);
  return { ...board, [section]: { ...(board[section] as object | undefined), [key]: value } };
}
