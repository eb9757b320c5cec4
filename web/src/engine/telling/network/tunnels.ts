// Tunnels: revealed cards, the surcharge, and the outcome of the attempt.

import type { Counts, NetworkEvent } from "../../../lib/types";
import { NONE } from "../../game";
import { Count, expected } from "../chances";
import type { Facts } from "../knowledge";
import type { Telling } from "../parts";
import { paid } from "../payment";
import { claimed, payment } from "./claims";

/** The cards played for the tunnel that is waiting for its surcharge. */
const laid = (facts: Facts): Counts =>
  paid(
    facts.engine.module.layout.cards,
    facts.number("laid_color"),
    facts.number("laid_colored"),
    facts.number("laid_wild"),
  );

const laidRoute = (facts: Facts): string => facts.route(facts.number("laid_route"));

const digs = (state: Facts): boolean =>
  state.rule("route_tunnel", state.number("did_arg")) > 0 && state.rule("surcharge_cards") > 0;

/** The cards that match the payment. */
const matching = (state: Facts): number[] => [state.engine.wild, state.number("did_color")];

const turnedUp = (state: Facts): number[] => state.row("did_revealed").filter((card) => card !== NONE);

const dues = (state: Facts): number =>
  turnedUp(state).filter((card) => matching(state).includes(card)).length;

export const tunnels: Telling<"network"> = {
  acted(before, after) {
    const seat = after.number("did_by");
    if (after.did === "withdraw") return [{ event: "withdrew", seat, route: laidRoute(before) }];
    if (after.did === "surcharge") {
      return [
        { event: "surcharge", seat, payment: payment(after) },
        claimed(after, before.number("laid_route"), laid(before)),
      ];
    }
    const number = after.number("did_arg");
    if (after.did !== "claim" || !after.rule("route_tunnel", number)) return null;
    const told: NetworkEvent = {
      event: "tunnel",
      seat,
      route: after.route(number),
      payment: payment(after),
      revealed: after.cards(after.row("did_revealed")),
      surcharge: after.number("surcharge"),
    };
    return after.phase === "tunnel" ? [told] : [told, claimed(after, number, payment(after))];
  },
  view: (facts) => ({
    tunnel:
      facts.phase === "tunnel"
        ? {
            seat: facts.number("player"),
            route: laidRoute(facts),
            payment: laid(facts),
            revealed: facts.cards(facts.row("revealed")),
            surcharge: facts.number("surcharge"),
          }
        : null,
  }),
  position: (state) => ({
    tunnel:
      state.number("laid_route") === NONE
        ? null
        : {
            route: laidRoute(state),
            payment: laid(state),
            revealed: state.cards(state.row("revealed")),
            surcharge: state.number("surcharge"),
          },
  }),
  turn: () => ({ withdrew: null, surcharge: 0 }),
  turned(before, after) {
    if (after.did === "withdraw") return { withdrew: laidRoute(before) };
    if (after.did === "surcharge") return { claimed: laidRoute(before) };
    return after.did === "claim" && digs(after) ? { surcharge: dues(after) } : null;
  },
  way(summarizer, player) {
    const count = new Count();
    for (const [before, after] of summarizer.acts) {
      if (after.number("did_by") !== player || after.did !== "claim" || !digs(after)) continue;
      const most = after.rule("surcharge_cards");
      count.add(turnedUp(after).length, dues(after), expected(before, matching(after), most));
    }
    return { tunnels: count.told };
  },
};
