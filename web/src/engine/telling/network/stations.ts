// Stations: their cities, and the routes that they use at the end.

import { NONE } from "../../game";
import type { Facts } from "../knowledge";
import type { Telling } from "../parts";
import { payment } from "./claims";

/** The cities of a player's stations, in building order. */
const built = (facts: Facts, player: number): string[] =>
  facts.row("station_city", player).flatMap((city) => (city === NONE ? [] : [facts.city(city)]));

export const stations: Telling<"network"> = {
  acted(_before, after) {
    if (after.did !== "station") return null;
    const city = after.city(after.number("did_arg"));
    return [{ event: "station", seat: after.number("did_by"), city, payment: payment(after) }];
  },
  player: (facts, player) => ({
    stations: facts.number("stations_left", player),
    stations_built: built(facts, player),
  }),
  result(facts, player) {
    const cities = facts.row("station_city", player);
    const lent = facts.row("lent", player);
    return {
      station_routes: Object.fromEntries(
        cities.flatMap((city, place) =>
          lent[place] === NONE ? [] : [[facts.city(city), facts.route(lent[place]!)]],
        ),
      ),
    };
  },
  positionPlayer: (state, player) => ({ stations: built(state, player) }),
  turn: () => ({ station: null }),
  turned: (_before, after) =>
    after.did === "station" ? { station: after.city(after.number("did_arg")) } : null,
};
