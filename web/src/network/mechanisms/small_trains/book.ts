import { item, line, aidText } from "../../../lib/aid";
import { page, paragraph, type Addition, type Chapter } from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";
import { board, first, OWN } from "../../scenes";

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages: (ruleset) => {
    const route = first(ruleset, ({ small, length }) => Boolean(small) && length >= 2);
    return [
      Boolean(ruleset.numbers.small_trains) &&
        page(
          437,
          "routes",
          paragraph("small-trains", ["MECH-7"], {
            pictures: route ? [board([route]), board([route], { [route.id]: OWN })] : [],
          }),
        ),
    ];
  },
  additions: ({ numbers: { small_trains: small } }): Record<string, Addition> =>
    small ? { pieces: { rules: ["MECH-7"], text: ["pieces.small"], values: { small } } } : {},
  aid: ({ numbers: { small_trains: count } }) => [
    Boolean(count) && line(27, "special", item(aidText("small.title"), aidText("small", { count: count! }))),
  ],
};
