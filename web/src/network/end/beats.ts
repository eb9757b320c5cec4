// The ceremony of a map game: what each mechanism has to tell of everybody, one after the other, then the bonuses.
import { t } from "../../i18n";
import { titleText } from "../../lib/ends";
import { listed } from "../../lib/listed";
import { LAST, type Beat } from "../../table/end/ceremony";
import { NAMES } from "../mechanisms";
import type { NetworkEnding, Setting } from "./ending";

export const ENDINGS = listed(
  NAMES,
  import.meta.glob<NetworkEnding>("../mechanisms/*/end.ts", { eager: true, import: "ending" }),
);

/** The points for routes, which everybody knew before. */
export const base = ({ outcome }: Setting): Map<number, number> =>
  new Map(outcome.players.map(({ seat, routes }) => [seat, routes]));

export function beats(setting: Setting): Beat[] {
  const { view, outcome, who } = setting;
  const made: Beat[] = [];
  for (const result of outcome.players) {
    const { seat } = result;
    const own = ENDINGS.flatMap(({ beats }) => beats?.(setting, result) ?? []);
    const gains = own.map((beat) => beat.gains.get(seat) ?? 0);
    own.at(-1)!.spoken = t("end.ceremony_tickets", {
      name: who(seat),
      done: result.tickets_completed,
      count: result.tickets_list.length,
      total: gains.reduce((sum, gain) => sum + gain, result.routes),
    });
    made.push(...own);
  }
  made.push(...ENDINGS.flatMap(({ awards }) => awards?.(setting) ?? []));
  made.push({
    seat: null,
    weight: LAST,
    label: titleText(outcome.winners, setting),
    gains: new Map(),
    routes: outcome.winners.flatMap((seat) => view.players[seat]?.routes ?? []),
  });
  return made;
}
