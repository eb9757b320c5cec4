// The mechanisms of the map games.

import type { layout } from "../../layouts/network";
import type { Telling } from "../parts";
import { bonuses } from "./bonuses";
import { cards } from "./cards";
import { claims } from "./claims";
import { passing } from "./passing";
import { stations } from "./stations";
import { tickets } from "./tickets";
import { tunnels } from "./tunnels";

export const network: Partial<Record<(typeof layout.mechanisms)[number], Telling<"network">>> = {
  cards,
  tickets,
  tunnels,
  claims,
  stations,
  bonuses,
  passing,
};
