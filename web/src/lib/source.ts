// Data sources of a table's store other than a server table: past games and exercises.
import type { TableConnection, SocketEvents } from "./socket";
import { transport } from "./transport";
import type { Plan, RulesetInfo, TableInfo } from "./types";

export interface Source {
  connect(id: string, events: SocketEvents): TableConnection;
  /** The table, if it does not exist on the server. */
  table?(): Promise<TableInfo>;
  /** The board, and the URL of the drawing. */
  board?(): Promise<{ ruleset: RulesetInfo; drawing: string }>;
  /** What your tickets still need. */
  plan?(): Promise<Plan>;
}

/** The connection to a table of the server. */
export const direct: Source["connect"] = (id, events) => transport.connect(id, events);
