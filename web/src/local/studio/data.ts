// Boards of the right shape, as the checks of the board editor get them.
import type { BoardData, CityRow, RouteRow, TicketRow } from "../../engine";
import type { Table } from "../../engine/compiling/format";

export interface City extends CityRow {
  lat: number | null;
  lon: number | null;
}
export type Route = RouteRow;
export type Ticket = TicketRow;

/** A complete board, with all defaults. */
export type Data = Table &
  Omit<BoardData, "cities"> & {
    cities: City[];
    drawing: { names: Record<string, string>; land: number[][] };
  };
