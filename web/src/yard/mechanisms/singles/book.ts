import { item, line, tell } from "../../../lib/aid";
import { page, paragraph, say, type Chapter } from "../../../lib/book";
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
  aid: () => [line(30, "turn", item(say("trio.title"), tell("trio")))],
};
