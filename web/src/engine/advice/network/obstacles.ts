// The reasons why a seat cannot claim routes now. Nothing here decides legality: the engine does.

import type { Counts, NetworkPlan } from "../../../lib/types";
import type { Knowledge } from "../../telling/knowledge";

type Obstacle = NetworkPlan["routes"][string];

/** The obstacle for each route that the seat cannot claim now, by route. */
export function obstacles(knowledge: Knowledge, seat: number): Record<string, Obstacle> {
  const { engine } = knowledge;
  const { words } = engine.module.layout;
  const isClaim = (action: number) => words[engine.rule("action_type", action)] === "claim";
  const claims = new Set(knowledge.legal.filter(isClaim).map((action) => engine.rule("action_arg", action)));
  const open = new Set(knowledge.members("open", seat));
  const owner = new Map(
    knowledge.seats.flatMap((player) =>
      knowledge.members("owned", player).map((route) => [route, player] as const),
    ),
  );
  const lacking = cardsLacking(knowledge, seat);
  const small = knowledge.number("small_trains", seat);
  const ordinary = knowledge.number("trains", seat) - small;
  const laid = knowledge.number("laid_route");
  const waiting: Obstacle = { why: knowledge.toAct.includes(seat) ? "decision" : "turn" };
  const players = knowledge.seats.length;
  const found: Record<string, Obstacle> = {};
  for (const [route, shown] of engine.ruleset.info.routes.entries()) {
    if (claims.has(route)) continue;
    const { id, twins, players: numbers } = shown;
    const needed = engine.rule("route_trains", route);
    const left = shown.small ? small : ordinary;
    if (owner.has(route)) {
      found[id] = { why: "owned", seat: owner.get(route)! };
    } else if (numbers && !numbers.includes(players)) {
      found[id] = { why: "players", players };
    } else if (!open.has(route)) {
      const taken = engine.ruleset.info.routes.flatMap((each, number) =>
        twins.includes(each.id) && owner.has(number) ? [[each.id, owner.get(number)!] as const] : [],
      );
      const own = taken.find(([, player]) => player === seat);
      found[id] = own
        ? { why: "twin_owned", twin: own[0] }
        : {
            why: "twin_closed",
            twin: taken[0]![0],
            seat: taken[0]![1],
            open_from: engine.rule("twins_open_from"),
          };
    } else if (needed > left) {
      found[id] = { why: shown.small ? "small_trains" : "trains", needed, left };
    } else if (Object.keys(lacking[route]!).length && route !== laid) {
      // Cards laid out for a tunnel are no longer in the hand.
      found[id] = { why: "cards", lacking: lacking[route]! };
    } else {
      found[id] = waiting;
    }
  }
  return found;
}

/**
 * The fewest cards that a hand lacks for each route, by the payments in the catalogue. Ties prefer the fewest wilds, then
 * the color with the most cards in the hand.
 */
function cardsLacking(knowledge: Knowledge, seat: number): Counts[] {
  const { engine } = knowledge;
  const { cards, words } = engine.module.layout;
  const hand = knowledge.row("hand", seat);
  const [type, arg, color, colored, wild] = ["type", "arg", "color", "colored", "wild"].map((name) =>
    engine.ruleRow(`action_${name}`),
  ) as [number[], number[], number[], number[], number[]];
  const lengths = engine.ruleRow("route_length");
  const best: { order: number[]; lacking: Counts }[] = [];
  for (let action = 0; action < engine.rule("actions"); action++) {
    if (words[type[action]!] !== "claim") continue;
    const [card, route] = [color[action]!, arg[action]!];
    if (colored[action]! + wild[action]! < lengths[route]!) continue; // other cards replace some of them
    const less = Math.max(0, colored[action]! - hand[card]!);
    const wilds = Math.max(0, wild[action]! - hand[engine.wild]!);
    const order = [less + wilds, wilds, -hand[card]!, card];
    if (best[route] && compare(best[route].order, order) <= 0) continue;
    const lacking: Counts = { [cards[card]!]: less };
    // A payment of wilds alone has WILD as its color, too: count them once.
    lacking.wild = wilds;
    best[route] = { order, lacking };
  }
  return best.map(({ lacking }) => Object.fromEntries(Object.entries(lacking).filter(([, count]) => count)));
}

function compare(a: number[], b: number[]): number {
  const place = a.findIndex((each, at) => each !== b[at]);
  return place < 0 ? 0 : a[place]! - b[place]!;
}
