import type { Board as BoardData } from "../../../lib/wholeboard";
import { colorsOf, type Route, type Writing } from "../writing";

/** How many cards of any kind replace one card of a route. */
const cardsFor = ({ substitutes }: BoardData, { id, kind }: Route): number =>
  kind === "ferry" ? substitutes.ferry : (substitutes.routes[id] ?? 0);

/** The payments of a route that substitutes complete: color, colored cards and wilds (NOR-9, NOR-10). */
function* payments(
  data: BoardData,
  route: Route,
  cards: readonly string[],
): Generator<[color: number, colored: number, wild: number]> {
  if (!cardsFor(data, route)) return;
  const pays = data.rules.wilds_pay.includes(route.kind);
  for (let paid = route.length - 1; paid >= 0; paid--) {
    for (let wild = 0; wild <= (pays ? paid : 0); wild++) {
      const colored = paid - wild;
      if (colored > route.length - route.wilds) continue;
      if (colored) for (const color of colorsOf(route, cards)) yield [color, colored, wild];
      else if (route.kind === "ferry") yield [cards.length - 1, 0, wild];
    }
  }
}

export default {
  fill(rules, { data, routes }) {
    const found = [...routes.entries()].filter(([, route]) => cardsFor(data, route));
    rules.set("substitute_routes", found.length);
    for (const [place, [n, route]] of found.entries()) {
      rules.set("substitute_route", n, place);
      rules.set("substitute_cards", cardsFor(data, route), n);
    }
  },
  actions(catalogue, { data, routes }) {
    const { cards, rules, wild } = catalogue;
    if (!rules.get("substitute_routes")) return;
    for (const [n, route] of routes.entries()) {
      const claims = [...payments(data, route, cards)];
      rules.set("substitute_base", catalogue.size, n);
      rules.set("substitute_claims", claims.length, n);
      for (const claim of claims) catalogue.addPaid("claim", route.id, n, ...claim);
    }
    rules.set("id_give", catalogue.size);
    for (const card of cards.keys())
      catalogue.addPaid("give", null, 0, card, Number(card !== wild), Number(card === wild));
  },
  numbers: ({ substitutes }) => ({
    ferry_substitutes: substitutes.ferry,
    route_substitutes: substitutes.routes,
  }),
} satisfies Writing;
