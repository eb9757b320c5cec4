// Rows of a siding: placing, robbing, and moving cards onto the stack.
import type { YardMechanism } from "../../mechanism";
import { placing } from "./placing";

export const mechanism: YardMechanism = {
  placing,
  charts: ["stack"],
  keys: ["place"],
};
