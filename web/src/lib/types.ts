// The JSON of the wire, as docs/protocol.md describes it. Nothing here decides anything.

export type CardColor =
  "purple" | "blue" | "orange" | "white" | "green" | "yellow" | "black" | "red" | "wild";
export type RouteColor = Exclude<CardColor, "wild"> | "gray";
export type Counts = Partial<Record<CardColor, number>>;
export type Phase = "opening" | "turn" | "second_draw" | "ticket_choice" | "tunnel" | "over";
export type TicketState = "open" | "done" | "impossible" | "failed";

export interface City {
  id: string;
  name: string;
  country?: string | null;
}

export interface Route {
  id: string;
  a: string;
  b: string;
  length: number;
  color: RouteColor;
  kind: "normal" | "tunnel" | "ferry";
  wilds: number;
}

export interface Ticket {
  id: string;
  from: string;
  to: string[];
  points: number[];
  long: boolean;
  state?: TicketState;
  scored?: number;
}

export interface RulesetSummary {
  id: string;
  name: string;
  min_players: number;
  max_players: number;
}

export interface Ruleset {
  id: string;
  name: string;
  version: number;
  cities: City[];
  countries: Record<string, string>;
  routes: Route[];
  tickets: Ticket[];
  trains: number;
  stations: number;
  route_points: Record<string, number>;
}

export interface PlayerView {
  seat: number;
  trains: number;
  stations: number;
  score: number;
  cards: number;
  tickets: number;
  offer: number;
  owes: boolean;
  known: Counts;
  routes: string[];
  stations_built: string[];
}

export interface Tunnel {
  seat: number;
  route: string;
  payment: Counts;
  revealed: CardColor[];
  surcharge: number;
}

export interface PlayerOutcome {
  seat: number;
  score: number;
  rank: number;
  routes: number;
  tickets: number;
  stations: number;
  longest: number;
  tickets_completed: number;
  longest_path: number;
  trail: string[];
  tickets_list: Ticket[];
  station_routes: Record<string, string>;
}

export interface Outcome {
  players: PlayerOutcome[];
  winners: number[];
}

export interface View {
  ruleset: string;
  ruleset_version: number;
  version: number;
  seat: number | null;
  players_count: number;
  phase: Phase;
  to_act: number[];
  first: number;
  turn: number;
  final_round: null | { turns_left: number; caused_by: number };
  market: (CardColor | null)[];
  deck: number;
  discard: Counts;
  discard_size: number;
  ticket_deck: number;
  players: PlayerView[];
  hand: Counts;
  tickets: Ticket[];
  offer: Ticket[];
  keep_min: number;
  tunnel: null | Tunnel;
  legal: string[];
  outcome: null | Outcome;
}

export type GameEvent =
  | { event: "chose"; seat: number }
  | { event: "opening_done"; kept: number[] }
  | { event: "took"; seat: number; card: CardColor; slot: number }
  | { event: "drew"; seat: number; card: CardColor | null }
  | { event: "refilled"; slots: Record<string, CardColor> }
  | { event: "market_reset"; times: number; market: (CardColor | null)[] }
  | { event: "reshuffled"; deck: number }
  | { event: "drew_tickets"; seat: number; count: number }
  | { event: "kept"; seat: number; kept: number; refused: number; tickets: string[] | null }
  | { event: "claimed"; seat: number; route: string; payment: Counts; points: number }
  | {
      event: "tunnel";
      seat: number;
      route: string;
      payment: Counts;
      revealed: CardColor[];
      surcharge: number;
    }
  | { event: "surcharge"; seat: number; payment: Counts }
  | { event: "withdrew"; seat: number; route: string }
  | { event: "station"; seat: number; city: string; payment: Counts }
  | { event: "passed"; seat: number }
  | { event: "ticket_done"; seat: number; ticket: string }
  | { event: "final_round"; seat: number; turns_left: number }
  | { event: "turn"; seat: number }
  | { event: "over"; winners: number[] };

export interface LogEntry {
  version: number;
  events: GameEvent[];
}

export interface SeatInfo {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  bot: string | null;
  online: boolean;
}

export interface Table {
  id: string;
  ruleset: string;
  state: "open" | "playing" | "over";
  owner: string;
  you: number | null;
  version: number;
  seats: SeatInfo[];
  created: string;
}

export interface Me {
  id: string;
  name: string;
}

export interface BotInfo {
  id: string;
  name: string;
  level: number;
}

export interface WireError {
  code: string;
  message: string;
}

export type SeatRequest = { kind: "me" } | { kind: "open" } | { kind: "bot"; bot: string };

export type ServerMessage =
  | { type: "hello"; table: Table; view: View | null; log: LogEntry[]; version: number }
  | { type: "update"; version: number; events: GameEvent[]; view: View }
  | { type: "table"; table: Table }
  | { type: "ack"; id: string; version: number }
  | { type: "refused"; id: string; error: WireError; version: number }
  | { type: "error"; error: WireError }
  | { type: "pong" };
