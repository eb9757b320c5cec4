// The rules of a card game in plain language, made from its data. This file has the game as a whole; the mechanisms
// add their paragraphs.
import { list } from "../i18n";
import {
  bound,
  cardNames,
  counting,
  page,
  paragraph,
  ruleText,
  type Book,
  type Chapter,
  type Table,
} from "../lib/book";
import type { RulesetInfo, YardRulesetInfo } from "../lib/types";
import { listed } from "../lib/listed";
import { sizes } from "../lib/sizes";
import { NAMES } from "./mechanisms";

type Ruleset = YardRulesetInfo;
const MARKET = 5;

export const CHAPTERS = listed(
  NAMES,
  import.meta.glob<Chapter<Ruleset>>("./mechanisms/*/book.ts", { eager: true, import: "chapter" }),
);

export const book: Book = (any: RulesetInfo) => {
  const ruleset = any as Ruleset;
  const { numbers, tickets } = ruleset;
  const chapters = CHAPTERS.flatMap(({ pages }) => pages?.(ruleset) ?? []);
  const pages = [cardNames(ruleset), ...chapters].filter((one) => one !== false);
  const own = [
    page(100, "goal", paragraph("goal", ["CARD-39", "CARD-41", "CARD-51"], { name: "y-goal" })),
    page(110, "goal", paragraph("turn", ["COM-2", "COM-3", "CARD-8", "CARD-13"], { name: "y-turn" })),
    page(
      200,
      "setup",
      paragraph("pieces", ["CARD-1", "CARD-2"], {
        name: "y-pieces",
        values: cards(ruleset),
        pictures: [{ show: "tickets", tickets: tickets.slice(0, 2) }],
      }),
    ),
    page(
      210,
      "setup",
      paragraph("box", ["COM-28", "COM-29"], { name: "y-box", text: ["y-box", "box.signs"] }),
    ),
    page(
      220,
      "setup",
      paragraph("players", ["COM-1", "COM-2", "COM-31", "RUL-1"], {
        ours: true,
        values: sizes(ruleset),
        table: byPlayers(ruleset),
      }),
    ),
    page(
      900,
      "finish",
      paragraph("score", ["CARD-50"], { name: "lost", table: counting(CHAPTERS, ruleset) }),
    ),
    page(
      920,
      "finish",
      paragraph("winner", ["CARD-53", "CARD-54", "RUL-77"], {
        values: { order: list(numbers.tie_breaks.map((one) => ruleText(`tie.${one}`))) },
      }),
    ),
  ];
  return bound(
    [...own, ...pages],
    CHAPTERS.map(({ additions }) => additions?.(ruleset) ?? {}),
  );
};

const cards = ({ cards: { per_color, wilds }, tickets }: Ruleset) => ({
  cards: 8 * per_color + wilds,
  each: per_color,
  wilds,
  tickets: tickets.length,
});

function byPlayers({ numbers, cards: { per_color, wilds }, min_players, max_players }: Ruleset): Table {
  const each = numbers.start_wilds + numbers.start_hand;
  const counts = Array.from({ length: max_players - min_players + 1 }, (_, i) => min_players + i);
  return {
    head: [ruleText("table.players"), ruleText("table.deck"), ruleText("table.passes")],
    rows: counts.map((count) => [
      count,
      8 * per_color + wilds - count * each - MARKET,
      numbers.two_passes_from !== null && count >= numbers.two_passes_from ? 2 : 1,
    ]),
  };
}
