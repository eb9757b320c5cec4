// The most connected cities.

import type { Telling } from "../parts";

export const mostCities: Telling<"network"> = {
  result: (knowledge, player) => ({ connected_cities: knowledge.number("connected_cities", player) }),
};
