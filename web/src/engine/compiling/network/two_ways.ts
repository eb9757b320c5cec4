import type { Writing } from "../writing";

export default {
  fill(rules, { data: { scoring } }) {
    rules.set("two_ways", scoring.two_ways.length);
    for (const [place, points] of scoring.two_ways.entries()) rules.set("two_ways_values", points, place);
  },
  numbers: ({ scoring }) => ({ two_ways: scoring.two_ways }),
} satisfies Writing;
