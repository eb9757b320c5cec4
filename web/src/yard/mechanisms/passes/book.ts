import { item, line, aidText } from "../../../lib/aid";
import { page, paragraph, ruleText, type Chapter } from "../../../lib/book";
import type { YardRulesetInfo } from "../../../lib/types";

/** The number of players from which there are two passes; null if there is always one. */
const again = ({ numbers: { two_passes_from: from }, max_players }: YardRulesetInfo): number | null =>
  from !== null && from <= max_players ? from : null;

export const chapter: Chapter<YardRulesetInfo> = {
  pages(ruleset) {
    const count = again(ruleset);
    return [
      page(700, "pass-end", paragraph("last-round", ["CARD-35", "CARD-36", "RUL-67"], { name: "pass-end" })),
      page(710, "pass-end", paragraph("pass-last", ["CARD-37", "CARD-38", "RUL-69"])),
      count !== null &&
        page(
          850,
          "second",
          paragraph("second", ["CARD-44", "CARD-45", "CARD-46", "CARD-47", "CARD-48", "CARD-49"], {
            text: ["second", "second.2"],
            values: { count, hand: ruleset.numbers.second_hand },
          }),
        ),
    ];
  },
  aid(ruleset) {
    const count = again(ruleset);
    return [
      line(10, "end", item(ruleText("pass-end.title"), ruleText("pass-end"))),
      count !== null && line(20, "end", item(ruleText("second.title"), aidText("second", { count }))),
    ];
  },
};
