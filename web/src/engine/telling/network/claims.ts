// Claims: routes, trains and points.

import type { ClaimedEvent, Counts } from "../../../lib/types";
import { SHARE } from "../../layouts/reviewing";
import { shareOf } from "../comparing";
import type { Facts } from "../knowledge";
import type { Telling } from "../parts";
import { paid } from "../payment";

/** The payment of the last action. */
export const payment = (facts: Facts): Counts =>
  paid(
    facts.engine.module.layout.cards,
    facts.number("did_color"),
    facts.number("did_colored"),
    facts.number("did_wild"),
  );

/** The event of a claim, by the number of its route. */
export function claimed(after: Facts, number: number, payment: Counts): ClaimedEvent {
  const { id } = after.engine.ruleset.info.routes[number]!;
  return {
    event: "claimed",
    seat: after.number("did_by"),
    route: id,
    payment,
    points: after.engine.rule("route_points", number),
  };
}

const routes = (facts: Facts, player: number): string[] =>
  facts.members("owned", player).map((route) => facts.route(route));

export const claims: Telling<"network"> = {
  acted: (_before, after) =>
    after.did === "claim" ? [claimed(after, after.number("did_arg"), payment(after))] : null,
  player: (facts, player) => ({ trains: facts.number("trains", player), routes: routes(facts, player) }),
  positionPlayer: (state, player) => ({
    trains: state.number("trains", player),
    routes: routes(state, player),
  }),
  turn: () => ({ claimed: null }),
  turned(_before, after, seat) {
    const route = after.number("did_arg");
    const owns = after.did === "claim" && after.members("owned", seat).includes(route);
    return owns ? { claimed: after.route(route) } : null;
  },
  way: (summarizer, player) => ({ trains: summarizer.series("trains", player) }),
  compared: {
    atEnd: (end, seat) =>
      new Map(
        end.seats
          .filter((player) => player !== seat)
          .flatMap((player) => routes(end, player).map((route) => [route, 1])),
      ),
    differences(engine, better, before) {
      if (engine.module.layout.words[engine.rule("action_type", better)] !== "claim") return [];
      const number = engine.rule("action_arg", better);
      const { id } = engine.ruleset.info.routes[number]!;
      const share = shareOf(before, (world) => world.has(id));
      const points = 2 * engine.rule("route_points", number) * share;
      return share < SHARE ? [] : [{ reason: "blocked", played: share, better: 0, what: id, points }];
    },
  },
};
