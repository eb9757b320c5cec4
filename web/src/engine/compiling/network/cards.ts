import type { Card } from "../../../lib/types";
import type { Writing } from "../writing";

export default {
  fill(rules, { data: { cards, market }, layout }) {
    const colors: Partial<Record<Card, number>> = cards.colors;
    for (const [n, card] of layout.cards.slice(0, -1).entries())
      rules.set("copies", colors[card] ?? cards.per_color, n);
    rules.set("copies", cards.wilds, layout.cards.length - 1);
    rules.set("start_hand", cards.start_hand);
    rules.set("late_hand", cards.late_hand);
    rules.set("wild_ends_draw", market.wild_ends_draw);
    rules.set("reset_at", market.reset_at);
    rules.set("resets", market.resets);
  },
  actions(catalogue) {
    catalogue.addDraws();
  },
  numbers: ({ cards, market }) => ({
    start_hand: cards.start_hand,
    ...(cards.late_hand && { late_hand: cards.late_hand }),
    wild_ends_draw: market.wild_ends_draw,
    wilds_reset: market.reset_at,
    wilds_resets: market.resets,
  }),
  info: ({ data: { cards } }) => ({
    cards: {
      per_color: cards.per_color,
      wilds: cards.wilds,
      ...(Object.keys(cards.colors).length && { colors: cards.colors }),
    },
  }),
} satisfies Writing;
