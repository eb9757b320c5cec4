// The ceremony of a card game: each mechanism's steps for every player, then the bonuses.
import { t } from "../../i18n";
import { folders } from "../../lib/listed";
import { YARD_PARTS, type YardPart } from "../../lib/parts";
import type { YardRulesetInfo, YardSummary } from "../../lib/types";
import type { Beat } from "../../table/end/ceremony";
import { Ends } from "../../table/end/parts";
import { NAMES } from "../mechanisms";
import type { Result, Setting, YardEnding } from "./ending";

/** All scores start at zero: tickets completed in an earlier pass are turned over again. */
export const ends = new Ends<YardRulesetInfo, Result, Setting, YardSummary, YardEnding, YardPart>(
  folders(NAMES, import.meta.glob<YardEnding>("../mechanisms/*/end.ts", { eager: true, import: "ending" })),
  YARD_PARTS,
  (part) => (part === "tickets" ? "end.tickets" : `yard.end_${part}`),
);

export function beats(setting: Setting): Beat[] {
  const { outcome, nameOf } = setting;
  const made: Beat[] = [];
  for (const result of outcome.players) {
    const own = ends.beats(setting, result);
    own.at(-1)!.spoken = t("yard.end_spoken", {
      name: nameOf(result.seat),
      done: result.tickets_completed,
      count: result.tickets_list.length,
      lost: result.tickets_list.length - result.tickets_completed,
      total: result.tickets + result.lost,
    });
    made.push(...own);
  }
  return [...made, ...ends.awards(setting)];
}
