// The rules of a card game in plain words; its numbers are read from its data.
import { list } from "../i18n";
import {
  example,
  paragraph,
  say,
  section,
  type Book,
  type Example,
  type Picture,
  type Section,
  type Table,
} from "../lib/book";
import type { Card, RulesetInfo, YardRulesetInfo } from "../lib/types";

type Ruleset = YardRulesetInfo;
const MARKET = 5;

export const book: Book = (any: RulesetInfo): Section[] => {
  const ruleset = any as Ruleset;
  const { numbers, tickets } = ruleset;
  const again = numbers.two_passes_from;
  const shown: Picture[] = [{ show: "tickets", tickets: tickets.slice(0, 2) }];
  return [
    section("goal", [
      paragraph("goal", ["CARD-39", "CARD-41", "CARD-51"], { name: "y-goal" }),
      paragraph("turn", ["COM-2", "COM-3", "CARD-8", "CARD-13"], { name: "y-turn" }),
    ]),
    section("setup", [
      paragraph("pieces", ["CARD-1", "CARD-2"], {
        name: "y-pieces",
        values: cards(ruleset),
        pictures: shown,
      }),
      paragraph("box", ["COM-28", "COM-29"], { name: "y-box", text: ["y-box", "box.signs"] }),
      paragraph("players", ["COM-1", "COM-2", "COM-31", "RUL-1"], {
        ours: true,
        values: { least: ruleset.min_players, most: ruleset.max_players },
        table: byPlayers(ruleset),
      }),
      paragraph("start-cards", ["CARD-4"], {
        name: "y-start-cards",
        values: { wilds: numbers.start_wilds, count: numbers.start_hand },
        pictures: [{ show: "cards", cards: ["green", "wild", "purple", "black", "orange", "deck"] }],
      }),
      paragraph("start-tickets", ["CARD-5", "CARD-6", "COM-19"], {
        name: "y-start-tickets",
        values: { count: numbers.start_tickets, keep: numbers.start_keep },
      }),
    ]),
    section("moving", [
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
      paragraph("move-wild", ["CARD-10", "CARD-11", "RUL-60"], { ours: true }),
      paragraph("stack", ["CARD-22", "RUL-61"]),
    ]),
    section("drawing", [
      paragraph("draw", ["CARD-15", "CARD-16", "CARD-19", "CARD-21", "RUL-66"], {
        name: "y-draw",
        ours: true,
      }),
      paragraph("draw-wild", ["CARD-15", "CARD-16", "CARD-17", "CARD-20"], {
        name: "y-draw-wild",
        text: [numbers.wild_ends_draw ? "y-draw-wild" : "y-draw-wild.free"],
        pictures: [{ show: "cards", cards: ["wild"] }],
      }),
      paragraph("draw-empty", ["CARD-3", "CARD-14", "RUL-65", "RUL-68"], {
        name: "y-draw-deck",
        ours: true,
      }),
      paragraph("hand", ["COM-14", "COM-15", "COM-17"]),
    ]),
    section("placing", [
      paragraph("row", ["CARD-23", "CARD-25", "RUL-62"], {
        pictures: [{ show: "rows", rows: [{ color: "yellow", cards: 2, wilds: 1 }] }],
        ours: true,
        examples: fourGreen(),
      }),
      paragraph("trio", ["CARD-24", "CARD-29"], {
        pictures: [{ show: "cards", cards: ["blue", "white", "orange"] }],
      }),
      paragraph("rob", ["CARD-26", "CARD-27", "CARD-28", "CARD-30", "RUL-63"], {
        text: ["rob", "rob.2"],
        examples: robbed(),
      }),
    ]),
    section("tickets", [
      paragraph("ticket-draw", ["CARD-31", "CARD-32", "RUL-71"], {
        name: "y-ticket-draw",
        text: [numbers.draw_keep > 0 ? "y-ticket-draw" : "y-ticket-draw.free"],
        values: { count: numbers.draw_tickets, keep: numbers.draw_keep },
      }),
      paragraph("ticket-secret", ["CARD-33", "COM-15"], { name: "y-ticket-secret" }),
      paragraph("pass", ["CARD-34", "RUL-70"], { name: "y-pass" }),
    ]),
    section("pass-end", [
      paragraph("last-round", ["CARD-35", "CARD-36", "RUL-67"], { name: "pass-end" }),
      paragraph("pass-last", ["CARD-37", "CARD-38", "RUL-69"]),
    ]),
    section("declaring", [
      paragraph("declare", ["CARD-39", "CARD-40", "CARD-41", "CARD-42"], {
        text: ["declare", "declare.2"],
        examples: declared(ruleset),
      }),
    ]),
    ...(again !== null && again <= ruleset.max_players
      ? [
          section("second", [
            paragraph("second", ["CARD-44", "CARD-45", "CARD-46", "CARD-47", "CARD-48", "CARD-49"], {
              text: ["second", "second.2"],
              values: { count: again, hand: numbers.second_hand },
            }),
          ]),
        ]
      : []),
    section("finish", [
      paragraph("score", ["CARD-50"], { name: "lost", table: scoring() }),
      paragraph("cities", ["CARD-51", "CARD-52", "RUL-76"], { table: cities(ruleset) }),
      paragraph("winner", ["CARD-53", "CARD-54", "RUL-77"], {
        values: { order: list(numbers.tie_breaks.map((one) => say(`tie.${one}`))) },
      }),
    ]),
  ];
};

/** EX-13: a row of four, and what is left of it two turns later. */
const fourGreen = (): Example[] =>
  example("row", [
    { show: "rows", rows: [{ color: "green", cards: 4, wilds: 0 }] },
    { show: "rows", rows: [{ color: "green", cards: 2, wilds: 0 }], stack: 2 },
  ]);

/** EX-14: a row, one that robs it, and one that robs that. */
const robbed = (): Example[] =>
  example(
    "rob",
    [
      { cards: 2, wilds: 0 },
      { cards: 2, wilds: 1 },
      { cards: 3, wilds: 1 },
    ].map((row) => ({ show: "rows", rows: [{ color: "red", ...row }] })),
  );

/** EX-15: a ticket of four cards, two of them alike, and a stack with a wild in place of the last one. */
function declared({ tickets }: Ruleset): Example[] {
  for (const ticket of tickets) {
    const asked = Object.entries(ticket.cards).flatMap(([color, count]) =>
      Array<Card>(count).fill(color as Card),
    );
    const cards: Card[] = [...asked.slice(0, -1), "wild"];
    const all = cards.map((_, at) => at);
    const shown: Picture[] = [
      { show: "tickets", tickets: [ticket] },
      { show: "cards", cards, paid: all },
    ];
    if (asked.length === 4 && new Set(asked).size === 3) return example("declare", shown);
  }
  return [];
}

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
    head: [say("table.players"), say("table.deck"), say("table.passes")],
    rows: counts.map((count) => [
      count,
      8 * per_color + wilds - count * each - MARKET,
      numbers.two_passes_from !== null && count >= numbers.two_passes_from ? 2 : 1,
    ]),
  };
}

export const scoring = (): Table => ({
  head: [say("table.what"), say("table.points")],
  rows: [
    [say("table.done"), say("table.done_points")],
    [say("table.failed"), say("table.failed_points")],
    [say("table.cities"), say("table.city_points")],
  ],
});

export function cities(ruleset: Ruleset): Table {
  const big = ruleset.cities.flatMap(({ name, bonus }) => (bonus === null ? [] : [{ name, bonus }]));
  return {
    head: [say("table.city"), say("table.points")],
    rows: big
      .sort((a, b) => b.bonus - a.bonus || a.name.localeCompare(b.name))
      .map(({ name, bonus }) => [name, bonus]),
  };
}
