// Warehouses and depots: where depots stand, cards put aside, and warehouses taken.

import type { NetworkEvent } from "../../../lib/types";
import { NONE } from "../../game";
import type { Facts } from "../knowledge";
import { bits } from "../notation";
import type { Telling } from "../parts";

/** The cities of a player's depots, in the order of the board. */
const placed = (facts: Facts, player: number): string[] =>
  facts.engine.ruleset.info.cities.flatMap(({ id }, city) =>
    facts.number("depot_owner", city) === player ? [id] : [],
  );

/** The announced draw, in notation. */
function announced(facts: Facts): string | null {
  const action = facts.number("announced");
  return action === NONE ? null : facts.engine.ruleset.actions[action]!;
}

export const depots: Telling<"network"> = {
  acted(_before, after) {
    const seat = after.number("did_by");
    const draw = announced(after);
    if (draw !== null) return [{ event: "announced", seat, action: draw }];
    switch (after.did) {
      case "depot":
        return [{ event: "depot", seat, city: after.city(after.number("did_arg")) }];
      case "collect":
        return [
          {
            event: "collected",
            seat,
            warehouse: after.number("did_arg"),
            count: after.number("did_collected"),
            cards: after.seat === seat ? after.counts(after.row("collected")) : null,
          },
        ];
      case "leave":
        return [{ event: "left", seat }];
      default:
        return null;
    }
  },
  followed(before, after) {
    const told: NetworkEvent[] = [];
    const warehouse = after.number("did_stored");
    if (warehouse !== NONE) {
      const cards = before.number("warehouse_size", warehouse) + 1;
      told.push({ event: "stored", seat: after.number("did_by"), warehouse, cards });
    }
    const deck = after.number("did_emptied");
    if (deck) told.push({ event: "emptied", deck });
    if (before.phase === "placing" && after.phase === "turn")
      told.push({ event: "turn", seat: after.number("player") });
    return told;
  },
  view: (facts) => ({ announced: announced(facts) }),
  player: (facts, player) => ({
    depots: facts.number("depots_left", player),
    depots_placed: placed(facts, player),
    warehouse: facts.number("warehouse_size", player),
  }),
  position: (state) => ({
    announced: announced(state),
    open_warehouses: bits(state.number("open_warehouses"), state.engine.module.layout.seats),
  }),
  positionPlayer: (state, player) => ({
    depots: placed(state, player),
    depots_left: state.number("depots_left", player),
    warehouse: state.counts(state.row("warehouse", player)),
  }),
};
