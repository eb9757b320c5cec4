// The mechanisms of the map games.

import type { layout } from "../../layouts/network";
import type { Telling } from "../parts";
import { bonuses } from "./bonuses";
import { cards } from "./cards";
import { claims } from "./claims";
import { depots } from "./depots";
import { districts } from "./districts";
import { mostCities } from "./most_cities";
import { mixtures } from "./mixtures";
import { mountains } from "./mountains";
import { passing } from "./passing";
import { passengers } from "./passengers";
import { smallTrains } from "./small_trains";
import { stations } from "./stations";
import { substitutes } from "./substitutes";
import { tickets } from "./tickets";
import { tunnels } from "./tunnels";
import { twoWays } from "./two_ways";

export const network: Partial<Record<(typeof layout.mechanisms)[number], Telling<"network">>> = {
  depots,
  cards,
  mixtures,
  tickets,
  tunnels,
  substitutes,
  claims,
  mountains,
  small_trains: smallTrains,
  stations,
  passengers,
  two_ways: twoWays,
  most_cities: mostCities,
  districts,
  bonuses,
  passing,
};
