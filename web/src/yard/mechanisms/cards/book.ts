import { item, line, aidText } from "../../../lib/aid";
import { page, paragraph, type Chapter } from "../../../lib/book";
import type { YardRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<YardRulesetInfo> = {
  pages: ({ numbers }) => [
    page(
      230,
      "setup",
      paragraph("start-cards", ["CARD-4"], {
        name: "y-start-cards",
        values: { wilds: numbers.start_wilds, count: numbers.start_hand },
        pictures: [{ show: "cards", cards: ["green", "wild", "purple", "black", "orange", "deck"] }],
      }),
    ),
    page(
      400,
      "drawing",
      paragraph("draw", ["CARD-15", "CARD-16", "CARD-19", "CARD-21", "RUL-66"], {
        name: "y-draw",
        ours: true,
      }),
    ),
    page(
      410,
      "drawing",
      paragraph("draw-wild", ["CARD-15", "CARD-16", "CARD-17", "CARD-20"], {
        name: "y-draw-wild",
        text: [numbers.wild_ends_draw ? "y-draw-wild" : "y-draw-wild.free"],
        pictures: [{ show: "cards", cards: ["wild"] }],
      }),
    ),
    page(
      420,
      "drawing",
      paragraph("draw-empty", ["CARD-3", "CARD-14", "RUL-65", "RUL-68"], { name: "y-draw-deck", ours: true }),
    ),
    page(430, "drawing", paragraph("hand", ["COM-14", "COM-15", "COM-17"])),
  ],
  aid: ({ numbers }) => [
    line(
      10,
      "turn",
      item(aidText("draw.title"), aidText("y_draw"), numbers.wild_ends_draw && aidText("draw_wild")),
    ),
  ],
};
