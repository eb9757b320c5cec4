import { item, line, aidText } from "../../../lib/aid";
import { exampleOf, page, paragraph, ruleText, type Chapter, type Example } from "../../../lib/book";
import { cardsOf, cardsText } from "../../../lib/names";
import type { YardRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<YardRulesetInfo> = {
  pages: () => [
    page(
      300,
      "moving",
      paragraph("move", ["CARD-9", "CARD-12"], {
        pictures: [
          {
            show: "rows",
            rows: [
              { color: "green", cards: 3, wilds: 1 },
              { color: "red", cards: 2, wilds: 0 },
            ],
            stack: 4,
          },
        ],
      }),
    ),
    page(310, "moving", paragraph("move-wild", ["CARD-10", "CARD-11", "RUL-60"], { ours: true })),
    page(320, "moving", paragraph("stack", ["CARD-22", "RUL-61"])),
    page(
      500,
      "placing",
      paragraph("row", ["CARD-23", "CARD-25", "RUL-62"], {
        pictures: [{ show: "rows", rows: [{ color: "yellow", cards: 2, wilds: 1 }] }],
        ours: true,
        examples: fourGreen(),
      }),
    ),
    page(
      520,
      "placing",
      paragraph("rob", ["CARD-26", "CARD-27", "CARD-28", "CARD-30", "RUL-63"], {
        text: ["rob", "rob.2"],
        examples: robbed(),
      }),
    ),
  ],
  aid: () => [
    line(20, "turn", item(aidText("row.title"), aidText("row"))),
    line(40, "turn", item(ruleText("rob.title"), aidText("rob"))),
  ],
};

/** EX-13: a row of four, and its rest two turns later. */
const fourGreen = (): Example[] =>
  exampleOf(
    "row",
    [
      { show: "rows", rows: [{ color: "green", cards: 4, wilds: 0 }] },
      { show: "rows", rows: [{ color: "green", cards: 2, wilds: 0 }], stack: 2 },
    ],
    { colors: ["green"], name: "row_own", values: { cards: cardsOf("green", 4) } },
  );

/** EX-14: a row, one that robs it, and one that robs the second. */
const robbed = (): Example[] =>
  exampleOf(
    "rob",
    [
      { cards: 2, wilds: 0 },
      { cards: 2, wilds: 1 },
      { cards: 3, wilds: 1 },
    ].map((row) => ({ show: "rows", rows: [{ color: "red", ...row }] })),
    {
      colors: ["red"],
      name: "rob_own",
      values: {
        first: cardsText({ red: 2 }),
        second: cardsText({ red: 2, wild: 1 }),
        third: cardsText({ red: 3, wild: 1 }),
      },
    },
  );
