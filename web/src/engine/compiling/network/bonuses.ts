import type { Writing } from "../writing";

export default {
  fill(rules, { data }) {
    rules.set("longest_bonus", data.scoring.longest);
  },
  numbers: ({ scoring }) => ({ longest: scoring.longest }),
} satisfies Writing;
