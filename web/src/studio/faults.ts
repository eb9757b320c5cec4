// The server's faults of a board, by place.
import type { BoardFault, BoardReport } from "../lib/types";
import type { Board, Chosen } from "./model";

/** The faults of a row of a table. */
export const faultsOf = (report: BoardReport | null, table: string, row: number): BoardFault[] =>
  (report?.faults ?? []).filter(({ place }) => place[0] === table && place[1] === row);

/** The faults of a whole table, or of a section of the settings. */
export const faultsAt = (report: BoardReport | null, ...sections: string[]): BoardFault[] =>
  (report?.faults ?? []).filter(
    ({ place }) => sections.includes(String(place[0] ?? "")) && typeof place[1] !== "number",
  );

/** The faults anywhere inside a part of the settings. */
export const faultsIn = (report: BoardReport | null, ...part: (string | number)[]): BoardFault[] =>
  (report?.faults ?? []).filter(({ place }) => part.every((key, n) => place[n] === key));

/** The row that a fault is about, to select it. */
export function rowOf(board: Board, { place: [table, row] }: BoardFault): Chosen {
  if (table !== "cities" && table !== "routes" && table !== "tickets") return null;
  const id = board[table][row as number]?.id;
  return id === undefined ? null : { table, id };
}
