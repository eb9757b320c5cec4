import { item, line, tell } from "../../../lib/aid";
import { page, paragraph, say, type Chapter } from "../../../lib/book";
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
    climbed(ruleset) ? [[say("table.mountain"), ruleset.numbers.mountain_points ?? 0]] : [],
  aid: (ruleset) => [
    climbed(ruleset) &&
      line(
        25,
        "special",
        item(tell("mountain.title"), tell("mountain", { points: ruleset.numbers.mountain_points ?? 0 })),
      ),
  ],
};
