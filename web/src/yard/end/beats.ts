// The ceremony of a card game: what each mechanism has to tell of everybody, one after the other, then the bonuses.
import { t } from "../../i18n";
import { titleText } from "../../lib/ends";
import { folders } from "../../lib/listed";
import { YARD_PARTS, type YardPart } from "../../lib/parts";
import type { YardRulesetInfo, YardSummary } from "../../lib/types";
import { LAST, type Beat } from "../../table/end/ceremony";
import { Ends } from "../../table/end/parts";
import { NAMES } from "../mechanisms";
import type { Result, Setting, YardEnding } from "./ending";

/** Everybody begins with nothing: tickets that were completed in an earlier pass are turned again. */
export const ends = new Ends<YardRulesetInfo, Result, Setting, YardSummary, YardEnding, YardPart>(
  folders(NAMES, import.meta.glob<YardEnding>("../mechanisms/*/end.ts", { eager: true, import: "ending" })),
  YARD_PARTS,
  (part) => (part === "tickets" ? "end.tickets" : `yard.end_${part}`),
);

export function beats(setting: Setting): Beat[] {
  const { outcome, who } = setting;
  const made: Beat[] = [];
  for (const result of outcome.players) {
    const own = ends.beats(setting, result);
    own.at(-1)!.spoken = t("yard.end_spoken", {
      name: who(result.seat),
      done: result.tickets_completed,
      count: result.tickets_list.length,
      lost: result.tickets_list.length - result.tickets_completed,
      total: result.tickets + result.lost,
    });
    made.push(...own);
  }
  made.push(...ends.awards(setting));
  made.push({ seat: null, weight: LAST, label: titleText(outcome.winners, setting), gains: new Map() });
  return made;
}
