// A board as its author writes it (docs/board-format.md): settings with a default can be left out.
// Made by tools/generated.py from the records in src/whistlestop/games; change them there.
import type { Color, Card, RouteColor, RouteKind } from "./types";

/** The numbers of players (COM-1). */
export interface Players {
  min?: number;
  max?: number;
}

/** The names of a board in another language; for those that are missing, the board's own are shown. */
export interface Translation {
  name?: string | null;
  cities?: Record<string, string>;
  countries?: Record<string, string>;
  card_names?: Partial<Record<Card, string>>;
}

/** A framed box that shows another part of the earth at its own scale. earth: the part that it shows; the cities there are drawn in the box. box: the place of the box on the main map. */
export interface Inset {
  earth: number[];
  box: number[];
}

/** How a board is drawn. margin: from the outermost item to the edge, in drawing units; a train space is 36 long. title: where its plate is; "free" is the free place nearest to a corner. names: the side of the city on which its name is; the solver chooses for all others. land: rings of land, each as lon, lat, lon, lat, ...; they replace all outlines of the world, which are too coarse for a city. insets: boxes with other parts of the earth. */
export interface Drawing {
  margin?: number;
  title?: "bottom_left" | "bottom_right" | "free" | "none" | "top_left" | "top_right";
  palette?: "meadow" | "paper" | "sand" | "snow";
  names?: Record<string, "bottom" | "bottom_left" | "bottom_right" | "left" | "right" | "top" | "top_left" | "top_right">;
  land?: number[][];
  insets?: Inset[];
}

/** Number of tickets offered, number to keep, and where refused tickets go. */
export interface Offer {
  regular: number;
  keep: number;
  refused?: "bottom" | "removed" | "shuffled";
  long?: number;
}

/** A node of the board. A border node belongs to a country (SWI-3). */
export interface CityRow {
  id: string;
  name?: string;
  lat?: number | null;
  lon?: number | null;
  country?: string | null;
}

/** A route as written in the table; its id names its two cities. */
export interface RouteRow {
  id: string;
  length: number;
  color: RouteColor;
  kind?: RouteKind;
  wilds?: number;
}

/** A ticket from a city or country to one target, or to several with a value each (SWI-6). */
export interface TicketRow {
  id: string;
  origin: string;
  targets: string[];
  points: number[];
  long?: boolean;
}

/** The train cards (COM-5, USA-2). */
export interface Cards {
  per_color?: number;
  wilds?: number;
  start_hand?: number;
  late_hand?: number;
  colors?: Partial<Record<Color, number>>;
}

/** The face-up cards (COM-10, USA-7, SWI-9). */
export interface Market {
  wild_ends_draw?: boolean;
  reset_at?: number;
  resets?: number;
}

/** Trains per player, and the number left that starts the final round (COM-21). */
export interface Trains {
  count?: number;
  end?: number;
}

/** Stations per player and points for each one not built (EUR-22 to EUR-32). */
export interface Stations {
  count?: number;
  value?: number;
}

/** Twins (USA-23, SWI-2) and the routes that wilds can pay for (SWI-11). Number of cards revealed for an attempt (EUR-13). */
export interface BoardRules {
  twins_open_from?: number;
  surcharge_cards?: number;
  wilds_pay?: RouteKind[];
}

/** A group of cities, and the points for connecting all of them. */
export interface District {
  name: string;
  cities: string[];
  points: number;
}

/** Points for the first ticket completed in two ways, the second, and so on; further ones score nothing. The bonus for the most completed tickets; 0: none. The bonus for the most connected cities; 0: none. The districts by id. The bonus for the longest path (USA-34). The tie-breakers in order (USA-35). */
export interface BoardScoring {
  two_ways?: number[];
  most_tickets?: number;
  most_cities?: number;
  districts?: Record<string, District>;
  longest?: number;
  tie_breaks?: ("bonus" | "longest" | "mountains" | "passengers" | "stations" | "tickets")[];
}

/** Routes that are in play only with some numbers of players, with these numbers (MECH-3). */
export interface InPlay {
  routes?: Record<string, number[]>;
}

/** Depots per player, and the points for the most that are left. */
export interface Depots {
  count?: number;
  bonus?: number;
}

/** The tickets of an offer that may come from the deck of long ones; 0: there is no such deck. */
export interface Mixture {
  long?: number;
}

/** How many cards of any kind replace a locomotive on a ferry, and a card on certain routes; 0: not allowed. */
export interface Substitutes {
  ferry?: number;
  routes?: Record<string, number>;
}

/** The trains that routes take in addition to those on their spaces, and the points for each of these. */
export interface Mountains {
  points?: number;
  routes?: Record<string, number>;
}

/** Small trains per player, and the routes that take them. */
export interface SmallTrains {
  count?: number;
  routes?: string[];
}

/** Figures of each color, their colors, where they start, and the points for the most and the second most. */
export interface Passengers {
  each?: number;
  colors?: Color[];
  first?: number;
  second?: number;
  places?: Record<string, number>;
}

/** A whole map game. */
export interface Board {
  id: string;
  name?: string;
  version?: number;
  players?: Players;
  card_names?: Partial<Record<Card, string>>;
  translations?: Record<string, Translation>;
  geography?: boolean;
  drawing?: Drawing;
  printed?: boolean;
  opening: Offer;
  draw: Offer;
  cities: CityRow[];
  routes: RouteRow[];
  tickets: TicketRow[];
  cards?: Cards;
  market?: Market;
  trains?: Trains;
  stations?: Stations;
  rules?: BoardRules;
  scoring?: BoardScoring;
  countries?: Record<string, string>;
  in_play?: InPlay;
  depots?: Depots;
  mixture?: Mixture;
  substitutes?: Substitutes;
  mountains?: Mountains;
  small_trains?: SmallTrains;
  passengers?: Passengers;
}
