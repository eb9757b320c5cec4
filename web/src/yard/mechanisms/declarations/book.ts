import { example, page, paragraph, type Chapter, type Example, type Picture } from "../../../lib/book";
import type { Card, YardRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<YardRulesetInfo> = {
  pages: (ruleset) => [
    page(
      800,
      "declaring",
      paragraph("declare", ["CARD-39", "CARD-40", "CARD-41", "CARD-42"], {
        text: ["declare", "declare.2"],
        examples: declared(ruleset),
      }),
    ),
  ],
};

/** EX-15: a ticket of four cards, two of one color, and a stack with a wild in place of the last one. */
function declared({ tickets }: YardRulesetInfo): Example[] {
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
