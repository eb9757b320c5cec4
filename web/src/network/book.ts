// The rules of a map game in plain language, made from the board's data. This file has the game as a whole; the
// mechanisms add their paragraphs.
import { list } from "../i18n";
import { bound, cardNames, counting, page, paragraph, ruleText, type Book, type Chapter } from "../lib/book";
import { cardOrder, copiesOf } from "../lib/names";
import type { NetworkRulesetInfo, RulesetInfo } from "../lib/types";
import { listed } from "../lib/listed";
import { sizes } from "../lib/sizes";
import { NAMES } from "./mechanisms";
import { trail } from "./scenes";

type Ruleset = NetworkRulesetInfo;

export const CHAPTERS = listed(
  NAMES,
  import.meta.glob<Chapter<Ruleset>>("./mechanisms/*/book.ts", { eager: true, import: "chapter" }),
);

export const book: Book = (any: RulesetInfo) => {
  const ruleset = any as Ruleset;
  const { numbers, printed } = ruleset;
  const chapters = CHAPTERS.flatMap(({ pages }) => pages?.(ruleset) ?? []);
  const pages = [cardNames(ruleset), ...chapters].filter((one) => one !== false);
  const own = [
    page(100, "goal", paragraph("goal", ["USA-6", "USA-33", "USA-35"], { pictures: trail(ruleset, 5) })),
    page(110, "goal", paragraph("turn", ["COM-2", "COM-3", "USA-6"])),
    page(200, "setup", paragraph("pieces", ["COM-5", "USA-1"], { values: cards(ruleset) })),
    page(
      220,
      "setup",
      paragraph("players", ["COM-1", "COM-2", "COM-31", "RUL-1"], {
        ours: printed,
        values: sizes(ruleset),
      }),
    ),
    ...(printed ? [inBox] : []),
    page(910, "end", paragraph("score", ["USA-32"], { table: counting(CHAPTERS, ruleset) })),
    page(
      930,
      "end",
      paragraph("winner", ["COM-22", "USA-35"], {
        values: { order: list(numbers.tie_breaks.map((one) => ruleText(`tie.${one}`))) },
      }),
    ),
  ];
  return bound(
    [...own, ...pages],
    CHAPTERS.map(({ additions }) => additions?.(ruleset) ?? {}),
  );
};

/** Further contents of the printed game's box. */
const inBox = page(
  210,
  "setup",
  paragraph("box", ["COM-25", "COM-26", "COM-27", "COM-28", "COM-29"], { text: ["box", "box.signs"] }),
);

const cards = ({ cards, tickets, trains, numbers }: Ruleset) => ({
  cards: cardOrder.reduce((sum, card) => sum + copiesOf(cards, card), 0),
  each: cards.per_color,
  wilds: cards.wilds,
  trains: trains - (numbers.small_trains ?? 0),
  tickets: tickets.length,
});
