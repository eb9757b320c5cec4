import type { Writing } from "../writing";

export default {
  fill(rules, { data }) {
    rules.set("mixture", data.mixture.long);
  },
  actions(catalogue, { data: { mixture } }) {
    if (!mixture.long) return;
    catalogue.rules.set("id_mix", catalogue.size);
    for (let arg = 0; arg <= mixture.long; arg++) catalogue.add("mix", `mix:${arg}`, { arg });
  },
  numbers: ({ mixture }) => ({ mixture: mixture.long }),
} satisfies Writing;
