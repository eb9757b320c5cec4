// Claims that serve the player's tickets: a review of a map game tries them in addition to those of a search.

import { DETOUR } from "../layouts/reviewing";
import type { Knowledge } from "../telling/knowledge";

/** For each city its neighbors with the trains that the route to them still takes. */
type Network = [city: number, trains: number][][];

/**
 * The claims of routes on a short path of an incomplete ticket, in each color with the fewest wilds. Payments in which
 * other cards replace some come after all others.
 */
export function ticketClaims(knowledge: Knowledge): number[] {
  const { engine } = knowledge;
  if (engine.ruleset.kind !== "network") return []; // a search of the card game tries every color anyway
  const { wild } = engine;
  const { words } = engine.module.layout;
  const claims = knowledge.legal.filter((action) => words[engine.rule("action_type", action)] === "claim");
  if (!claims.length) return [];
  const wanted = routesOfTickets(knowledge);
  const cheapest = new Map<string, { route: number; color: number; cost: number; action: number }>();
  for (const action of claims) {
    const [route, color] = [engine.rule("action_arg", action), engine.rule("action_color", action)];
    if (!wanted.has(route)) continue;
    const wilds = engine.rule("action_wild", action);
    const replaced = engine.rule("route_length", route) - wilds - engine.rule("action_colored", action);
    const cost = replaced * 100 + wilds;
    const known = cheapest.get(`${route} ${color}`);
    if (!known || cost < known.cost || (cost === known.cost && action < known.action)) {
      cheapest.set(`${route} ${color}`, { route, color, cost, action });
    }
  }
  const found = [...cheapest.values()];
  const paid = new Set(found.filter(({ color }) => color < wild).map(({ route }) => route));
  return found.filter(({ route, color }) => color < wild || !paid.has(route)).map(({ action }) => action);
}

/** The routes on short paths of the seat's incomplete tickets. */
function routesOfTickets(knowledge: Knowledge): Set<number> {
  const { engine } = knowledge;
  const seat = knowledge.seat!;
  const free = knowledge.members("open", seat);
  const network: Network = Array.from({ length: engine.rule("cities") }, () => []);
  const ends = (route: number): [number, number] => [
    engine.rule("route_a", route),
    engine.rule("route_b", route),
  ];
  const connect = (route: number, trains: number) => {
    const [a, b] = ends(route);
    network[a]!.push([b, trains]);
    network[b]!.push([a, trains]);
  };
  for (const route of free) connect(route, engine.rule("route_trains", route));
  for (const route of knowledge.members("owned", seat)) connect(route, 0);
  const found = new Set<number>();
  const labels = knowledge.row("link", seat);
  for (const ticket of knowledge.members("tickets", seat)) {
    const origins = engine.ruleMembers("ticket_origin", ticket);
    const targets = Array.from({ length: engine.rule("ticket_targets", ticket) }, (_, target) =>
      engine.ruleMembers("ticket_target", ticket, target),
    );
    const linked = origins.map((city) => labels[city]);
    if (targets.some((cities) => cities.some((city) => linked.includes(labels[city])))) continue;
    const near = distances(network, origins);
    for (const cities of targets) {
      const far = distances(network, cities);
      const shortest = Math.min(...cities.map((city) => near[city]!));
      if (shortest === Infinity) continue;
      for (const route of free) {
        const [a, b] = ends(route);
        const ways = Math.min(near[a]! + far[b]!, near[b]! + far[a]!);
        if (ways + engine.rule("route_trains", route) <= shortest + DETOUR) found.add(route);
      }
    }
  }
  return found;
}

/** The trains to each city; Infinity if it cannot be reached. */
function distances(network: Network, origins: number[]): number[] {
  const found = network.map((_, city) => (origins.includes(city) ? 0 : Infinity));
  const open = new Set(network.keys());
  while (open.size) {
    const city = [...open].reduce((best, each) => (found[each]! < found[best]! ? each : best));
    open.delete(city);
    for (const [there, trains] of network[city]!) {
      found[there] = Math.min(found[there]!, found[city]! + trains);
    }
  }
  return found;
}
