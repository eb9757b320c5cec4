// Boards of the right shape, as the checks of the board editor get them.
import type { Table } from "./shape";

export interface City {
  id: string;
  name: string;
  lat: number | null;
  lon: number | null;
  country: string | null;
}
export interface Route {
  id: string;
  length: number;
  color: string;
  kind: "normal" | "tunnel" | "ferry";
  wilds: number;
}
export interface Ticket {
  id: string;
  origin: string;
  targets: string[];
  points: number[];
  long: boolean;
}
interface Offer {
  regular: number;
  long: number;
  keep: number;
}
/** A complete board, with all defaults. */
export type Data = Table & {
  id: string;
  name: string;
  players: { min: number; max: number };
  trains: { count: number; end: number };
  cards: {
    per_color: number;
    wilds: number;
    start_hand: number;
    late_hand: number;
    colors: Record<string, number>;
  };
  opening: Offer;
  draw: Offer;
  mixture: { long: number };
  passengers: { each: number; colors: string[]; places: Record<string, number> };
  stations: { count: number };
  rules: { surcharge_cards: number; wilds_pay: string[] };
  in_play: { routes: Record<string, number[]> };
  substitutes: { ferry: number; routes: Record<string, number> };
  mountains: { routes: Record<string, number> };
  scoring: {
    tie_breaks: string[];
    districts: Record<string, { name: string; cities: string[]; points: number }>;
  };
  drawing: { names: Record<string, string>; land: number[][] };
  countries: Record<string, string>;
  translations: Record<string, { cities: Record<string, string>; countries: Record<string, string> }>;
  cities: City[];
  routes: Route[];
  tickets: Ticket[];
};
