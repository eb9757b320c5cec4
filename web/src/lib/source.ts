// Where a table's store gets what it shows, where it is not a table of the server: a game of the past, or an exercise.
import { TableSocket, type Line, type SocketEvents } from "./socket";
import type { Plan, RulesetInfo, TableInfo } from "./types";

export interface Source {
  connect(id: string, events: SocketEvents): Line;
  /** The table, where the server has none. */
  table?(): Promise<TableInfo>;
  /** Its board, and the address of the drawing. */
  board?(): Promise<{ ruleset: RulesetInfo; drawing: string }>;
  /** What the own tickets would take. */
  plan?(): Promise<Plan>;
}

/** The line to a table of the server. */
export const direct: Source["connect"] = (id, events) => new TableSocket(id, events);
