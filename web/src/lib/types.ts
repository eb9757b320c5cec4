// The JSON of the wire, as docs/protocol.md describes it.
// Made by tools/generated.py from the records in src/whistlestop; change it there.

export type Color = "purple" | "blue" | "orange" | "white" | "green" | "yellow" | "black" | "red";

export type Card = "purple" | "blue" | "orange" | "white" | "green" | "yellow" | "black" | "red" | "wild";

export type RouteColor = "purple" | "blue" | "orange" | "white" | "green" | "yellow" | "black" | "red" | "gray";

export type RouteKind = "normal" | "tunnel" | "ferry";

export type Phase = "opening" | "turn" | "second_draw" | "ticket_choice" | "tunnel" | "over" | "declaration";

export type Phrase = "hello" | "good_luck" | "your_turn" | "one_moment" | "well_played" | "nice_route" | "oops" | "thanks" | "sorry" | "good_game" | "again" | "bye";

export type Reason = "insult" | "spam" | "cheating" | "other";

export type About = "message" | "name" | "stalling" | "leaving";

export type Pace = "live" | "slow";

export type EventKind = "turn" | "invited" | "rematch" | "started" | "over" | "left";

/** Cards by kind; a kind of which there is none is left out. */
export type Counts = Partial<Record<Card, number>>;

/** How many tickets are drawn at once, and how many of them have to be kept. */
export interface OfferInfo {
  tickets: number;
  keep: number;
}

/** A route between cities `a` and `b`; `twins` are the others of its double group. */
export interface RouteInfo {
  id: string;
  a: string;
  b: string;
  length: number;
  color: RouteColor;
  kind: RouteKind;
  wilds: number;
  twins: string[];
}

/** How many train cards of each color there are, and how many wilds. */
export interface CardNumbers {
  per_color: number;
  wilds: number;
}

/** A city; a border node belongs to a country. */
export interface NetworkCityInfo {
  id: string;
  name: string;
  country: string | null;
}

/** A ticket; a long one is dealt at the start only. */
export interface NetworkTicketInfo {
  id: string;
  from: string;
  to: string[];
  points: number[];
  long: boolean;
}

/** What the rules of a map game leave to each board, for whoever explains them. */
export interface NetworkNumbers {
  start_hand: number;
  wild_ends_draw: boolean;
  wilds_reset: number;
  wilds_resets: number;
  start_tickets: number;
  start_long: number;
  start_keep: number;
  start_refused: "bottom" | "removed";
  draw_tickets: number;
  draw_keep: number;
  draw_refused: "bottom" | "removed";
  wilds_pay: RouteKind[];
  twins_open_from: number;
  last_trains: number;
  surcharge_cards: number;
  station_points: number;
  longest: number;
  tie_breaks: ("bonus" | "stations" | "tickets")[];
}

/** A board: cities, routes, tickets and numbers. */
export interface NetworkRulesetInfo {
  machine: "network";
  id: string;
  name: string;
  version: number;
  min_players: number;
  max_players: number;
  draw: OfferInfo;
  countries: Record<string, string>;
  routes: RouteInfo[];
  trains: number;
  stations: number;
  route_points: Record<string, number>;
  cards: CardNumbers;
  cities: NetworkCityInfo[];
  tickets: NetworkTicketInfo[];
  numbers: NetworkNumbers;
}

/** A city and where it is; a big one has a bonus for whoever has most tickets there. */
export interface YardCityInfo {
  id: string;
  name: string;
  bonus: number | null;
  lat: number | null;
  lon: number | null;
}

/** A ticket, the cards that complete it, and the big cities that it names. */
export interface YardTicketInfo {
  id: string;
  from: string;
  to: string[];
  points: number[];
  cards: Partial<Record<Color, number>>;
  cities: string[];
}

/** What the rules of a card game leave to each title, for whoever explains them; null: never a second pass. */
export interface YardNumbers {
  start_hand: number;
  start_wilds: number;
  start_tickets: number;
  start_keep: number;
  draw_tickets: number;
  draw_keep: number;
  wild_ends_draw: boolean;
  two_passes_from: number | null;
  second_hand: number;
  tie_breaks: ("cities" | "tickets")[];
}

/** A card game: cities, tickets and numbers; bonuses by city. */
export interface YardRulesetInfo {
  machine: "yard";
  id: string;
  name: string;
  version: number;
  min_players: number;
  max_players: number;
  draw: OfferInfo;
  countries: Record<string, string>;
  routes: RouteInfo[];
  trains: number;
  stations: number;
  route_points: Record<string, number>;
  cards: CardNumbers;
  cities: YardCityInfo[];
  tickets: YardTicketInfo[];
  bonuses: Record<string, number>;
  numbers: YardNumbers;
}

/** The final round is under way; nobody caused it where a pass began without a deck. */
export interface FinalRound {
  turns_left: number;
  caused_by: number | null;
}

/** What everybody knows of a player. */
export interface NetworkPlayerView {
  seat: number;
  score: number;
  cards: number;
  tickets: number;
  offer: number;
  owes: boolean;
  known: Counts;
  trains: number;
  routes: string[];
  stations: number;
  stations_built: string[];
}

/** A ticket as it was scored. */
export interface NetworkTicketResult {
  id: string;
  from: string;
  to: string[];
  points: number[];
  long: boolean;
  state: "done" | "failed";
  scored: number;
}

/** A player's final score by parts; `station_routes` are by the station's city. */
export interface NetworkResult {
  seat: number;
  rank: number;
  score: number;
  tickets: number;
  tickets_completed: number;
  tickets_list: NetworkTicketResult[];
  routes: number;
  stations: number;
  station_routes: Record<string, string>;
  longest: number;
  longest_path: number;
  trail: string[];
}

/** Final scores and ranking. */
export interface NetworkOutcome {
  winners: number[];
  players: NetworkResult[];
}

/** A ticket that a seat holds or may choose; an impossible one not even stations can complete. */
export interface NetworkTicketView {
  id: string;
  from: string;
  to: string[];
  points: number[];
  long: boolean;
  state: "done" | "impossible" | "open";
}

/** A tunnel whose surcharge is owed. */
export interface Tunnel {
  seat: number;
  route: string;
  payment: Counts;
  revealed: Card[];
  surcharge: number;
}

/** What a seat knows of a map game. */
export interface NetworkView {
  machine: "network";
  ruleset: string;
  ruleset_version: number;
  version: number;
  seat: number | null;
  players_count: number;
  phase: Phase;
  to_act: number[];
  first: number;
  turn: number;
  final_round: FinalRound | null;
  market: (Card | null)[];
  deck: number;
  discard: Counts;
  discard_size: number;
  ticket_deck: number;
  hand: Counts | null;
  keep_min: number;
  choice: string[] | null;
  legal: string[];
  players: NetworkPlayerView[];
  outcome: NetworkOutcome | null;
  tickets: NetworkTicketView[];
  offer: NetworkTicketView[];
  tunnel: Tunnel | null;
}

/** A row of a siding: cards of one color, and wilds on top of them. */
export interface Row {
  color: Color;
  cards: number;
  wilds: number;
}

/** What everybody knows of a player: `stack` cards lie face down; `chosen` is a sealed choice that is made. */
export interface YardPlayerView {
  seat: number;
  score: number;
  cards: number;
  tickets: number;
  offer: number;
  owes: boolean;
  known: Counts;
  siding: Row[];
  stack: number;
  completed: string[];
  chosen: boolean;
}

/** A ticket as it was scored. */
export interface YardTicketResult {
  id: string;
  from: string;
  to: string[];
  points: number[];
  cards: Partial<Record<Color, number>>;
  cities: string[];
  state: "done" | "failed" | "open";
  scored: number;
}

/** A player's final score by parts; `cities` gave the bonus, `city_counts` are completed tickets by big city. */
export interface YardResult {
  seat: number;
  rank: number;
  score: number;
  tickets: number;
  lost: number;
  tickets_completed: number;
  tickets_list: YardTicketResult[];
  stack: Counts;
  bonus: number;
  cities: string[];
  city_counts: Record<string, number>;
}

/** Final scores and ranking. */
export interface YardOutcome {
  winners: number[];
  players: YardResult[];
}

/** A ticket that a seat holds, may choose or has completed. */
export interface YardTicketView {
  id: string;
  from: string;
  to: string[];
  points: number[];
  cards: Partial<Record<Color, number>>;
  cities: string[];
  state: "done" | "failed" | "open";
}

/** The tickets that are worth most together, for a seat that owes a declaration. */
export interface DefaultDeclaration {
  default: string[];
  points: number;
}

/** What a seat knows of a card game. */
export interface YardView {
  machine: "yard";
  ruleset: string;
  ruleset_version: number;
  version: number;
  seat: number | null;
  players_count: number;
  phase: Phase;
  to_act: number[];
  first: number;
  turn: number;
  final_round: FinalRound | null;
  market: (Card | null)[];
  deck: number;
  discard: Counts;
  discard_size: number;
  ticket_deck: number;
  hand: Counts | null;
  keep_min: number;
  choice: string[] | null;
  legal: string[];
  players: YardPlayerView[];
  outcome: YardOutcome | null;
  tickets: YardTicketView[];
  offer: YardTicketView[];
  stack: Counts | null;
  declaration: DefaultDeclaration | null;
  pass: number;
  passes: number;
}

/** The seat has made its choice of the opening; nothing else is told. */
export interface ChoseEvent {
  event: "chose";
  seat: number;
}

/** All have chosen; how many tickets each seat kept. */
export interface OpeningDoneEvent {
  event: "opening_done";
  kept: number[];
}

/** An open card was taken. */
export interface TookEvent {
  event: "took";
  seat: number;
  card: Card;
  slot: number;
}

/** A card was drawn from the deck; `card` is null unless the seat is yours. */
export interface DrewEvent {
  event: "drew";
  seat: number;
  card: Card | null;
}

/** The new cards of the market by number of the slot. */
export interface RefilledEvent {
  event: "refilled";
  slots: Record<string, Card>;
}

/** So many tickets are on offer to the seat. */
export interface DrewTicketsEvent {
  event: "drew_tickets";
  seat: number;
  count: number;
}

/** Tickets were chosen; `tickets` is null unless the seat is yours. */
export interface KeptEvent {
  event: "kept";
  seat: number;
  kept: number;
  refused: number;
  tickets: string[] | null;
}

/** The seat could do nothing. */
export interface PassedEvent {
  event: "passed";
  seat: number;
}

/** The final round has begun; `seat` caused it, null where a pass began without a deck. */
export interface FinalRoundEvent {
  event: "final_round";
  seat: number | null;
  turns_left: number;
}

/** The seat is next. */
export interface TurnEvent {
  event: "turn";
  seat: number;
}

/** The game is over. */
export interface OverEvent {
  event: "over";
  winners: number[];
}

/** The market had too many wilds and was laid out anew, so many times. */
export interface MarketResetEvent {
  event: "market_reset";
  times: number;
  market: (Card | null)[];
}

/** The discard pile became the deck; `deck` is its new size. */
export interface ReshuffledEvent {
  event: "reshuffled";
  deck: number;
}

/** A ticket is complete; only for your own seat. */
export interface TicketDoneEvent {
  event: "ticket_done";
  seat: number;
  ticket: string;
}

/** Cards were revealed for a tunnel; `payment` is what was laid, `surcharge` what is asked for beyond it. */
export interface TunnelEvent {
  event: "tunnel";
  seat: number;
  route: string;
  payment: Counts;
  revealed: Card[];
  surcharge: number;
}

/** The surcharge of a tunnel was paid. */
export interface SurchargeEvent {
  event: "surcharge";
  seat: number;
  payment: Counts;
}

/** The seat gave a tunnel up. */
export interface WithdrewEvent {
  event: "withdrew";
  seat: number;
  route: string;
}

/** A route was claimed. */
export interface ClaimedEvent {
  event: "claimed";
  seat: number;
  route: string;
  payment: Counts;
  points: number;
}

/** A station was built. */
export interface StationEvent {
  event: "station";
  seat: number;
  city: string;
  payment: Counts;
}

/** The seat drew one card only. */
export interface StoppedEvent {
  event: "stopped";
  seat: number;
}

/** Cards were placed: one row for a set, three for a trio. */
export interface PlacedEvent {
  event: "placed";
  seat: number;
  rows: Row[];
}

/** A row of the victim is gone; `color`, `cards` and `wilds` say which. */
export interface RobbedEvent {
  event: "robbed";
  seat: number;
  victim: number;
  color: Color;
  cards: number;
  wilds: number;
}

/** The top card of a row, named by the row's color. */
export interface MovedCard {
  row: Color;
  card: Card;
}

/** What went onto the stack as the turn began; `cards` is null in a log told before the end. */
export interface MovedEvent {
  event: "moved";
  seat: number;
  count: number;
  cards: MovedCard[] | null;
}

/** The deck is out, all declare. */
export interface DeclaringEvent {
  event: "declaring";
  pass: number;
}

/** The seat has declared; which tickets is sealed until all have. */
export interface DeclaredEvent {
  event: "declared";
  seat: number;
}

/** What a player had in the stack, and the tickets that it paid for. */
export interface PassScore {
  seat: number;
  stack: Counts;
  tickets: string[];
  points: number;
}

/** Stacks and declared tickets of all players. */
export interface ScoredEvent {
  event: "scored";
  pass: number;
  players: PassScore[];
}

/** Another pass begins; cards `dealt` by seat, `cards` are your own, null for a spectator. */
export interface NewPassEvent {
  event: "new_pass";
  pass: number;
  deck: number;
  dealt: number[];
  cards: Counts | null;
  market: (Card | null)[];
}

/** A route of somebody else that an own station in `city` uses; `built` if it stands there already (EUR-27). */
export interface Borrowed {
  route: string;
  city: string;
  built: boolean;
}

/** Cards that a hand lacks for several claims together, its wilds used. `gray`: of any color, but one color for each gray route or station. `wilds`: where nothing else pays. */
export interface Lacking {
  colors: Partial<Record<Color, number>>;
  gray: number;
  wilds: number;
}

/** The cheapest way to complete a ticket, to `to`, which is worth `points`; not `possible`: no way is left. `routes` are those still to be claimed, in the order of the way, and `trains` what they take. */
export interface NetworkTicketPlan {
  id: string;
  offered: boolean;
  possible: boolean;
  to: string | null;
  points: number;
  routes: string[];
  borrowed: Borrowed[];
  trains: number;
  lacking: Lacking;
}

/** Somebody, perhaps the seat itself, has claimed it. */
export interface Owned {
  why: "owned";
  seat: number;
}

/** The seat has claimed `twin`, another route of the same double group (USA-22). */
export interface TwinOwned {
  why: "twin_owned";
  twin: string;
}

/** `seat` has claimed `twin`, which closes the whole double group with fewer than `open_from` players (USA-23). */
export interface TwinClosed {
  why: "twin_closed";
  twin: string;
  seat: number;
  open_from: number;
}

/** The route takes more trains than the seat has (USA-25). */
export interface TooFewTrains {
  why: "trains";
  needed: number;
  left: number;
}

/** The hand cannot pay; with these cards it could, and with no fewer. `wild`: nothing else pays for that part. */
export interface CardsLacking {
  why: "cards";
  lacking: Counts;
}

/** Nothing is in the way but another decision that the seat owes first. */
export interface OtherDecision {
  why: "decision";
}

/** Nothing is in the way, but it is not the seat's turn. */
export interface NotYourTurn {
  why: "turn";
}

/** What the tickets of a seat that are not complete, and those on offer, would take; what keeps it from routes. */
export interface NetworkPlan {
  machine: "network";
  version: number;
  tickets: NetworkTicketPlan[];
  routes: Record<string, Obstacle>;
}

/** What a ticket still takes, served alone: colored cards to `place`, and of them those to `draw` first. Wilds are not counted; each could stand in for one of these cards. */
export interface YardTicketPlan {
  id: string;
  offered: boolean;
  points: number;
  place: Partial<Record<Color, number>>;
  draw: Partial<Record<Color, number>>;
}

/** What the tickets of a seat would take, those on offer too; at most so much, if its stack is not known. `wilds` are those in the hand, in the siding and, if it is known, on the stack. */
export interface YardPlan {
  machine: "yard";
  version: number;
  stack_known: boolean;
  wilds: number;
  tickets: YardTicketPlan[];
}

/** About how many own turns and how many trains the plan takes, and how many are left. */
export interface Time {
  reason: "time";
  turns: number;
  turns_left: number;
  trains: number;
  trains_left: number;
}

/** Others may end the game before another turn, so only what counts at once matters. */
export interface LastTurn {
  reason: "last_turn";
}

/** Nothing else is legal. */
export interface OnlyChoice {
  reason: "only";
}

/** The card is lacking for these routes of the plan. */
export interface Collecting {
  reason: "collecting";
  card: Card;
  routes: string[];
}

/** Each of these cards would bring the plan on, and a blind one may be any of them. */
export interface Wanted {
  reason: "wanted";
  cards: Card[];
}

/** No card that can be had now would make the plan any quicker. */
export interface Indifferent {
  reason: "indifferent";
}

/** The ticket fits into the plan: it scores so many points, and the routes of its way still take so many trains. */
export interface Planned {
  reason: "planned";
  ticket: string;
  points: number;
  trains: number;
}

/** These tickets share routes of the plan. */
export interface Together {
  reason: "together";
  tickets: string[];
  routes: string[];
}

/** The ticket is complete as soon as it is kept. */
export interface Connected {
  reason: "connected";
  ticket: string;
}

/** The ticket does not fit into the plan; it is kept because so many have to be, and the least is lost with it. */
export interface Unplanned {
  reason: "unplanned";
  ticket: string;
}

/** The ticket does not fit into the planner's plan as it is now. */
export interface OutOfPlan {
  reason: "out_of_plan";
  ticket: string;
}

/** All tickets are in the plan, and there is time for others. */
export interface MoreTickets {
  reason: "more_tickets";
}

/** Nothing else wins more often in the last turn: tickets whose cities are joined already score at once. */
export interface Gamble {
  reason: "gamble";
}

/** The claim completes these tickets at once; that of a tunnel, if it succeeds. */
export interface Completes {
  reason: "completes";
  tickets: string[];
}

/** The route lies on the planned way of these tickets. */
export interface ForTickets {
  reason: "tickets";
  route: string;
  tickets: string[];
}

/** The route is not planned, but on a way of these tickets that takes no more trains than the planned one. */
export interface AnotherWay {
  reason: "another_way";
  route: string;
  tickets: string[];
}

/** The route scores so many points at once. */
export interface ForPoints {
  reason: "points";
  route: string;
  points: number;
}

/** The route joins two parts of the own network. */
export interface Joins {
  reason: "joins";
  route: string;
}

/** Others may take the route, or close it, within a round: `chance` in a hundred; that would cost `loss` points. */
export interface Danger {
  reason: "danger";
  route: string;
  chance: number;
  loss: number;
}

/** Others probably need the route for their tickets, by the routes that they have built. */
export interface Contested {
  reason: "contested";
  route: string;
}

/** In how many own turns the plan is done if the surcharge is paid, and if the tunnel is left for later, about. */
export interface Surcharge {
  reason: "surcharge";
  paying: number;
  withdrawing: number;
}

/** A station in the city lets these tickets use a route of somebody else (EUR-27). */
export interface Borrowing {
  reason: "station";
  city: string;
  route: string;
  tickets: string[];
}

/** What to do now, and why, the most telling reason first. */
export interface NetworkHint {
  machine: "network";
  version: number;
  action: string;
  searched: boolean;
  instead: string | null;
  gain: number | null;
  reasons: NetworkReason[];
}

/** It takes a row of so many cards away from another player (CARD-27). */
export interface Robs {
  reason: "robs";
  victim: number;
  color: Color;
  cards: number;
}

/** The tickets of the plan still lack the card on the stack; these tickets take it. */
export interface Needed {
  reason: "needed";
  card: Card;
  tickets: string[];
}

/** Another player, who was seen to take so many cards of the color and still has them, cannot take this one. */
export interface Denies {
  reason: "denies";
  victim: number;
  color: Color;
  cards: number;
}

/** The plan takes no such card; it is worth something for tickets to come, and a longer row is a safer one. */
export interface Spare {
  reason: "spare";
}

/** The plan lacks each of these cards, and a blind one may be any of them, or a wild. */
export interface WantedCards {
  reason: "wanted";
  cards: Card[];
}

/** There is time for the ticket, which is worth so many points. */
export interface PlannedTicket {
  reason: "planned";
  ticket: string;
  points: number;
}

/** There is no time for the ticket in this pass, as the plan is now. */
export interface LeftOut {
  reason: "left_out";
  ticket: string;
}

/** The tickets that are declared are worth so many points together. */
export interface Declares {
  reason: "declares";
  points: number;
}

/** Other tickets are expected to add more than anything else now. */
export interface OtherTickets {
  reason: "more_tickets";
}

/** About so many own turns are left until the pass ends, the present one included. */
export interface TurnsLeft {
  reason: "turns_left";
  turns: number;
}

/** The cards of the own stack are not known here; they were reckoned with as average ones. */
export interface StackUnknown {
  reason: "stack_unknown";
  cards: number;
}

/** Nothing else is legal. */
export interface NoChoice {
  reason: "only";
}

/** What to do now, and why, the most telling reason first. */
export interface YardHint {
  machine: "yard";
  version: number;
  action: string;
  searched: boolean;
  instead: string | null;
  gain: number | null;
  reasons: YardReason[];
}

/** Of so many cards that chance gave, how many were `got` of those that count, and how many could be `expected`. */
export interface Chance {
  cards: number;
  got: number;
  expected: number;
}

/** A player's way; `tunnels` counts the cards turned up for tunnels, and of them those to be paid for. */
export interface NetworkPlayerSummary {
  seat: number;
  offered: number;
  kept: string[];
  score: number[];
  standing: number[];
  cards: number[];
  tickets: number[];
  drawn: Chance;
  dealt: Chance;
  completed: number[];
  tunnels: Chance;
  trains: number[];
}

/** A turn: the route that was claimed, the city of a station, the tunnel that was given up. */
export interface NetworkTurn {
  turn: number;
  seat: number;
  drew: Card[];
  took: Card[];
  offered: number;
  kept: string[];
  withdrew: string | null;
  surcharge: number;
  claimed: string | null;
  station: string | null;
}

/** A map game that is over. */
export interface NetworkSummary {
  machine: "network";
  after: number[];
  players: NetworkPlayerSummary[];
  turns: NetworkTurn[];
}

/** A player's way; `stack` is the number of cards on the track. */
export interface YardPlayerSummary {
  seat: number;
  offered: number;
  kept: string[];
  score: number[];
  standing: number[];
  cards: number[];
  tickets: number[];
  drawn: Chance;
  dealt: Chance;
  stack: number[];
  completed: number[];
}

/** A row that was robbed, and whose it was. */
export interface Robbery {
  victim: number;
  color: Color;
  cards: number;
  wilds: number;
}

/** A turn: the rows that were placed, and the one that was robbed by it. */
export interface YardTurn {
  turn: number;
  seat: number;
  drew: Card[];
  took: Card[];
  offered: number;
  kept: string[];
  placed: Row[];
  robbed: Robbery | null;
}

/** A card game that is over; `passes` says after how many turns each pass was scored. */
export interface YardSummary {
  machine: "yard";
  after: number[];
  passes: number[];
  players: YardPlayerSummary[];
  turns: YardTurn[];
}

/** A seat as everybody at the table sees it. A `bot` on the seat of a person plays for them, and `away` says why: they left, their time ran out, or others had the bot take their place. `held_for` is the name of the player for whom an open seat is kept. `online`: a socket of the player is open, or was a few seconds ago; `lost`: the last one broke off, and they are not back yet. `absent`: the player has been away so long that others may let a bot play. `agreed`: they want to end the game unfinished, `hints`: they want hints for everybody. `host`: they made the table, or it was handed to them. `program`: a program plays this seat. `player` leads to the page of the player, if there is one to see. `color`: the number of its color, which no other seat has. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string | null;
  bot: string | null;
  online: boolean;
  held_for?: string | null;
  absent?: boolean;
  agreed?: boolean;
  host?: boolean;
  program?: boolean;
  invited?: boolean;
  player?: string | null;
  hints?: boolean;
  lost?: boolean;
  away?: "left" | "removed" | "time" | null;
  color?: number;
}

/** The clock of a table, chosen when it is made. `live`: each person has so many seconds for the whole game, plus `increment` seconds after every turn; `turn`: so many seconds for each turn. When a player's time runs out, `bot` plays for them until they come back. Without a bot the seat then only does the least that the rules allow. */
export interface ClockSettings {
  kind: "live" | "turn";
  seconds: number;
  increment?: number;
  bot?: string | null;
}

/** Time left for each seat in milliseconds (null: no clock), and the seats whose clocks run. */
export interface ClockTimes {
  left: (number | null)[];
  running: number[];
}

/** The clock of a table; `times` is null unless a game is under way. */
export interface ClockInfo {
  settings: ClockSettings;
  times: ClockTimes | null;
}

/** What a table promises of its shuffle: the hash of its seed, and what each seat has added. */
export interface ShuffleInfo {
  commitment: string;
  nonces: (string | null)[];
}

/** The table at which the players meet once more: its key for the receiver, who is there and who is missing. */
export interface Rematch {
  table: string;
  ready: string[];
  waiting: string[];
}

/** A user whom the host has removed, and who cannot sit down for a while. */
export interface Removed {
  user: string;
  name: string;
}

/** How one seat ended. finisher: the bot that played the seat at the end, None for its player; a bot that sat there from the beginning has played to the end. rank: 1 is the best; None if the game is unfinished. */
export interface SeatEnd {
  seat: number;
  finisher: string | null;
  ending: "left" | "played" | "removed" | "time" | "unfinished";
  rank: number | null;
  won: boolean;
}

/** A table as one user sees it. `id` is the key that the user may know: the one to sit, or the one to watch. `you` is the seat that is looked from, `yours` are all the user's: several where several people play on one device. `kept` is an open seat that waits for the user. `abandoned`: over by agreement, and not finished. `removed` is told to the host; `barred` to the user who was removed: until when they cannot sit down. `closes`: when the game is closed unfinished if nobody plays on; null for nearly all. A game that was closed so is over by its `state` while its view is not. `watchers` are the names of those among the spectators who show them. `hints`: players may ask for them. `delay`: seconds by which spectators see a game between people later. `begins`: seconds until a rematch starts without waiting any longer for a seated player who is not there. `result`: how each seat ended and who has won, once the game is over; lists of tables leave it out. */
export interface TableInfo {
  id: string;
  watch: string;
  ruleset: string;
  state: "open" | "over" | "playing";
  owner: string;
  you: number | null;
  version: number;
  seats: SeatInfo[];
  spectators: number;
  created: string;
  look: boolean;
  clock: ClockInfo | null;
  shuffle: ShuffleInfo | null;
  watchers: string[];
  listed: boolean;
  quick: boolean;
  chat: boolean;
  closes?: string | null;
  yours?: number[];
  kept?: number | null;
  abandoned?: boolean;
  comes_back?: boolean;
  rematch?: Rematch | null;
  removed?: Removed[];
  imported?: boolean;
  hints?: boolean;
  barred?: string | null;
  delay?: number;
  result?: SeatEnd[] | null;
  begins?: number | null;
}

/** What one action showed to one viewer. */
export interface LogEntry {
  version: number;
  events: GameEvent[];
}

/** All that the receiver may know: first, when the game begins, and as the answer to `resync`. */
export interface Hello {
  type: "hello";
  table: TableInfo;
  view: View | null;
  log: LogEntry[];
  version: number;
}

/** After every action: what happened, and what the receiver knows now. `result` comes with the last action, as in a `TableInfo`. */
export interface Update {
  type: "update";
  version: number;
  events: GameEvent[];
  view: View;
  clock: ClockTimes | null;
  result?: SeatEnd[] | null;
}

/** Seats, presence or state have changed; once for a burst of comings and goings. */
export interface TableChanged {
  type: "table";
  table: TableInfo;
}

/** Your command is on disk and made this version. */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
}

/** A code for programs and a sentence for people. */
export interface ErrorInfo {
  code: string;
  message: string;
}

/** Your command changed nothing; `version` is the present one, `id` is null if none could be read. */
export interface Refused {
  type: "refused";
  id: string | null;
  error: ErrorInfo;
  version: number;
}

/** The socket cannot be served, or not any more; it is closed next. */
export interface Failure {
  type: "error";
  error: ErrorInfo;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
}

/** Something that was said. `seat` is null for those who watched, `user` names a person for muting. */
export interface ChatMessage {
  id: number;
  user: string;
  name: string;
  seat: number | null;
  watching: boolean;
  text: string | null;
  phrase: Phrase | null;
  at: string;
}

/** Somebody said something; `id` is that of your own message, null for others'. */
export interface Said {
  type: "said";
  message: ChatMessage;
  id: string | null;
}

/** A moderator has deleted a message: show it no longer. */
export interface Unsaid {
  type: "unsaid";
  message: number;
}

/** A moderator has warned you: `GET /api/me` tells what about. */
export interface Warned {
  type: "warned";
}

/** Plays an action, chosen at a version, under an id of your choice. */
export interface Command {
  type: "command";
  id: string;
  version: number;
  action: string;
  seat?: number | null;
}

/** Asks for everything again; `version` is the last that you have, or 0. */
export interface Resync {
  type: "resync";
  version?: number;
}

/** The device goes to whoever sits at another of the own seats; the answer is a hello for that seat. */
export interface Turn {
  type: "seat";
  seat: number;
}

/** Asks for a pong. */
export interface Ping {
  type: "ping";
}

/** Says whether the person sees the table now; who does is not told elsewhere of their turn. */
export interface Looking {
  type: "looking";
  looking: boolean;
}

/** Says something: a text, or a phrase that each reader has in their language. */
export interface Say {
  type: "say";
  id: string;
  text?: string | null;
  phrase?: Phrase | null;
}

/** Whether those at the table are told my name while I watch. */
export interface Show {
  type: "show";
  name: boolean;
}

/** The body of every refused request. */
export interface ErrorAnswer {
  error: ErrorInfo;
}

/** Where the one who leads is; to the service from them, and from it to all others. */
export interface Position {
  type: "position";
  version: number;
  eyes: string;
  playing: boolean;
  speed: number;
}

/** Lets somebody else lead, from the one who does. */
export interface HandOver {
  type: "hand_over";
  to: number;
}

/** Somebody who watches; `id` is theirs as long as they stay. */
export interface Member {
  id: number;
  name: string;
}

/** Who watches together, in the order that they came; `position` is null until somebody has led. */
export interface Company {
  type: "company";
  you: number;
  leader: number;
  members: Member[];
  position: Position | null;
}

/** POST /api/notices/ways: to this device, by what its browser calls a push subscription. */
export interface PushWish {
  kind: "push";
  endpoint: string;
  key: string;
  auth: string;
  language: "cs" | "en" | "hu" | "pl" | "ro";
}

/** POST /api/notices/ways: to an e-mail address, once whoever reads it has said yes. */
export interface MailWish {
  kind: "mail";
  address: string;
  language: "cs" | "en" | "hu" | "pl" | "ro";
}

/** POST /api/notices/ways: to a program at this address. */
export interface WebhookWish {
  kind: "webhook";
  url: string;
  language: "cs" | "en" | "hu" | "pl" | "ro";
}

/** What a device is sent: to be shown as it is. A newer one of the same `tag` takes its place. */
export interface PushMessage {
  title: string;
  body: string;
  tag: string;
  url: string;
  language: "cs" | "en" | "hu" | "pl" | "ro";
}

/** A table with a free seat that everybody may take. `here` counts the players who wait there now. `ratings` are those of the seats on this board and at this pace, null where there is none or it is not public. */
export interface OpenTable {
  id: string;
  ruleset: string;
  seats: SeatInfo[];
  here: number;
  quick: boolean;
  created: string;
  clock?: ClockSettings | null;
  ratings?: (number | null)[];
}

/** GET /api/open, and the first message in the open room: all open tables, in no order. */
export interface OpenTables {
  type: "open";
  version: number;
  tables: OpenTable[];
  people: number;
}

/** What has changed in the open room since the version before this one: at most one message a second. `tables` are new, or take the place of those with their id; `removed` are ids. */
export interface OpenChanges {
  type: "open_changes";
  version: number;
  tables: OpenTable[];
  removed: string[];
  people: number;
}

/** Your message was not said; `id` is null if none could be read. */
export interface RoomRefused {
  type: "refused";
  id: string | null;
  error: ErrorInfo;
}

/** POST /api/invitations/{key}: the color that you prefer. */
export interface Accept {
  color?: number | null;
}

/** A passkey of the account. */
export interface PasskeyInfo {
  id: string;
  name: string;
  created: string;
  used: string | null;
}

/** A browser in which the account is signed in; `here`: the one that asks. */
export interface SessionInfo {
  id: string;
  created: string;
  seen: string;
  agent: string;
  here: boolean;
}

/** `on`: a password alone does not open the account; `app`: an app gives codes; `codes`: recovery codes left. */
export interface SecondFactorInfo {
  on: boolean;
  app: boolean;
  codes: number;
}

/** An account as its owner sees it. `pending`: an address that has to be confirmed; `mail`: whether the site sends e-mail; `shown`: whether others see the account's page; `moderator`: whether it looks after the site, which takes a second factor. */
export interface AccountInfo {
  id: string;
  name: string;
  created: string;
  email: string | null;
  pending: string | null;
  mail: boolean;
  password: boolean;
  passkeys: PasskeyInfo[];
  sessions: SessionInfo[];
  second_factor: SecondFactorInfo;
  moderator: boolean;
  shown: boolean;
}

/** POST /api/tables/{table}/nonce: a nonce for the shuffle, by who sat down without one. */
export interface AddNonce {
  nonce: string;
}

/** POST /api/tables/{table}/agree and /hints: whether I want to end the game unfinished, or hints for everybody. */
export interface Agreement {
  agrees: boolean;
}

/** POST /api/account/second-factor/app: what an authenticator app needs; `qr` is the address as an SVG drawing. */
export interface AppInfo {
  secret: string;
  address: string;
  qr: string;
}

/** POST /api/host/bans: a user's id or the tag of an address, for some days or (null) until it is lifted. With the scope `chat` they are muted on the whole site, and can do everything else. */
export interface BanWish {
  kind: "address" | "user";
  subject: string;
  days?: number | null;
  reason?: string;
  scope?: "all" | "chat";
}

/** POST /api/me/program: `confirmed` has to be true, as strangers may challenge a program. */
export interface BecomeProgram {
  confirmed: boolean;
}

/** One line of the list of bots. */
export interface BotSummary {
  id: string;
  name: string;
  level: number;
}

/** POST /api/games/{game}/branch: play on from a moment in place of a seat, against a bot at all others. */
export interface Branch {
  version: number;
  seat: number;
  bot: string;
}

/** PUT /api/account/email; null forgets the address. A link is sent in this language. */
export interface ChangeEmail {
  email: string | null;
  language?: string;
}

/** PUT /api/account/password. */
export interface ChangePassword {
  password: string;
}

/** POST /api/tables/{table}/seats. */
export interface ChangeSeat {
  seat: number;
  kind: "bot" | "open";
  bot?: string | null;
}

/** GET /api/tables/{table}/chat and /api/open/chat: the newest that the caller may read, oldest first. */
export interface ChatAnswer {
  messages: ChatMessage[];
}

/** POST /api/tables/{table}/color: the color of an own seat, before the game begins. */
export interface ChooseColor {
  seat: number;
  color: number;
}

/** POST /api/host/close: a table by its id or its key to watch. */
export interface CloseTable {
  table: string;
  reason?: string;
}

/** Who shall have a seat of a new table; where several people play on one device each `me` has a name. */
export interface SeatWish {
  kind: "bot" | "me" | "open";
  bot?: string | null;
  name?: string | null;
}

/** POST /api/tables. */
export interface CreateTable {
  ruleset: string;
  seats: SeatWish[];
  start?: boolean;
  color?: number | null;
  look?: boolean;
  stand_in?: string | null;
  comes_back?: boolean;
  clock?: ClockSettings | null;
  listed?: boolean;
  chat?: boolean;
  hints?: boolean;
  delay?: number | null;
}

/** What a stack says to a declaration: whether it pays, the points, and the tickets that could be added. */
export interface DeclarationAnswer {
  feasible: boolean;
  points: number;
  addable: string[];
}

/** What a player held: cards, tickets, and tickets that were on offer. */
export interface OpenHand {
  seat: number;
  hand: Counts;
  tickets: string[];
  offer: string[];
}

/** A game at one version; `hands` are open where all of them were asked for. Nothing is legal in the past. */
export interface Frame {
  version: number;
  view: View;
  hands: OpenHand[];
}

/** GET /api/games/{game}/frames: the game at some versions in a row. */
export interface Frames {
  eyes: string;
  frames: Frame[];
}

/** From this version on a bot plays a person's seat, or (null) the person does again. */
export interface SeatChange {
  version: number;
  seat: number;
  bot: string | null;
}

/** GET /api/games/{game}/log: a game to be looked at from `first` to `last`, by the eyes of a seat. `first` is the beginning, but in a game under way no earlier than what may not be told again. `table` has its seats as they are now; `changes` say who played them when, each person at first. */
export interface GameLog {
  table: TableInfo;
  eyes: string;
  first: number;
  last: number;
  log: LogEntry[];
  changes: SeatChange[];
}

/** What a user has reported: a message, with what was said before it (oldest first), or a player at a table. `name` is the name that the reported user had then. `withheld`: what spectators said is left out, as the moderator plays in this game. */
export interface Report {
  id: number;
  message: number | null;
  about: About;
  reason: Reason;
  reporter: string;
  reporter_name: string | null;
  reported: string;
  name: string | null;
  address: string;
  watch: string | null;
  context: ChatMessage[];
  withheld: boolean;
  at: string;
  done: string | null;
}

/** A ban or, with the scope `chat`, a mute; `until` is null if it does not end by itself. */
export interface Ban {
  id: number;
  kind: "address" | "user";
  subject: string;
  name: string | null;
  reason: string;
  at: string;
  until: string | null;
  scope: "all" | "chat";
  lifted: string | null;
}

/** A line of the moderation log. `by` is null for a command, `detail` the text of a deleted message or a warning. */
export interface ModerationEntry {
  at: string;
  by: string | null;
  action: "acknowledge" | "ban" | "close" | "delete" | "done" | "grant" | "mute" | "read_only" | "revoke" | "unban" | "unmute" | "warn" | "writable";
  subject: string;
  note: string;
  detail: string | null;
}

/** GET /api/host: what waits for a moderator, and what moderators have done. */
export interface HostPage {
  read_only: boolean;
  reports: Report[];
  bans: Ban[];
  log: ModerationEntry[];
}

/** POST /api/records: the record of a game that was played elsewhere, and the names of its players. */
export interface Import {
  record: Record<string, unknown>;
  names?: string[];
}

/** A link `/i/{key}` that seats whoever opens it first. */
export interface Invitation {
  seat: number;
  key: string;
}

/** POST /api/tables/{table}/invitations: for an open seat. */
export interface Invite {
  seat: number;
}

/** POST /api/tables/{table}/join; without a seat the first open one is taken. The nonce goes into the shuffle. `color` is the one that you prefer; if another player has chosen it, you get a free one. */
export interface Join {
  seat?: number | null;
  nonce?: string | null;
  color?: number | null;
}

/** PUT /api/notices/kinds: the kinds of notifications that you want, in all ways and on the page. */
export interface Kinds {
  kinds: EventKind[];
}

/** A token as its owner sees it; `used` is when it was last used, to the minute. */
export interface TokenInfo {
  id: string;
  name: string;
  scopes: ("challenge" | "play" | "read")[];
  created: string;
  expires: string | null;
  used: string | null;
}

/** The answer to POST /api/tokens. The text of a token is told this once and is not kept. */
export interface MadeToken {
  token: string;
  info: TokenInfo;
}

/** POST /api/tokens; without `days` the token is good until it is revoked. */
export interface MakeToken {
  name: string;
  scopes: ("challenge" | "play" | "read")[];
  days?: number | null;
}

/** What a moderator has told a user, who has not acknowledged it yet. */
export interface WarningInfo {
  id: number;
  text: string;
  at: string;
}

/** The user of a cookie or a token: a guest or an account; `program`: the user is one. `signed_out`: the cookie was that of a session that has ended, and the user is a new guest. `warning` is the oldest that waits to be acknowledged. `moderator`: the user can moderate. */
export interface Me {
  id: string;
  name: string;
  account: boolean;
  program: boolean;
  signed_out?: boolean;
  warning?: WarningInfo | null;
  moderator?: boolean;
}

/** POST /api/mutes: whose messages are not to be shown to me, or are again. */
export interface Mute {
  user: string;
  muted?: boolean;
}

/** GET /api/mutes: whose messages I do not see. */
export interface Muted {
  users: string[];
}

/** POST /api/account/passkeys: what a new passkey answered, and what to call it. */
export interface NewPasskey {
  name: string;
  passkey: Record<string, unknown>;
}

/** One way in which you get notifications. `active`: false until an e-mail address is confirmed. `suspended`: nothing is sent until the owner of the account confirms it, after a changed password or a sign-out everywhere. */
export interface WayInfo {
  id: string;
  kind: "mail" | "push" | "webhook";
  address: string;
  active: boolean;
  suspended: boolean;
  language: "cs" | "en" | "hu" | "pl" | "ro";
  created: string;
}

/** A way that was just made; `secret`: what a webhook's messages are signed with, told this once. */
export interface NewWay {
  way: WayInfo;
  secret: string | null;
}

/** GET /api/notices: your ways, and the kinds of notifications that you want. `push_key` is what a browser subscribes with; `mail`: whether this site sends e-mail. */
export interface NoticesInfo {
  push_key: string;
  mail: boolean;
  ways: WayInfo[];
  kinds: EventKind[];
}

/** POST /api/tables/{table}/stand-in, /remove and /host: somebody else's seat. */
export interface OtherSeat {
  seat: number;
}

/** POST /api/tables/{table}/resign and /return; without a seat the first of the own ones. */
export interface OwnSeat {
  seat?: number | null;
}

/** POST /api/session/passkey: what a passkey answered, as the browser's `toJSON` writes it. */
export interface PasskeyAnswer {
  passkey: Record<string, unknown>;
}

/** A warning, and when its user has acknowledged it. */
export interface PersonWarning {
  text: string;
  at: string;
  seen: string | null;
}

/** GET /api/host/people/{user}: the earlier cases of a user; `reported` counts the reports that they have made. */
export interface Person {
  id: string;
  name: string | null;
  account: boolean;
  since: string | null;
  reports: Report[];
  reported: number;
  bans: Ban[];
  warnings: PersonWarning[];
}

/** Who sat where, and how they came out; no numbers where the game was not finished. `kind` is `bot` if `name` is that of a bot, otherwise `person`. `player` leads to their page, if there is one to see. `ending`: whether they played to the end; rank and `won` follow from it. `color`: the number of the color of the seat. */
export interface PlayedSeat {
  seat: number;
  name: string | null;
  bot: string | null;
  score: number | null;
  rank: number | null;
  won: boolean;
  player?: string | null;
  kind?: string;
  ending?: "left" | "played" | "removed" | "time" | "unfinished";
  color?: number;
}

/** One game of the own history. `you` are the own seats; `abandoned`: ended by agreement, unfinished. */
export interface PlayedGame {
  table: string;
  ruleset: string;
  ended: string;
  you: number[];
  abandoned: boolean;
  seats: PlayedSeat[];
}

/** GET /api/games: newest first; `more` is the `before` that gives those after them, if there are any. */
export interface Played {
  games: PlayedGame[];
  more: string | null;
}

/** A rating of the present season. With 95 % the player is within `margin` of it. `place` is that among the `listed`; null for those who do not show theirs. */
export interface RatingLine {
  ruleset: string;
  pace: Pace;
  rating: number;
  margin: number;
  games: number;
  wins: number;
  place: number | null;
  listed: number;
}

/** Games on a board with so many players, `company`: with other people among them. `left`: games among them that the player did not play to the end. `mean` and `best` are scores of the others, null where there are none. */
export interface Statistic {
  ruleset: string;
  players: number;
  company: boolean;
  games: number;
  wins: number;
  left: number;
  mean: number | null;
  best: number | null;
}

/** A route or a ticket, in how many games it was had, and in how many of them a ticket was completed. */
export interface Favourite {
  id: string;
  games: number;
  done: number;
}

/** What somebody has had most often on a board, in the newest games. */
export interface Favourites {
  ruleset: string;
  games: number;
  routes: Favourite[];
  tickets: Favourite[];
}

/** A finished game of a player. `ending`: whether they played it to the end; rank and `won` follow from it. `game` leads to it where the asker may look: they sat there, or it was open to all. */
export interface RecentGame {
  ruleset: string;
  ended: string;
  pace: Pace;
  players: number;
  score: number;
  rank: number;
  won: boolean;
  ending: "left" | "played" | "removed" | "time" | "unfinished";
  game: string | null;
}

/** GET /api/players/{player}. `you`: it is your own, which others see if `shown`. Programs have no ratings. */
export interface PlayerPage {
  id: string;
  name: string;
  since: string;
  program: boolean;
  you: boolean;
  shown: boolean;
  season: string;
  ratings: RatingLine[];
  statistics: Statistic[];
  favourites: Favourites[];
  recent: RecentGame[];
}

/** POST /api/session/proof: what a passkey answered, or the password, with a code where the second factor is on. */
export interface Proof {
  password?: string | null;
  passkey?: Record<string, unknown> | null;
  code?: string | null;
}

/** POST /api/quickplay: the pace, and the boards and numbers of players that you accept; none named: any. `5+10` and `10+20` are minutes for the whole game and seconds added for each turn; `days` is a day for each turn. */
export interface QuickPlay {
  pace: "10+20" | "5+10" | "days";
  rulesets?: string[];
  sizes?: number[];
  color?: number | null;
}

/** Somebody in a ranking; those before and after are ordered by the rating less the margin. */
export interface RankingLine {
  place: number;
  player: string;
  name: string;
  rating: number;
  margin: number;
  games: number;
  wins: number;
}

/** GET /api/rankings: a page of those who show their ratings, and the own line wherever it is. `seasons` are those in which games on this board have ended, the present one first; `pages` are counted from 0. */
export interface Ranking {
  ruleset: string;
  pace: Pace;
  season: string;
  seasons: string[];
  page: number;
  pages: number;
  listed: number;
  lines: RankingLine[];
  own: RankingLine | null;
}

/** POST /api/notices/read: you have read the notifications of a table; null: all. */
export interface Read {
  table?: string | null;
}

/** POST /api/host/readonly: no new tables, nobody sits down, nothing is said; games under way go on. */
export interface ReadOnly {
  on: boolean;
}

/** POST /api/tables/{table}/readmit: who may sit down again. */
export interface Readmit {
  user: string;
}

/** A notification. `name` is that of the player who caused it. */
export interface EventInfo {
  id: number;
  kind: EventKind;
  table: string;
  board: string;
  name: string | null;
  at: string;
  read: boolean;
}

/** GET /api/notices/recent: your notifications, newest first, and how many of them are unread. */
export interface RecentInfo {
  unread: number;
  events: EventInfo[];
}

/** POST /api/account/recover: have a link sent. The answer does not tell whether anybody has this address. */
export interface Recover {
  email: string;
  language?: string;
}

/** New recovery codes, which are told this once, and the account. */
export interface RecoveryCodes {
  codes: string[];
  account: AccountInfo;
}

/** PATCH /api/me. */
export interface Rename {
  name: string;
}

/** PATCH /api/account/passkeys/{passkey}. */
export interface RenamePasskey {
  name: string;
}

/** POST /api/messages/{message}/report: the message, or the name of its author. `table` is the key by which you came to where it was said. */
export interface ReportMessage {
  reason: Reason;
  about?: "message" | "name";
  table?: string | null;
}

/** POST /api/tables/{table}/report: the player of a seat, for their name or for how they play. */
export interface ReportPlayer {
  seat: number;
  about: "leaving" | "name" | "stalling";
  reason?: Reason;
}

/** POST /api/account/reset: what stood in the link, the new password, and the second factor where that is on. */
export interface Reset {
  token: string;
  password: string;
  code?: string | null;
  passkey?: Record<string, unknown> | null;
}

/** The parts of a seat's result: `start` + `choices` + `others` + `luck` = `end`. start: chance before its first decision, with the deal. choices: loss by its own decisions. others: gain or loss by opponents' decisions. luck: the rest. end: share of the win. */
export interface Share {
  seat: number;
  start: number;
  choices: number;
  others: number;
  luck: number;
  end: number;
}

/** A change of a seat's chance between two versions, by its own choice or by cards and opponents. */
export interface TurningPoint {
  seat: number;
  cause: "choice" | "events";
  since: number;
  until: number;
  before: number;
  after: number;
}

/** A possible choice of a seat, with its winning chance. */
export interface Choice {
  action: string;
  chance: number;
}

/** One decision, given what its seat knew: `before` is the chance with the expert's action, `after` with its own. They differ only if the difference is clear; `expert` names the expert's action if they differ by more than 0.03. `error`: standard error of `after`. `choices`: every choice of tickets, the best first. */
export interface Decision {
  version: number;
  seat: number;
  action: string;
  before: number;
  after: number;
  error: number;
  expert?: string | null;
  choices?: Choice[];
}

/** A review of a whole game. `format` changes when the numbers change their meaning. */
export interface Review {
  format: string;
  ruleset: string;
  players: number;
  seed: number;
  worlds: number;
  version: number;
  seats: Share[];
  turning_points: TurningPoint[];
  decisions: Decision[];
}

/** GET and POST /api/games/{game}/review: `review` when it is done, and how far it is while it is made. `none`: nobody has asked for it; `failed`: it could not be made, and may be asked for again. `done` of `total` decisions are judged; `ahead`: reviews of other games that are made before. */
export interface ReviewAnswer {
  state: "done" | "failed" | "none" | "waiting" | "working";
  done?: number;
  total?: number;
  ahead?: number;
  review?: Review | null;
}

/** One line of the list of boards. */
export interface RulesetSummary {
  id: string;
  name: string;
  machine: string;
  min_players: number;
  max_players: number;
}

/** PUT /api/account/page: whether others see my page, and my line in the rankings. */
export interface ShowPage {
  shown: boolean;
}

/** POST /api/session: the name or e-mail address of an account, and its password. Where the second factor is on, also a code (of the app, or a recovery code) or what a passkey answered. */
export interface SignIn {
  name: string;
  password: string;
  code?: string | null;
  passkey?: Record<string, unknown> | null;
}

/** POST /api/account: a guest becomes an account, with a password or the answer of a new passkey. */
export interface SignUp {
  name: string;
  password?: string | null;
  passkey?: Record<string, unknown> | null;
}

/** PATCH /api/notices: the language in which you are told. */
export interface Speak {
  language: "cs" | "en" | "hu" | "pl" | "ro";
}

/** POST /api/tables/{table}/start; the nonce of the owner's seat goes into the shuffle. */
export interface StartTable {
  nonce?: string | null;
}

/** POST /api/tables/{table}/options: what is null stays as it is. All but `chat` can be set before the game. */
export interface TableOptions {
  listed?: boolean | null;
  chat?: boolean | null;
  hints?: boolean | null;
  delay?: number | null;
}

/** POST /api/tables/{table}/setup: all of what is played, before the game begins; without a clock: null. */
export interface TableSetup {
  ruleset: string;
  seats: number;
  clock: ClockSettings | null;
}

/** PUT /api/account/second-factor: a code of the app that was begun; null: by the passkeys of the account. */
export interface TurnOn {
  code: string | null;
}

/** POST /api/account/verify: what stood in the link. */
export interface Verify {
  token: string;
}

/** GET /api/tables/{table}/view: what the caller may see now, and how it came to be. */
export interface ViewAnswer {
  view: View | null;
  log: LogEntry[];
}

/** What everybody sees of a game under way at a glance. `routes` are by seat, and empty where there are none. */
export interface Standing {
  to_act: number[];
  your_turn: boolean;
  scores: number[];
  routes: string[][];
}

/** A line of GET /api/waiting: one of my tables that is not over; no standing before the game. */
export interface Waiting {
  table: TableInfo;
  standing: Standing | null;
}

/** POST /api/host/warnings: the user sees the text on every page until they acknowledge it. */
export interface Warn {
  user: string;
  text: string;
}

export type CommonEvent =
  | ChoseEvent
  | OpeningDoneEvent
  | TookEvent
  | DrewEvent
  | RefilledEvent
  | DrewTicketsEvent
  | KeptEvent
  | PassedEvent
  | FinalRoundEvent
  | TurnEvent
  | OverEvent;

export type NetworkEvent =
  | CommonEvent
  | MarketResetEvent
  | ReshuffledEvent
  | TicketDoneEvent
  | TunnelEvent
  | SurchargeEvent
  | WithdrewEvent
  | ClaimedEvent
  | StationEvent;

export type YardEvent =
  | CommonEvent
  | StoppedEvent
  | PlacedEvent
  | RobbedEvent
  | MovedEvent
  | DeclaringEvent
  | DeclaredEvent
  | ScoredEvent
  | NewPassEvent;

export type GameEvent = NetworkEvent | YardEvent;

export type View = NetworkView | YardView;

export type RulesetInfo = NetworkRulesetInfo | YardRulesetInfo;

export type Plan = NetworkPlan | YardPlan;

export type Hint = NetworkHint | YardHint;

export type Summary = NetworkSummary | YardSummary;

export type ServerMessage =
  | Hello
  | Update
  | TableChanged
  | Ack
  | Refused
  | Failure
  | Pong
  | Said
  | Unsaid
  | Warned;

export type ClientMessage = Command | Resync | Turn | Ping | Looking | Say | Show;

export type WayWish = PushWish | MailWish | WebhookWish;

export type RoomMessage = OpenTables | OpenChanges | Said | Unsaid | Warned | RoomRefused | Pong;

export type RoomClientMessage = Say | Ping;

export type TogetherMessage = Position | HandOver;

export type TogetherAnswer = Company | Position | Failure | Warned;

export type Obstacle =
  | Owned
  | TwinOwned
  | TwinClosed
  | TooFewTrains
  | CardsLacking
  | OtherDecision
  | NotYourTurn;

export type NetworkReason =
  | Time
  | LastTurn
  | OnlyChoice
  | Collecting
  | Wanted
  | Indifferent
  | Planned
  | Together
  | Connected
  | Unplanned
  | OutOfPlan
  | MoreTickets
  | Gamble
  | Completes
  | ForTickets
  | AnotherWay
  | ForPoints
  | Joins
  | Danger
  | Contested
  | Surcharge
  | Borrowing;

export type YardReason =
  | Robs
  | Needed
  | Denies
  | Spare
  | WantedCards
  | PlannedTicket
  | LeftOut
  | Declares
  | OtherTickets
  | TurnsLeft
  | StackUnknown
  | NoChoice;
