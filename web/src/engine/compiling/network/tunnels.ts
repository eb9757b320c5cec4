import type { Writing } from "../writing";

export default {
  fill(rules, { data, routes }) {
    rules.set("surcharge_cards", data.rules.surcharge_cards);
    for (const [n, { kind }] of routes.entries()) rules.set("route_tunnel", kind === "tunnel", n);
  },
  actions(catalogue) {
    catalogue.rules.set("id_surcharge", catalogue.addSmall("surcharge"));
    catalogue.rules.set("id_withdraw", catalogue.add("withdraw", "withdraw"));
  },
  numbers: ({ rules }) => ({ surcharge_cards: rules.surcharge_cards }),
} satisfies Writing;
