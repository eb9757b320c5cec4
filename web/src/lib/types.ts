// The JSON of the wire, as docs/protocol.md describes it. Nothing here decides anything.

export type CardColor =
  "purple" | "blue" | "orange" | "white" | "green" | "yellow" | "black" | "red" | "wild";
export type RouteColor = Exclude<CardColor, "wild"> | "gray";
export type Counts = Partial<Record<CardColor, number>>;
/** The kinds of games; everything that differs between them carries this. */
export type Machine = "network" | "yard";
export type TicketState = "open" | "done" | "impossible" | "failed";

// What all games have.

export interface City {
  id: string;
  name: string;
  country?: string | null;
}

interface TicketBase {
  id: string;
  from: string;
  to: string[];
  points: number[];
  state?: TicketState;
  scored?: number;
}

export interface RulesetSummary {
  id: string;
  name: string;
  machine: Machine;
  min_players: number;
  max_players: number;
}

interface RulesetBase {
  id: string;
  name: string;
  version: number;
  cities: City[];
  countries: Record<string, string>;
  routes: Route[];
  route_points: Record<string, number>;
}

interface PlayerBase {
  seat: number;
  score: number;
  cards: number;
  tickets: number;
  offer: number;
  owes: boolean;
  known: Counts;
}

interface ResultBase {
  seat: number;
  score: number;
  rank: number;
  tickets: number;
  tickets_completed: number;
}

interface ViewBase {
  ruleset: string;
  ruleset_version: number;
  version: number;
  seat: number | null;
  players_count: number;
  to_act: number[];
  first: number;
  turn: number;
  final_round: null | { turns_left: number; caused_by: number | null };
  market: (CardColor | null)[];
  deck: number;
  discard: Counts;
  discard_size: number;
  ticket_deck: number;
  hand: Counts | null;
  keep_min: number;
  legal: string[];
}

export type CommonEvent =
  | { event: "chose"; seat: number }
  | { event: "opening_done"; kept: number[] }
  | { event: "took"; seat: number; card: CardColor; slot: number }
  | { event: "drew"; seat: number; card: CardColor | null }
  | { event: "refilled"; slots: Record<string, CardColor> }
  | { event: "drew_tickets"; seat: number; count: number }
  | { event: "kept"; seat: number; kept: number; refused: number; tickets: string[] | null }
  | { event: "passed"; seat: number }
  | { event: "final_round"; seat: number | null; turns_left: number }
  | { event: "turn"; seat: number }
  | { event: "over"; winners: number[] };

// The map games: routes, trains, stations.

export interface Route {
  id: string;
  a: string;
  b: string;
  length: number;
  color: RouteColor;
  kind: "normal" | "tunnel" | "ferry";
  wilds: number;
}

export interface NetworkTicket extends TicketBase {
  long: boolean;
}

export interface NetworkRuleset extends RulesetBase {
  machine: "network";
  tickets: NetworkTicket[];
  trains: number;
  stations: number;
}

export interface NetworkPlayer extends PlayerBase {
  trains: number;
  stations: number;
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

export interface NetworkResult extends ResultBase {
  routes: number;
  stations: number;
  longest: number;
  longest_path: number;
  trail: string[];
  tickets_list: NetworkTicket[];
  station_routes: Record<string, string>;
}

export interface NetworkView extends ViewBase {
  machine: "network";
  phase: "opening" | "turn" | "second_draw" | "ticket_choice" | "tunnel" | "over";
  players: NetworkPlayer[];
  tickets: NetworkTicket[];
  offer: NetworkTicket[];
  tunnel: null | Tunnel;
  outcome: null | { players: NetworkResult[]; winners: number[] };
}

export type NetworkEvent =
  | CommonEvent
  | { event: "market_reset"; times: number; market: (CardColor | null)[] }
  | { event: "reshuffled"; deck: number }
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
  | { event: "ticket_done"; seat: number; ticket: string };

// The card game: sidings with rows, stacks, big cities.

export interface YardTicket extends TicketBase {
  /** The cards that complete it. */
  cards: Counts;
  /** The big cities that it names. */
  cities: string[];
}

export interface YardCity extends City {
  /** What the city is worth to whoever has most tickets there; null for a place that is no big city. */
  bonus: number | null;
}

export interface YardRuleset extends RulesetBase {
  machine: "yard";
  cities: YardCity[];
  tickets: YardTicket[];
}

/** A row of a siding: cards of one color, wilds on top. */
export interface Row {
  color: CardColor;
  cards: number;
  wilds: number;
}

export interface YardPlayer extends PlayerBase {
  siding: Row[];
  /** How many cards lie face down. */
  stack: number;
  completed: string[];
  /** Has made the choice that all make at the same time. */
  chosen: boolean;
}

export interface YardResult extends ResultBase {
  lost: number;
  bonus: number;
  cities: string[];
  city_counts: Record<string, number>;
  tickets_list: YardTicket[];
  stack: Counts;
}

export interface Declaration {
  default: string[];
  points: number;
}

/** The server's answer about a set of tickets. */
export interface DeclarationCheck {
  feasible: boolean;
  points: number;
  addable: string[];
}

export interface YardView extends ViewBase {
  machine: "yard";
  phase: "opening" | "turn" | "second_draw" | "ticket_choice" | "declaration" | "over";
  pass: number;
  passes: number;
  players: YardPlayer[];
  tickets: YardTicket[];
  offer: YardTicket[];
  stack: null | Counts;
  declaration: null | Declaration;
  outcome: null | { players: YardResult[]; winners: number[] };
}

export interface PassScore {
  seat: number;
  stack: Counts;
  tickets: string[];
  points: number;
}

export interface MovedCard {
  /** The color of the row that it lay on. */
  row: CardColor;
  card: CardColor;
}

export type YardEvent =
  | CommonEvent
  | { event: "stopped"; seat: number }
  | { event: "placed"; seat: number; rows: Row[] }
  | { event: "robbed"; seat: number; victim: number; color: CardColor; cards: number; wilds: number }
  | { event: "moved"; seat: number; count: number; cards: MovedCard[] | null }
  | { event: "declaring"; pass: number }
  | { event: "declared"; seat: number }
  | { event: "scored"; pass: number; players: PassScore[] }
  | {
      event: "new_pass";
      pass: number;
      deck: number;
      dealt: number[];
      cards: Counts | null;
      market: (CardColor | null)[];
    };

// Either game.

interface Rulesets {
  network: NetworkRuleset;
  yard: YardRuleset;
}

interface Views {
  network: NetworkView;
  yard: YardView;
}

export type RulesetOf<M extends Machine> = Rulesets[M];
export type ViewOf<M extends Machine> = Views[M];
export type Ruleset = RulesetOf<Machine>;
export type View = ViewOf<Machine>;
export type Ticket = NetworkTicket | YardTicket;
export type GameEvent = NetworkEvent | YardEvent;

// Tables and the wire.

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
  /** The option for beginners: everybody may look at the own stack. */
  look?: boolean;
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

export interface NewTable {
  ruleset: string;
  seats: SeatRequest[];
  start: boolean;
  look?: boolean;
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
