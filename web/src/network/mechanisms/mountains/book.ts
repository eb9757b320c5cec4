import { item, line, aidText } from "../../../lib/aid";
import { page, paragraph, ruleText, type Chapter } from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";
import { board, first } from "../../scenes";

const climbed = ({ numbers: { mountains } }: NetworkRulesetInfo): boolean =>
  Object.keys(mountains ?? {}).length > 0;

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages: (ruleset) => {
    const route = first(ruleset, ({ id }) => id in (ruleset.numbers.mountains ?? {}));
    return [
      climbed(ruleset) &&
        page(
          435,
          "routes",
          paragraph("mountain", ["ASI-5", "ASI-6"], {
            values: { points: ruleset.numbers.mountain_points ?? 0 },
            pictures: route ? [board([route])] : [],
          }),
        ),
    ];
  },
  scoring: (ruleset) =>
    climbed(ruleset) ? [[ruleText("table.mountain"), ruleset.numbers.mountain_points ?? 0]] : [],
  aid: (ruleset) => [
    climbed(ruleset) &&
      line(
        25,
        "special",
        item(
          aidText("mountain.title"),
          aidText("mountain", { points: ruleset.numbers.mountain_points ?? 0 }),
        ),
      ),
  ],
};
