import type { Writing } from "../writing";

export default {
  fill(rules, { data }) {
    rules.set("most_tickets_bonus", data.scoring.most_tickets);
  },
  numbers: ({ scoring }) => ({ most_tickets: scoring.most_tickets }),
} satisfies Writing;
