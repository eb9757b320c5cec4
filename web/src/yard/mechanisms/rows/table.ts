// Rows of a siding: how they are placed and robbed, and how their cards move onto the stack.
import type { YardMechanism } from "../../mechanism";
import { placing } from "./placing";

export const mechanism: YardMechanism = {
  placing,
  charts: ["stack"],
  keys: ["place"],
};
