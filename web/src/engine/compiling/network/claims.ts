import { colorsOf, type Board, type Route, type Rules, type Writing } from "../writing";

/** Fill the payments for a route (USA-17, USA-18, EUR-9, SWI-11). */
function payments(rules: Rules, { data, layout }: Board, n: number, route: Route): void {
  const pays = data.rules.wilds_pay.includes(route.kind);
  const mostWilds = pays ? route.length - 1 : 0;
  const longest = layout.rules.fields["payable_wild"]![2] as number;
  for (let wild = route.wilds; wild <= mostWilds; wild++) {
    for (let colored = route.length - wild; colored < longest; colored++) {
      for (const color of colorsOf(route, layout.cards))
        rules.addBit("payable", n & 63, n >> 6, wild, color, colored);
    }
  }
  if (pays) for (let wild = route.length; wild < longest; wild++) rules.addMember("payable_wild", n, wild);
  rules.set("claim_gray", route.color === "gray", n);
  rules.set("claim_wild_min", route.wilds, n);
  rules.set("claim_mixes", Math.max(0, mostWilds - route.wilds + 1), n);
}

export default {
  fill(rules, board) {
    const { data, routes, cities, city, file, layout } = board;
    rules.set("trains", data.trains.count + data.small_trains.count);
    rules.set("end_trains", data.trains.end);
    rules.set("twins_open_from", data.rules.twins_open_from);
    rules.set("cities", cities.length);
    rules.set("routes", routes.length);
    for (const [length, points] of Object.entries(file.routePoints))
      rules.set("points", points, Number(length));
    const longest = layout.rules.fields["fits"]![2] as number;
    for (const [n, route] of routes.entries()) {
      for (let players = data.players.min; players <= data.players.max; players++)
        if (!route.players.length || route.players.includes(players)) rules.addMember("in_play", n, players);
      rules.set("route_a", city.get(route.a)!, n);
      rules.set("route_b", city.get(route.b)!, n);
      rules.set("route_length", route.length, n);
      rules.set("route_trains", route.trains, n);
      rules.set("route_points", route.points, n);
      for (const twin of route.twins) rules.addMember("twins", board.route.get(twin)!, n);
      for (const end of [route.a, route.b]) rules.addMember("city_routes", n, city.get(end)!);
      if (route.small) rules.addMember("takes_small", n);
      const fits = route.small ? "small_fits" : "fits";
      for (let trains = route.trains; trains < longest; trains++) rules.addMember(fits, n, trains);
      payments(rules, board, n, route);
    }
  },
  actions(catalogue, { data, routes }) {
    const { rules } = catalogue;
    for (const [n, route] of routes.entries()) {
      rules.set("claim_base", catalogue.size, n);
      const mixes = rules.get("claim_mixes", n);
      for (const color of colorsOf(route, catalogue.cards)) {
        for (let wild = route.wilds; wild < route.wilds + mixes; wild++)
          catalogue.addPaid("claim", route.id, n, color, route.length - wild, wild);
      }
      if (data.rules.wilds_pay.includes(route.kind))
        catalogue.addPaid("claim", route.id, n, catalogue.wild, 0, route.length);
    }
  },
  numbers: ({ rules, trains }) => ({
    wilds_pay: rules.wilds_pay,
    twins_open_from: rules.twins_open_from,
    last_trains: trains.end,
  }),
  info: ({ data, routes, file }) => ({
    routes: routes.map(({ points, trains, players, small, ...route }) => ({
      ...route,
      ...(trains !== route.length && { trains }),
      ...(points !== file.routePoints[route.length] && { points }),
      ...(players.length && { players }),
      ...(small && { small }),
    })),
    trains: data.trains.count + data.small_trains.count,
    route_points: Object.fromEntries(
      [...new Set(routes.map(({ length }) => length))]
        .sort((a, b) => a - b)
        .map((length) => [String(length), file.routePoints[length]!]),
    ),
  }),
} satisfies Writing;
