// The mechanisms of the map games.

import type { layout } from "../../layouts/network";
import type { Telling } from "../parts";
import { bonuses } from "./bonuses";
import { cards } from "./cards";
import { claims } from "./claims";
import { depots } from "./depots";
import { mostCities } from "./most_cities";
import { mountains } from "./mountains";
import { passing } from "./passing";
import { stations } from "./stations";
import { substitutes } from "./substitutes";
import { tickets } from "./tickets";
import { tunnels } from "./tunnels";
import { twoWays } from "./two_ways";

export const network: Partial<Record<(typeof layout.mechanisms)[number], Telling<"network">>> = {
  depots,
  cards,
  tickets,
  tunnels,
  substitutes,
  claims,
  mountains,
  stations,
  two_ways: twoWays,
  most_cities: mostCities,
  bonuses,
  passing,
};
