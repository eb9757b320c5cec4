// The mechanisms of the card game.

import type { layout } from "../../layouts/yard";
import type { Telling } from "../parts";
import { cards } from "./cards";
import { cities } from "./cities";
import { declarations } from "./declarations";
import { passes } from "./passes";
import { rows } from "./rows";
import { singles } from "./singles";
import { tickets } from "./tickets";

export const yard: Partial<Record<(typeof layout.mechanisms)[number], Telling<"yard">>> = {
  cards,
  tickets,
  rows,
  singles,
  declarations,
  cities,
  passes,
};
