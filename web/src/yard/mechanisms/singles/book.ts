import { item, line, aidText } from "../../../lib/aid";
import { page, paragraph, ruleText, type Chapter } from "../../../lib/book";
import type { YardRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<YardRulesetInfo> = {
  pages: () => [
    page(
      510,
      "placing",
      paragraph("trio", ["CARD-24", "CARD-29"], {
        pictures: [{ show: "cards", cards: ["blue", "white", "orange"] }],
      }),
    ),
  ],
  aid: () => [line(30, "turn", item(ruleText("trio.title"), aidText("trio")))],
};
