// The ceremony of a card game: what each mechanism has to tell of everybody, one after the other, then the bonuses.
import { t } from "../../i18n";
import { titleText } from "../../lib/ends";
import { listed } from "../../lib/listed";
import { LAST, type Beat } from "../../table/end/ceremony";
import { NAMES } from "../mechanisms";
import type { Setting, YardEnding } from "./ending";

export const ENDINGS = listed(
  NAMES,
  import.meta.glob<YardEnding>("../mechanisms/*/end.ts", { eager: true, import: "ending" }),
);

/** Everybody begins with nothing: tickets that were completed in an earlier pass are turned again. */
export const base = ({ outcome }: Setting): Map<number, number> =>
  new Map(outcome.players.map(({ seat }) => [seat, 0]));

export function beats(setting: Setting): Beat[] {
  const { outcome, who } = setting;
  const made: Beat[] = [];
  for (const result of outcome.players) {
    const own = ENDINGS.flatMap(({ beats }) => beats?.(setting, result) ?? []);
    own.at(-1)!.spoken = t("yard.end_spoken", {
      name: who(result.seat),
      done: result.tickets_completed,
      count: result.tickets_list.length,
      lost: result.tickets_list.length - result.tickets_completed,
      total: result.tickets + result.lost,
    });
    made.push(...own);
  }
  made.push(...ENDINGS.flatMap(({ awards }) => awards?.(setting) ?? []));
  made.push({ seat: null, weight: LAST, label: titleText(outcome.winners, setting), gains: new Map() });
  return made;
}
