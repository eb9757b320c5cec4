import { page, paragraph, ruleText, type Chapter } from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";
import { trail } from "../../scenes";

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages: (ruleset) => [
    ruleset.numbers.longest > 0 &&
      page(
        920,
        "end",
        paragraph("longest", ["COM-13", "USA-34", "RUL-45"], {
          values: { points: ruleset.numbers.longest },
          pictures: trail(ruleset, 7),
        }),
      ),
  ],
  scoring: ({ numbers }) => (numbers.longest ? [[ruleText("table.longest"), numbers.longest]] : []),
};
