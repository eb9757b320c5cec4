// Passengers: the figures on the board, and those that players collected.

import type { Color, Counts, NetworkCityInfo } from "../../../lib/types";
import { NONE } from "../../game";
import type { Facts } from "../knowledge";
import type { Telling } from "../parts";

/** The id of a stop: the city, or the country of a border node. */
function stopName(facts: Facts, stop: number): string {
  const city = facts.engine.ruleset.info.cities[stop] as NetworkCityInfo;
  return city.country ?? city.id;
}

/** The numbers of figures by color. */
const colors = (facts: Facts, name: string, at: number): Counts => facts.counts(facts.row(name, at));

const figures = (facts: Facts): Record<string, Counts> =>
  Object.fromEntries(
    facts.engine.ruleset.info.cities.flatMap((_, stop) => {
      const counts = colors(facts, "figures", stop);
      return Object.keys(counts).length ? [[stopName(facts, stop), counts]] : [];
    }),
  );

const boarding = (facts: Facts): string[] =>
  facts.row("boarding").flatMap((stop) => (stop === NONE ? [] : [stopName(facts, stop)]));

export const passengers: Telling<"network"> = {
  acted: (_before, after) => (after.did === "board" ? [] : null),
  followed: (_before, after) =>
    after.row("did_boarded").flatMap((stop, end) => {
      if (stop === NONE) return [];
      const color = after.card(after.number("did_boarded_color", end)) as Color;
      return [{ event: "boarded", seat: after.number("did_by"), place: stopName(after, stop), color }];
    }),
  view: (facts) => ({ figures: figures(facts), boarding: boarding(facts) }),
  player: (facts, player) => ({ passengers: colors(facts, "aboard", player) }),
  position: (state) => ({ figures: figures(state), boarding: boarding(state) }),
  positionPlayer: (state, player) => ({ passengers: colors(state, "aboard", player) }),
};
