import type { Writing } from "../writing";

export default {
  fill(rules, { data }) {
    rules.set("most_cities_bonus", data.scoring.most_cities);
  },
  numbers: ({ scoring }) => ({ most_cities: scoring.most_cities }),
} satisfies Writing;
