import { list, number } from "../../../i18n";
import { item, line, aidText } from "../../../lib/aid";
import { page, paragraph, type Chapter } from "../../../lib/book";
import { cardOrder, colorName } from "../../../lib/names";
import type { Color, NetworkRulesetInfo } from "../../../lib/types";

/** The number of face-up cards; a limit above it is never reached. */
const MARKET = 5;

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages: ({ numbers, cards: { colors } }) => [
    colors !== undefined &&
      page(
        205,
        "setup",
        paragraph("colors", ["MECH-4"], {
          values: {
            colors: list(
              cardOrder
                .filter((color) => color !== "wild" && colors[color] !== undefined)
                .map((color) => `${colorName(color)} ${number(colors[color as Color]!)}`),
            ),
          },
        }),
      ),
    page(
      230,
      "setup",
      paragraph("start-cards", ["USA-2"], {
        values: { count: numbers.start_hand },
        pictures: [{ show: "cards", cards: ["red", "blue", "wild", "green", "yellow", "deck"] }],
      }),
    ),
    numbers.late_hand !== undefined &&
      page(235, "setup", paragraph("late-cards", ["MECH-5"], { values: { count: numbers.late_hand } })),
    page(300, "cards", paragraph("draw", ["USA-7", "USA-8", "USA-9", "USA-10", "USA-11"])),
    page(310, "cards", paragraph("draw-refill", ["USA-12"])),
    page(
      320,
      "cards",
      paragraph("draw-wild", numbers.wild_ends_draw ? ["USA-7", "USA-8", "USA-9"] : ["SWI-9"], {
        text: [
          numbers.wild_ends_draw ? "draw-wild" : "draw-wild.free",
          numbers.wilds_reset > MARKET && "draw-wild.stay",
        ],
        pictures: [{ show: "cards", cards: ["wild"] }],
      }),
    ),
    numbers.wilds_reset <= MARKET &&
      page(
        330,
        "cards",
        paragraph("draw-reset", ["USA-13", "RUL-7", "RUL-8"], {
          values: { count: numbers.wilds_reset },
          ours: true,
        }),
      ),
    page(
      340,
      "cards",
      paragraph("draw-empty", ["USA-14", "USA-15", "COM-30", "RUL-5", "RUL-10"], {
        text: ["draw-empty", "draw-empty.2"],
      }),
    ),
    page(350, "cards", paragraph("hand", ["COM-14", "COM-15", "COM-17"])),
  ],
  aid: ({ numbers }) => [
    line(
      10,
      "turn",
      item(aidText("draw.title"), aidText("draw"), numbers.wild_ends_draw && aidText("draw_wild")),
    ),
  ],
};
