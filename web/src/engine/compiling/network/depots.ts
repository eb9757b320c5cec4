import type { Writing } from "../writing";

export default {
  fill(rules, { data: { depots } }) {
    rules.set("depots", depots.count);
    rules.set("depot_bonus", depots.bonus);
    rules.set("put_aside", depots.count > 0);
  },
  actions(catalogue, { cities, layout }) {
    const { rules } = catalogue;
    if (!rules.get("depots")) return;
    rules.set("id_depot", catalogue.size);
    for (const [arg, { id }] of cities.entries()) catalogue.add("depot", `depot:${id}`, { arg });
    for (const word of ["store", "collect"]) {
      rules.set(`id_${word}`, catalogue.size);
      for (let arg = 0; arg < layout.seats; arg++) catalogue.add(word, `${word}:${arg}`, { arg });
    }
    rules.set("id_leave", catalogue.add("leave", "leave"));
  },
  numbers: ({ depots }) => ({ depots: depots.count, depot_bonus: depots.bonus }),
} satisfies Writing;
