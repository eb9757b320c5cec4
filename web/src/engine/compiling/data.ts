// A complete board, with all defaults: what the compiler reads of it (docs/board-format.md).
import type { Card, Color, RouteColor, RouteKind, Translation } from "../../lib/types";

export interface CityRow {
  id: string;
  name: string;
  country: string | null;
}
export interface RouteRow {
  id: string;
  length: number;
  color: RouteColor;
  kind: RouteKind;
  wilds: number;
}
export interface TicketRow {
  id: string;
  origin: string;
  targets: string[];
  points: number[];
  long: boolean;
}
interface Offer {
  regular: number;
  keep: number;
  refused: string;
  long: number;
}
export interface BoardData {
  id: string;
  name: string;
  version: number;
  players: { min: number; max: number };
  translations: Record<string, Translation>;
  printed: boolean;
  cities: CityRow[];
  routes: RouteRow[];
  tickets: TicketRow[];
  countries: Record<string, string>;
  opening: Offer;
  draw: Offer;
  cards: {
    per_color: number;
    wilds: number;
    start_hand: number;
    late_hand: number;
    colors: Partial<Record<Card, number>>;
  };
  market: { wild_ends_draw: boolean; reset_at: number; resets: number };
  trains: { count: number; end: number };
  rules: { twins_open_from: number; wilds_pay: RouteKind[]; surcharge_cards: number };
  in_play: { routes: Record<string, number[]> };
  stations: { count: number; value: number };
  depots: { count: number; bonus: number };
  mixture: { long: number };
  substitutes: { ferry: number; routes: Record<string, number> };
  mountains: { points: number; routes: Record<string, number> };
  passengers: {
    each: number;
    colors: Color[];
    first: number;
    second: number;
    places: Record<string, number>;
  };
  scoring: {
    tie_breaks: string[];
    longest: number;
    two_ways: number[];
    most_tickets: number;
    most_cities: number;
    districts: Record<string, { name: string; cities: string[]; points: number }>;
  };
}
