// Small trains, which the trains of a player include (MECH-7).

import type { Facts } from "../knowledge";
import type { Telling } from "../parts";

const left = (facts: Facts, player: number) => ({ small_trains: facts.number("small_trains", player) });

export const smallTrains: Telling<"network"> = {
  player: left,
  result: left,
  positionPlayer: left,
  way: (summarizer, player) => ({ small_trains: summarizer.series("small_trains", player) }),
};
