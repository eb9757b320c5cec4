// The ceremony of a map game: each mechanism's steps for every player, then the bonuses.
import { t } from "../../i18n";
import { folders } from "../../lib/listed";
import { NETWORK_PARTS, type NetworkPart } from "../../lib/parts";
import type { NetworkRulesetInfo, NetworkSummary } from "../../lib/types";
import type { Beat } from "../../table/end/ceremony";
import { Ends } from "../../table/end/parts";
import { NAMES } from "../mechanisms";
import type { NetworkEnding, Result, Setting } from "./ending";

export const ends = new Ends<NetworkRulesetInfo, Result, Setting, NetworkSummary, NetworkEnding, NetworkPart>(
  folders(
    NAMES,
    import.meta.glob<NetworkEnding>("../mechanisms/*/end.ts", { eager: true, import: "ending" }),
  ),
  NETWORK_PARTS,
  (part) => `end.${part}`,
);

export function beats(setting: Setting): Beat[] {
  const { outcome, nameOf } = setting;
  const made: Beat[] = [];
  const before = ends.base(setting);
  for (const result of outcome.players) {
    const { seat } = result;
    const own = ends.beats(setting, result);
    const gains = own.map((beat) => beat.gains.get(seat) ?? 0);
    own.at(-1)!.spoken = t("end.ceremony_tickets", {
      name: nameOf(seat),
      done: result.tickets_completed,
      count: result.tickets_list.length,
      total: gains.reduce((sum, gain) => sum + gain, before.get(seat)!),
    });
    made.push(...own);
  }
  return [...made, ...ends.awards(setting)];
}
