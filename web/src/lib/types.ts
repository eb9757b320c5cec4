// The JSON of the protocol, as docs/protocol/ describes it.
// Made by tools/generated.py from the records in src/whistlestop; change it there.

export type Color = "purple" | "blue" | "orange" | "white" | "green" | "yellow" | "black" | "red";

export type Card = "purple" | "blue" | "orange" | "white" | "green" | "yellow" | "black" | "red" | "wild";

export type RouteColor = "purple" | "blue" | "orange" | "white" | "green" | "yellow" | "black" | "red" | "gray";

export type RouteKind = "normal" | "tunnel" | "ferry";

export type Phase = "opening" | "turn" | "second_draw" | "ticket_choice" | "tunnel" | "over" | "declaration" | "placing" | "storing" | "collecting" | "dealing" | "mixing" | "giving" | "boarding";

export type Phrase = "hello" | "good_luck" | "your_turn" | "one_moment" | "well_played" | "nice_route" | "oops" | "thanks" | "sorry" | "good_game" | "again" | "bye";

export type Reason = "insult" | "spam" | "cheating" | "other";

export type About = "message" | "name" | "stalling" | "leaving";

export type Pace = "live" | "slow";

export type EventKind = "turn" | "invited" | "rematch" | "started" | "round" | "bye" | "over" | "left" | "season";

/** Cards by kind; a kind of which there is none is left out. */
export type Counts = Partial<Record<Card, number>>;

/** The names of a board in another language; for those that are missing, the board's own are shown. */
export interface Translation {
  name?: string | null;
  cities?: Record<string, string>;
  countries?: Record<string, string>;
  card_names?: Partial<Record<Card, string>>;
}

/** How many tickets are drawn at once, and how many of them must be kept. */
export interface OfferInfo {
  tickets: number;
  keep: number;
}

/** A route between cities `a` and `b`; `twins` are the others of its double group. `trains` and `points` are missing if they follow from the length, and `players`, the numbers of players with which the route is in play, for all. `small` is true for a route that takes small trains (MECH-7), otherwise missing. */
export interface RouteInfo {
  id: string;
  a: string;
  b: string;
  length: number;
  color: RouteColor;
  kind: RouteKind;
  wilds: number;
  twins: string[];
  trains?: number;
  points?: number;
  players?: number[];
  small?: boolean;
}

/** How many train cards there are of each color and of wilds; `colors`: the colors with a different number. */
export interface CardNumbers {
  per_color: number;
  wilds: number;
  colors?: Partial<Record<Color, number>>;
}

/** A city; a border node belongs to a country. */
export interface NetworkCityInfo {
  id: string;
  name: string;
  country: string | null;
}

/** A ticket; a long ticket is dealt only at the start. */
export interface NetworkTicketInfo {
  id: string;
  from: string;
  to: string[];
  points: number[];
  long: boolean;
}

/** A district: its cities, and the points for connecting all of them. */
export interface DistrictInfo {
  id: string;
  name: string;
  cities: string[];
  points: number;
}

/** The numbers in the rules of a map game that each board sets. */
export interface NetworkNumbers {
  start_hand: number;
  late_hand?: number;
  wild_ends_draw: boolean;
  wilds_reset: number;
  wilds_resets: number;
  start_tickets: number;
  start_long: number;
  start_keep: number;
  start_refused: "bottom" | "removed" | "shuffled";
  draw_tickets: number;
  draw_keep: number;
  draw_refused: "bottom" | "removed" | "shuffled";
  wilds_pay: RouteKind[];
  twins_open_from: number;
  last_trains: number;
  depots?: number;
  depot_bonus?: number;
  mixture?: number;
  surcharge_cards: number;
  ferry_substitutes?: number;
  route_substitutes?: Record<string, number>;
  mountain_points?: number;
  mountains?: Record<string, number>;
  small_trains?: number;
  station_points: number;
  passengers?: number;
  passenger_first?: number;
  passenger_second?: number;
  passenger_colors?: string[];
  passenger_places?: Record<string, number>;
  two_ways?: number[];
  most_tickets?: number;
  most_cities?: number;
  districts?: DistrictInfo[];
  longest: number;
  tie_breaks: ("bonus" | "longest" | "mountains" | "passengers" | "stations" | "tickets")[];
}

/** A board: cities, routes, tickets and numbers. `printed`: whether a printed game has it. */
export interface NetworkRulesetInfo {
  machine: "network";
  id: string;
  name: string;
  variant_of?: string;
  card_names?: Partial<Record<Card, string>>;
  translations?: Record<string, Translation>;
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
  printed: boolean;
  cities: NetworkCityInfo[];
  tickets: NetworkTicketInfo[];
  numbers: NetworkNumbers;
}

/** A city and its position. Each player with the most tickets to a big city gets its bonus. */
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

/** The numbers in the rules that each card game sets; null: there is no second pass. */
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
  variant_of?: string;
  card_names?: Partial<Record<Card, string>>;
  translations?: Record<string, Translation>;
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

/** The final round is in progress; no seat caused it if a round of the card game began without a deck. */
export interface FinalRound {
  turns_left: number;
  caused_by: number | null;
}

/** Public data of a player. */
export interface NetworkPlayerView {
  seat: number;
  score: number;
  cards: number;
  tickets: number;
  offer: number;
  owes: boolean;
  known: Counts;
  depots?: number;
  depots_placed?: string[];
  warehouse?: number;
  long_tickets?: number;
  long_offer?: number;
  trains: number;
  routes: string[];
  small_trains?: number;
  stations: number;
  stations_built: string[];
  passengers?: Counts;
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
  depots?: number;
  tickets: number;
  tickets_completed: number;
  tickets_list: NetworkTicketResult[];
  routes: number;
  mountain_routes?: number;
  small_trains?: number;
  stations: number;
  station_routes: Record<string, string>;
  passengers?: number;
  two_ways?: number;
  two_ways_tickets?: number;
  most_tickets?: number;
  most_cities?: number;
  connected_cities?: number;
  districts?: number;
  complete_districts?: string[];
  longest: number;
  longest_path: number;
  trail: string[];
}

/** Final scores and ranking. */
export interface NetworkOutcome {
  winners: number[];
  players: NetworkResult[];
}

/** A ticket that a seat holds or may choose. Even stations cannot complete an impossible one. */
export interface NetworkTicketView {
  id: string;
  from: string;
  to: string[];
  points: number[];
  long: boolean;
  state: "done" | "impossible" | "open";
}

/** A tunnel whose surcharge is due. */
export interface Tunnel {
  seat: number;
  route: string;
  payment: Counts;
  revealed: Card[];
  surcharge: number;
}

/** Cards of any kind that a seat must still give for a route. */
export interface Owed {
  seat: number;
  route: string;
  cards: number;
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
  announced?: string | null;
  long_deck?: number;
  tickets: NetworkTicketView[];
  offer: NetworkTicketView[];
  tunnel: Tunnel | null;
  owed?: Owed | null;
  figures?: Record<string, Counts>;
  boarding?: string[];
}

/** A row of a siding: cards of one color, and wilds on top of them. */
export interface Row {
  color: Color;
  cards: number;
  wilds: number;
}

/** Public data of a player: `stack`: the number of cards in it; `chosen`: whether a choice is sealed. */
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

/** The tickets that are worth the most together, for a seat that has a declaration to make. */
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

/** The seat has chosen its first tickets. */
export interface ChoseEvent {
  event: "chose";
  seat: number;
}

/** All seats have chosen; `kept` is the number of tickets by seat. */
export interface OpeningDoneEvent {
  event: "opening_done";
  kept: number[];
}

/** The seat took a face-up card. */
export interface TookEvent {
  event: "took";
  seat: number;
  card: Card;
  slot: number;
}

/** The seat drew from the deck; `card` is null unless the seat is yours. */
export interface DrewEvent {
  event: "drew";
  seat: number;
  card: Card | null;
}

/** New face-up cards, by slot number. */
export interface RefilledEvent {
  event: "refilled";
  slots: Record<string, Card>;
}

/** The seat drew `count` tickets to choose from. */
export interface DrewTicketsEvent {
  event: "drew_tickets";
  seat: number;
  count: number;
}

/** The seat chose from these tickets; `tickets` is null unless the seat is yours. */
export interface KeptEvent {
  event: "kept";
  seat: number;
  kept: number;
  refused: number;
  tickets: string[] | null;
}

/** The seat had no legal move. */
export interface PassedEvent {
  event: "passed";
  seat: number;
}

/** The final round has started. `seat` caused it; null if a round started without a deck. */
export interface FinalRoundEvent {
  event: "final_round";
  seat: number | null;
  turns_left: number;
}

/** It is the seat's turn. */
export interface TurnEvent {
  event: "turn";
  seat: number;
}

/** The game is over. */
export interface OverEvent {
  event: "over";
  winners: number[];
}

/** The seat placed a depot. */
export interface DepotEvent {
  event: "depot";
  seat: number;
  city: string;
}

/** The seat draws cards, after putting the top card into a warehouse. `action`: the first draw, in notation. */
export interface AnnouncedEvent {
  event: "announced";
  seat: number;
  action: string;
}

/** The seat put the top card into a warehouse, unseen. `cards`: the number of cards in it now. */
export interface StoredEvent {
  event: "stored";
  seat: number;
  warehouse: number;
  cards: number;
}

/** The seat spent a depot to take all cards of a warehouse; `cards` is null unless the seat is yours. */
export interface CollectedEvent {
  event: "collected";
  seat: number;
  warehouse: number;
  count: number;
  cards: Counts | null;
}

/** The seat took no warehouse, or no further one. */
export interface LeftEvent {
  event: "left";
  seat: number;
}

/** All warehouses became the deck, which now has `deck` cards. */
export interface EmptiedEvent {
  event: "emptied";
  deck: number;
}

/** The face-up cards had too many wilds and were replaced, `times` times. */
export interface MarketResetEvent {
  event: "market_reset";
  times: number;
  market: (Card | null)[];
}

/** The discard pile became the deck, which now has `deck` cards. */
export interface ReshuffledEvent {
  event: "reshuffled";
  deck: number;
}

/** The seat draws tickets, and will announce from which decks. */
export interface MixingEvent {
  event: "mixing";
  seat: number;
}

/** The seat drew tickets from both decks as it announced. */
export interface MixedEvent {
  event: "mixed";
  seat: number;
  regular: number;
  long: number;
}

/** A ticket is complete. Only its holder gets this event. */
export interface TicketDoneEvent {
  event: "ticket_done";
  seat: number;
  ticket: string;
}

/** Cards were revealed for a tunnel. `payment`: the cards played; `surcharge`: the number of further cards due. */
export interface TunnelEvent {
  event: "tunnel";
  seat: number;
  route: string;
  payment: Counts;
  revealed: Card[];
  surcharge: number;
}

/** The seat paid the surcharge of a tunnel. */
export interface SurchargeEvent {
  event: "surcharge";
  seat: number;
  payment: Counts;
}

/** The seat withdrew from a tunnel. */
export interface WithdrewEvent {
  event: "withdrew";
  seat: number;
  route: string;
}

/** The seat gave one of the cards that replace others. */
export interface GaveEvent {
  event: "gave";
  seat: number;
  card: Card;
  left: number;
}

/** The seat claimed a route. */
export interface ClaimedEvent {
  event: "claimed";
  seat: number;
  route: string;
  payment: Counts;
  points: number;
}

/** The seat built a station. */
export interface StationEvent {
  event: "station";
  seat: number;
  city: string;
  payment: Counts;
}

/** The seat took a figure from a city or a country. */
export interface BoardedEvent {
  event: "boarded";
  seat: number;
  place: string;
  color: Color;
}

/** The seat stopped after one card. */
export interface StoppedEvent {
  event: "stopped";
  seat: number;
}

/** The seat placed cards: one row for a set, three rows for a trio. */
export interface PlacedEvent {
  event: "placed";
  seat: number;
  rows: Row[];
}

/** The victim lost the row of this color, with this number of cards and wilds. */
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

/** Cards moved to the stack at the start of the turn. `cards` is null in logs until the game is over. */
export interface MovedEvent {
  event: "moved";
  seat: number;
  count: number;
  cards: MovedCard[] | null;
}

/** The deck is empty, and all seats declare. */
export interface DeclaringEvent {
  event: "declaring";
  pass: number;
}

/** The seat has declared. Its tickets stay sealed until all seats have declared. */
export interface DeclaredEvent {
  event: "declared";
  seat: number;
}

/** The cards in a player's stack, and the tickets that it paid for. */
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

/** A new round starts. `dealt`: number of cards by seat; `cards`: your own, null for spectators. */
export interface NewPassEvent {
  event: "new_pass";
  pass: number;
  deck: number;
  dealt: number[];
  cards: Counts | null;
  market: (Card | null)[];
}

/** Another player's route, used by a station in `city`; `built`: the station already exists (EUR-27). */
export interface Borrowed {
  route: string;
  city: string;
  built: boolean;
}

/** The cards that a hand lacks for several claims together, after using its wilds. `gray`: of any color, but one color for each gray route or station. `wilds`: where only a wild can pay. */
export interface Lacking {
  colors: Partial<Record<Color, number>>;
  gray: number;
  wilds: number;
}

/** The cheapest path that completes a ticket by reaching `to`, for `points`; not `possible`: no path is left. `routes`: those still to be claimed, in the order of the path; `trains`: the trains that they take. `ways`: the routes that can still be claimed on this path or on one that takes at most two trains more than the shortest. */
export interface NetworkTicketPlan {
  id: string;
  offered: boolean;
  possible: boolean;
  to: string | null;
  points: number;
  routes: string[];
  ways: string[];
  borrowed: Borrowed[];
  trains: number;
  lacking: Lacking;
}

/** `seat` has claimed the route, perhaps you. */
export interface Owned {
  why: "owned";
  seat: number;
}

/** The route is not in play with `players` players (MECH-3). */
export interface NotInPlay {
  why: "players";
  players: number;
}

/** You have claimed `twin`, another route of the same double group (USA-22). */
export interface TwinOwned {
  why: "twin_owned";
  twin: string;
}

/** `seat` has claimed `twin`, which closes the double group with fewer than `open_from` players (USA-23). */
export interface TwinClosed {
  why: "twin_closed";
  twin: string;
  seat: number;
  open_from: number;
}

/** You have too few trains (USA-25). */
export interface TooFewTrains {
  why: "trains";
  needed: number;
  left: number;
}

/** You have too few small trains, which the route takes (MECH-7). */
export interface TooFewSmallTrains {
  why: "small_trains";
  needed: number;
  left: number;
}

/** Your hand lacks at least these cards. `wild`: only a wild can pay for this part. */
export interface CardsLacking {
  why: "cards";
  lacking: Counts;
}

/** You have another decision to make first. */
export interface OtherDecision {
  why: "decision";
}

/** It is not your turn. */
export interface NotYourTurn {
  why: "turn";
}

/** A seat's needs for its incomplete tickets and those on offer, and the reasons why it cannot claim routes. */
export interface NetworkPlan {
  machine: "network";
  version: number;
  tickets: NetworkTicketPlan[];
  routes: Record<string, Obstacle>;
}

/** The cards that a ticket needs by itself: colored cards to `place`, and those of them to `draw` first. Wilds are not counted; each could replace one of these cards. */
export interface YardTicketPlan {
  id: string;
  offered: boolean;
  points: number;
  place: Partial<Record<Color, number>>;
  draw: Partial<Record<Color, number>>;
}

/** A seat's needs for its tickets and those on offer; upper bounds if its stack is unknown. `wilds`: those in the hand, in the siding and, if known, on the stack. */
export interface YardPlan {
  machine: "yard";
  version: number;
  stack_known: boolean;
  wilds: number;
  tickets: YardTicketPlan[];
}

/** The ticket does not fit the current plan. */
export interface OutOfPlan {
  reason: "out_of_plan";
  ticket: string;
}

/** About how many turns and trains the plan takes, and how many you have left. */
export interface Time {
  reason: "time";
  turns: number;
  turns_left: number;
  trains: number;
  trains_left: number;
}

/** Others may end the game before your next turn, so only immediate points matter. */
export interface LastTurn {
  reason: "last_turn";
}

/** No other action is legal. */
export interface OnlyChoice {
  reason: "only";
}

/** Claiming one of these planned routes to the city opens your warehouse, which has `cards` cards (EUR-44). */
export interface Opening {
  reason: "opens";
  city: string;
  routes: string[];
  cards: number;
}

/** Claiming a route to one of the cities lets you take this warehouse, which then has `cards` cards (EUR-43). */
export interface Storing {
  reason: "stores";
  warehouse: number;
  cards: number;
  cities: string[];
}

/** The depot brings you `cards` cards; `depots`: the number that you then have left (EUR-44). */
export interface Taking {
  reason: "takes";
  cards: number;
  depots: number;
}

/** The most depots left score `points`; you have `depots`, and no other player has more than `others` (EUR-46). */
export interface MostDepots {
  reason: "most_depots";
  points: number;
  depots: number;
  others: number;
}

/** You need the card for these planned routes. */
export interface Collecting {
  reason: "collecting";
  card: Card;
  routes: string[];
}

/** Each of these cards would help the plan, and a card from the deck may be one of them. */
export interface Wanted {
  reason: "wanted";
  cards: Card[];
}

/** No available card would speed up the plan. */
export interface Indifferent {
  reason: "indifferent";
}

/** The ticket fits the plan: it scores `points`, and its path takes `trains` more trains. */
export interface Planned {
  reason: "planned";
  ticket: string;
  points: number;
  trains: number;
}

/** These tickets share planned routes. */
export interface Together {
  reason: "together";
  tickets: string[];
  routes: string[];
}

/** The ticket is already complete if you keep it. */
export interface Connected {
  reason: "connected";
  ticket: string;
}

/** The ticket does not fit the plan, but you must keep enough tickets, and this one costs the least. */
export interface Unplanned {
  reason: "unplanned";
  ticket: string;
}

/** The plan completes all tickets, and there is time for more. */
export interface MoreTickets {
  reason: "more_tickets";
}

/** In the last turn nothing else wins more often: new tickets between connected cities score at once. */
export interface Gamble {
  reason: "gamble";
}

/** The claim completes these tickets at once; for a tunnel, if it succeeds. */
export interface Completes {
  reason: "completes";
  tickets: string[];
}

/** The route is on the planned path of these tickets. */
export interface ForTickets {
  reason: "tickets";
  route: string;
  tickets: string[];
}

/** The route is not planned, but lies on another path for these tickets that takes no more trains. */
export interface AnotherWay {
  reason: "another_way";
  route: string;
  tickets: string[];
}

/** The route scores these points at once. */
export interface ForPoints {
  reason: "points";
  route: string;
  points: number;
}

/** The route joins two parts of your network. */
export interface Joins {
  reason: "joins";
  route: string;
}

/** Others may take or close the route within a round, with a chance of `chance` %; that would cost `loss` points. */
export interface Danger {
  reason: "danger";
  route: string;
  chance: number;
  loss: number;
}

/** Others probably need the route for their tickets, judging by their claims. */
export interface Contested {
  reason: "contested";
  route: string;
}

/** About how many turns the plan takes if you pay the surcharge, and if you withdraw. */
export interface Surcharge {
  reason: "surcharge";
  paying: number;
  withdrawing: number;
}

/** A station in the city lets these tickets use another player's route (EUR-27). */
export interface Borrowing {
  reason: "station";
  city: string;
  route: string;
  tickets: string[];
}

/** The routes that a seat plans to claim, those for tickets first, and about how many turns they take. due: about how many turns from now each route is claimed; empty in data stored by older versions. */
export interface RoutePlan {
  routes: string[];
  turns: number;
  due?: number[];
}

/** The recommended action and its reasons, the strongest first; `plan`: the planned claims. */
export interface NetworkHint {
  machine: "network";
  version: number;
  action: string;
  searched: boolean;
  instead: string | null;
  gain: number | null;
  reasons: NetworkReason[];
  plan: RoutePlan | null;
}

/** No other action is legal. */
export interface NoChoice {
  reason: "only";
}

/** The cards of your stack are unknown here; the planner assumes average ones. */
export interface StackUnknown {
  reason: "stack_unknown";
  cards: number;
}

/** About `turns` of your turns are left in the round, including this one. */
export interface TurnsLeft {
  reason: "turns_left";
  turns: number;
}

/** The card is still missing on the stack for these planned tickets. */
export interface Needed {
  reason: "needed";
  card: Card;
  tickets: string[];
}

/** There is time for the ticket, which scores `points`. */
export interface PlannedTicket {
  reason: "planned";
  ticket: string;
  points: number;
}

/** The current plan has no time for the ticket in this round. */
export interface LeftOut {
  reason: "left_out";
  ticket: string;
}

/** Drawing tickets is expected to gain the most. */
export interface OtherTickets {
  reason: "more_tickets";
}

/** It keeps the card from another player, who openly took `cards` cards of the color and still has them. */
export interface Denies {
  reason: "denies";
  victim: number;
  color: Color;
  cards: number;
}

/** The plan does not need the card, but later tickets may need it, and a longer row is safer. */
export interface Spare {
  reason: "spare";
}

/** The plan needs each of these cards, and a card from the deck may be one of them, or a wild. */
export interface WantedCards {
  reason: "wanted";
  cards: Card[];
}

/** The action robs another player of a row of `cards` cards (CARD-27). */
export interface Robs {
  reason: "robs";
  victim: number;
  color: Color;
  cards: number;
}

/** The declared tickets score `points` together. */
export interface Declares {
  reason: "declares";
  points: number;
}

/** The recommended action and its reasons, the strongest first. */
export interface YardHint {
  machine: "yard";
  version: number;
  action: string;
  searched: boolean;
  instead: string | null;
  gain: number | null;
  reasons: YardReason[];
}

/** Random cards: how many of `cards` counted (`got`), and how many were `expected` to. */
export interface Chance {
  cards: number;
  got: number;
  expected: number;
}

/** A player's course of the game; `tunnels`: cards turned up for tunnels, and how many had to be paid. */
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
  small_trains?: number[];
}

/** A turn: the route that was claimed, the city of a station, the tunnel that the player withdrew from. */
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

/** A finished map game. */
export interface NetworkSummary {
  machine: "network";
  after: number[];
  players: NetworkPlayerSummary[];
  turns: NetworkTurn[];
}

/** A player's course of the game; `stack` is the number of cards on the track. */
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

/** A row that was robbed, and its former owner. */
export interface Robbery {
  victim: number;
  color: Color;
  cards: number;
  wilds: number;
}

/** A turn: the rows that were placed, and the one that was robbed. */
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

/** A finished card game; `passes` are the numbers of turns after which each pass was scored. */
export interface YardSummary {
  machine: "yard";
  after: number[];
  passes: number[];
  players: YardPlayerSummary[];
  turns: YardTurn[];
}

/** A seat as all users at the table see it. `bot`, on the seat of a person: the bot that took over. `away`: the reason, which is that the player left, their time ran out, or others let the bot take over. `held_for`: the name of the player for whom an open seat is reserved. `online`: the player has an open socket, or had one a few seconds ago; always true during a game by days. `lost`: the player's last connection was lost, and they are not back yet. `absent`: the player has been away so long that others may let a bot take over. `agreed`: they voted to end the game unfinished; `hints`: they voted for hints. `host`: they created the table, or became its host later. `program`: a program plays this seat. `player`: the id of the player's page, if it is shown. `color`: the number of its color, which no other seat has. `character`: the character as which clients show the bot, if the host chose one. `pause`: they voted to pause the game. `vacation`: the end of the player's vacation, during which their clock is stopped. */
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
  character?: string | null;
  pause?: boolean;
  vacation?: string | null;
}

/** The clock of a table, chosen when the table is created. `live`: each human player has `seconds` for the whole game, plus `increment` seconds after every turn. `turn`: `seconds` for each turn, plus `bank` seconds for the whole game, which long turns use up. With `waits`, the time of a turn begins when its player first looks at the position, at the latest after `seconds`; this is only for games by days. When a player's time runs out, `bot` plays for them until they come back. Without a bot, the seat then does only the minimum that the rules require. */
export interface ClockSettings {
  kind: "live" | "turn";
  seconds: number;
  increment?: number;
  bot?: string | null;
  bank?: number;
  waits?: boolean;
}

/** Time left for each seat in milliseconds (null: no clock), and the seats whose clocks run. `waits`: milliseconds after which the time of each seat's turn begins even if its player has not looked; 0 if it has begun or the seat has no turn. Empty if the clock does not wait for players. */
export interface ClockTimes {
  left: (number | null)[];
  running: number[];
  waits?: number[];
}

/** The clock of a table; `times` is null unless a game is in progress. */
export interface ClockInfo {
  settings: ClockSettings;
  times: ClockTimes | null;
}

/** The commitment to the shuffle: the hash of the table's seed, and the nonce of each seat. */
export interface ShuffleInfo {
  commitment: string;
  nonces: (string | null)[];
}

/** The rematch table: its key for the receiver, and the players who are present or missing. */
export interface Rematch {
  table: string;
  ready: string[];
  waiting: string[];
}

/** A user whom the host has removed, and who cannot sit down again for some time. */
export interface Removed {
  user: string;
  name: string;
}

/** The ending of one seat. finisher: the bot that played the seat at the end, None for its player; a bot that sat there from the beginning has played to the end. rank: 1 is the best; None if the game is unfinished. */
export interface SeatEnd {
  seat: number;
  finisher: string | null;
  ending: "left" | "played" | "removed" | "time" | "unfinished";
  rank: number | null;
  won: boolean;
}

/** A result that an arbiter has decided. `by`: null for a deleted account. `own`: the arbiter plays in this game. */
export interface CorrectionInfo {
  by: string | null;
  reason: string;
  at: string;
  own: boolean;
}

/** A table as one user sees it. `id` is the key to sit down, or the key to watch for users who know only that key. `you`: the seat whose view the user gets; `yours`: all seats of the user, several if several people play on one device. `kept`: an open seat reserved for the user. `abandoned`: ended by agreement, unfinished. `removed`: for the host only. `barred`: for a removed user only, the time until which they cannot sit down. `closes`: when the idle game will be closed unfinished, usually null. A game closed this way is over by its `state` but not by its view. `watchers`: the names of the spectators who show their names. `hints`: players can ask for hints. `delay`: seconds by which the spectators' view of a game between people is delayed. `begins`: seconds until a rematch starts without a seated player who is not present. `result`: how each seat ended and who won, once the game is over; lists of tables omit it. `offline`: the game was played in a browser without the server, against bots. `starts`: the game starts automatically once no seat is open. `ahead`: players can move ahead, because the game is played over days. `tournament`: the game belongs to it. `club`: only its members can open the table. `paused`: when the pause of the game ends at the latest. `decided`: an arbiter has decided the result of the game, which is over; a game in progress ended unfinished. */
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
  tournament?: string | null;
  club?: string | null;
  offline?: boolean;
  starts?: boolean;
  ahead?: boolean;
  paused?: string | null;
  decided?: CorrectionInfo | null;
}

/** The events of one action, as one viewer saw them. */
export interface LogEntry {
  version: number;
  events: GameEvent[];
}

/** Everything that the receiver may know. Sent first, at the start of the game, and in answer to `resync`. */
export interface Hello {
  type: "hello";
  table: TableInfo;
  view: View | null;
  log: LogEntry[];
  version: number;
}

/** Sent after every action: the events of the action, and the new view. `result` comes with the last action, as in `TableInfo`. */
export interface Update {
  type: "update";
  version: number;
  events: GameEvent[];
  view: View;
  clock: ClockTimes | null;
  result?: SeatEnd[] | null;
}

/** Sent when seats, presence or state have changed; frequent changes are combined. */
export interface TableChanged {
  type: "table";
  table: TableInfo;
}

/** Your command is on disk and led to this version. */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
}

/** A code for programs and a sentence for people; `users`: with `several_users`, the ids to choose from. */
export interface ErrorInfo {
  code: string;
  message: string;
  users?: string[];
}

/** Your command changed nothing. `version` is the current one; `id` is null if none could be read. */
export interface Refused {
  type: "refused";
  id: string | null;
  error: ErrorInfo;
  version: number;
}

/** The server closes the socket after this message. */
export interface Failure {
  type: "error";
  error: ErrorInfo;
}

/** The answer to a `ping`. */
export interface Pong {
  type: "pong";
}

/** A chat message. `seat` is null for spectators; `user` identifies the author for blocking. */
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

/** A new chat message. `id` is that of your `say`, null for other users' messages. */
export interface Said {
  type: "said";
  message: ChatMessage;
  id: string | null;
}

/** A moderator has deleted a message; stop showing it. */
export interface Unsaid {
  type: "unsaid";
  message: number;
}

/** A moderator has warned you; `GET /api/me` has the text. */
export interface Warned {
  type: "warned";
}

/** Plays an action that was legal at `version`, under an id of your choice. */
export interface Command {
  type: "command";
  id: string;
  version: number;
  action: string;
  seat?: number | null;
}

/** Asks for a new `hello`; `version` is the last one that you have, or 0. */
export interface Resync {
  type: "resync";
  version?: number;
}

/** Switches to another of your seats on this device; the answer is a `hello` for that seat. */
export interface Turn {
  type: "seat";
  seat: number;
}

/** Asks for a `pong`. */
export interface Ping {
  type: "ping";
}

/** Reports whether the player is looking at the table; if so, they get no notifications about it. */
export interface Looking {
  type: "looking";
  looking: boolean;
}

/** Sends a chat message: a text, or a phrase that each reader sees in their language. */
export interface Say {
  type: "say";
  id: string;
  text?: string | null;
  phrase?: Phrase | null;
}

/** Shows your name to the table while you are watching, or hides it. */
export interface Show {
  type: "show";
  name: boolean;
}

/** The body of every refused request. */
export interface ErrorAnswer {
  error: ErrorInfo;
}

/** The leader's position, sent by the leader to the server and by the server to all others. */
export interface Position {
  type: "position";
  version: number;
  eyes: string;
  playing: boolean;
  speed: number;
}

/** Makes another member the leader; sent by the leader. */
export interface HandOver {
  type: "hand_over";
  to: number;
}

/** A member; `id` stays the same as long as they are there. */
export interface Member {
  id: number;
  name: string;
}

/** The members in the order of arrival; `position` is null until the leader has sent one. */
export interface Company {
  type: "company";
  you: number;
  leader: number;
  members: Member[];
  position: Position | null;
}

/** POST /api/notices/ways: notify a device, by the push subscription of its browser. */
export interface PushWish {
  kind: "push";
  endpoint: string;
  key: string;
  auth: string;
  language: "cs" | "de" | "en" | "es" | "fr" | "hu" | "pl" | "ro";
}

/** POST /api/notices/ways: notify by e-mail, once the address is confirmed. */
export interface MailWish {
  kind: "mail";
  address: string;
  language: "cs" | "de" | "en" | "es" | "fr" | "hu" | "pl" | "ro";
}

/** POST /api/notices/ways: notify a program at this address. */
export interface WebhookWish {
  kind: "webhook";
  url: string;
  language: "cs" | "de" | "en" | "es" | "fr" | "hu" | "pl" | "ro";
}

/** POST /api/notices/ways: notify through a topic of ntfy; `token`: an access token, if the topic needs one. */
export interface NtfyWish {
  kind: "ntfy";
  url: string;
  language: "cs" | "de" | "en" | "es" | "fr" | "hu" | "pl" | "ro";
  token?: string | null;
}

/** POST /api/notices/ways: notify through an application on a Gotify server; `token`: the application's token. */
export interface GotifyWish {
  kind: "gotify";
  url: string;
  token: string;
  language: "cs" | "de" | "en" | "es" | "fr" | "hu" | "pl" | "ro";
}

/** POST /api/notices/ways: notify in a channel of Discord, by the address of its webhook. */
export interface DiscordWish {
  kind: "discord";
  url: string;
  language: "cs" | "de" | "en" | "es" | "fr" | "hu" | "pl" | "ro";
}

/** POST /api/notices/ways: notify in a room of Matrix; `url`: the homeserver. `token`: that of an account in the room. */
export interface MatrixWish {
  kind: "matrix";
  url: string;
  room: string;
  token: string;
  language: "cs" | "de" | "en" | "es" | "fr" | "hu" | "pl" | "ro";
}

/** A push message, to be shown unchanged. A newer one with the same `tag` replaces it. */
export interface PushMessage {
  title: string;
  body: string;
  tag: string;
  url: string;
  language: "cs" | "de" | "en" | "es" | "fr" | "hu" | "pl" | "ro";
}

/** A table with a free seat that anybody may take. `here` counts the players who are waiting there. `ratings`: the rating of each seat on this board at this pace; null if there is none or if it is not public. */
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

/** GET /api/open, and the first message of its socket: all open tables, in no order. `rooms`: the languages that have a room of their own; empty if the host has switched these rooms off. */
export interface OpenTables {
  type: "open";
  version: number;
  tables: OpenTable[];
  people: number;
  rooms: string[];
}

/** The changes since the previous version, at most once a second. `tables` are new or replace those with the same id; `removed` are ids. */
export interface OpenChanges {
  type: "open_changes";
  version: number;
  tables: OpenTable[];
  removed: string[];
  people: number;
}

/** Your message was refused. `id` is null if none could be read. */
export interface RoomRefused {
  type: "refused";
  id: string | null;
  error: ErrorInfo;
}

/** The first message of a club's socket, also sent when the club, its members or its tables have changed. */
export interface ClubChanged {
  type: "club_changed";
}

/** The first message of a study's socket, also sent when something in the study has changed. */
export interface StudyChanged {
  type: "study_changed";
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

/** A person at a provider who can sign in to the account. */
export interface LoginInfo {
  id: string;
  issuer: string;
  created: string;
  used: string | null;
}

/** A browser in which the account is signed in; `here`: the browser of this request. */
export interface SessionInfo {
  id: string;
  created: string;
  seen: string;
  agent: string;
  here: boolean;
}

/** `on`: the password alone is not enough to sign in; `app`: an app is set up; `codes`: recovery codes left. */
export interface SecondFactorInfo {
  on: boolean;
  app: boolean;
  codes: number;
}

/** An account as its owner sees it. `pending`: an address not yet confirmed; `mail`: the site sends e-mail; `shown`: others can see the account's page; `moderator`: the account is a moderator, who needs a second factor. */
export interface AccountInfo {
  id: string;
  name: string;
  created: string;
  email: string | null;
  pending: string | null;
  mail: boolean;
  password: boolean;
  passkeys: PasskeyInfo[];
  logins: LoginInfo[];
  sessions: SessionInfo[];
  second_factor: SecondFactorInfo;
  moderator: boolean;
  shown: boolean;
}

/** An entry of GET /api/achievements: the game that earned it, and when it ended; null if no game has earned it. */
export interface AchievementLine {
  id: string;
  game: string | null;
  ended: string | null;
}

/** POST /api/studies/{study}/chapters: a finished game, by the key of its table or its key to watch. `parent`: the chapter from whose game this one was continued. */
export interface AddChapter {
  game: string;
  name: string;
  parent?: string | null;
}

/** POST /api/tables/{table}/nonce: a nonce for the shuffle, for seats without one. */
export interface AddNonce {
  nonce: string;
}

/** POST /api/tables/{table}/agree, /hints and /pause: vote for the proposal, or withdraw everybody's votes. */
export interface Agreement {
  agrees: boolean;
}

/** POST /api/account/second-factor/app: the data for an authenticator app; `qr` is the address as an SVG. */
export interface AppInfo {
  secret: string;
  address: string;
  qr: string;
}

/** POST /api/tournaments/{tournament}/arbiters: the name of an account to appoint, or the id of one to dismiss. */
export interface Appoint {
  name?: string | null;
  dismiss?: string | null;
}

/** POST /api/friends: the name of an account, or its id; exactly one of the two. */
export interface AskFriend {
  name?: string | null;
  player?: string | null;
}

/** A figure beyond its limit. Its subject is a route, a ticket, a color, a place in the turn order (`turn 1`), or `board`. `low`, `high`: the ends of the 95% interval. */
export interface BalanceFinding {
  subject: string;
  figure: number;
  low: number | null;
  high: number | null;
}

/** A check of the balance, such as `dead routes`, with its faults. */
export interface BalanceCheck {
  name: string;
  faults: BalanceFinding[];
}

/** A change of a board as data: a row of a table, with the id `key` (null: removed), or the value of a setting. */
export interface BoardEdit {
  section: string;
  key: string;
  value: unknown;
}

/** The figure of a fault on the board and on the changed one, and the ends of the 95% interval of the difference. */
export interface BalanceDifference {
  before: number;
  after: number;
  low: number;
  high: number;
}

/** A change that corrects a fault, confirmed by games. `amount`: spaces or points that are added, or the value of the setting. `other`: the route that gets the color of `subject`. `difference` is null if the subject of the fault is removed. */
export interface BoardRemedy {
  kind: "double" | "gray" | "lengthen" | "points" | "remove" | "setting" | "shorten" | "swap";
  subject: string;
  amount: number;
  other: string;
  edits: BoardEdit[];
  difference: BalanceDifference | null;
}

/** A fault for which changes were tried, and the confirmed remedy; null if there is none. */
export interface BalanceTrial {
  check: string;
  subject: string;
  tried: number;
  remedy: BoardRemedy | null;
}

/** The findings of games between bots about a board so far. Request it again while the state is `waiting` or `playing`. `played`: how many of the `games` for finding faults are finished. Further games try remedies. `stopped`: the games ended early. */
export interface BalanceReport {
  state: "done" | "playing" | "stopped" | "waiting";
  played: number;
  games: number;
  checks: BalanceCheck[];
  trials: BalanceTrial[];
}

/** POST /api/studio/balance: a board without faults, and the number of players in the games. */
export interface BalanceWish {
  board: Record<string, unknown>;
  seats: number;
}

/** POST /api/host/bans: a user's id or the tag of an address, for a number of days or (null) until it is lifted. The scope `chat` only mutes the user or address, on the whole site. */
export interface BanWish {
  kind: "address" | "user";
  subject: string;
  days?: number | null;
  reason?: string;
  scope?: "all" | "chat";
}

/** POST /api/me/program: `confirmed` must be true, because strangers can challenge a program. */
export interface BecomeProgram {
  confirmed: boolean;
}

/** POST /api/session/providers/{provider}: `enter` signs in or up, `link` adds the provider to the account. */
export interface BeginProvider {
  purpose: "enter" | "link" | "prove";
}

/** POST /api/blocks: block a user, or lift the block. The client hides a blocked user's messages. They cannot be your friend, ask to become one, or challenge you. */
export interface Block {
  user: string;
  blocked?: boolean;
}

/** A user, given by name. */
export interface Player {
  id: string;
  name: string;
}

/** GET /api/blocks: the users whom the caller has blocked, by id and name. */
export interface Blocked {
  users: Player[];
}

/** POST /api/studio/check, /drawing, /places and /files/{form}: a board. */
export interface BoardDraft {
  board: Record<string, unknown>;
}

/** POST /api/studio/import: files in Base64 by name, and the deck to import if there are several. */
export interface BoardFiles {
  files: Record<string, string>;
  deck?: string | null;
}

/** Something that does not fit into a drawing: the title, a route, or the name or the dot of a city, by its id. */
export interface UnplacedItem {
  what: "city" | "name" | "route" | "title";
  id: string;
}

/** POST /api/studio/places: the items that do not fit. `drawn`: there is a drawing without these items. */
export interface BoardPlaces {
  unplaced: UnplacedItem[];
  drawn: boolean;
}

/** A fault: its place in the board, such as `["routes", 3, "length"]`, and the reason, in English. */
export interface BoardFault {
  place: (string | number)[];
  text: string;
}

/** The figures of a board. `spaces`: train spaces by color. `ends`: tickets by city. `parts`: the number of networks without a connection between them. `points`: the number of tickets by their points. */
export interface BoardFigures {
  spaces: Record<string, number>;
  ends: Record<string, number>;
  parts: number;
  points: Record<string, number>;
}

/** The result of a check: the board can be played if it has no faults. `figures` is null if rows of the board's tables have the wrong shape. */
export interface BoardReport {
  faults: BoardFault[];
  figures: BoardFigures | null;
}

/** The board that another board was made from: one of the site, or of the gallery. */
export interface BoardOrigin {
  id: string;
  name: string;
}

/** The gallery's data about a user's board. `players`: users who have finished a game on it. `rating`: the mean of `ratings` ratings, from 1 to 5. `stars`: your own rating. `balance`: the number of faults that games between bots found, by number of players. */
export interface BoardStanding {
  listed: boolean;
  players: number;
  rating: number | null;
  ratings: number;
  stars: number | null;
  can_rate: boolean;
  balance: Record<string, number>;
  origin: BoardOrigin | null;
}

/** POST /api/boards: a board without faults. `origin`: the id of the board that it was made from. */
export interface BoardToKeep {
  board: Record<string, unknown>;
  origin?: string | null;
}

/** A bot in the list of bots. */
export interface BotSummary {
  id: string;
  name: string;
  level: number;
}

/** POST /api/games/{game}/branch: play on from a version at a seat, with a bot on all others. */
export interface Branch {
  version: number;
  seat: number;
  bot: string;
}

/** An imported board, and notes in English about changes, additions and omissions. */
export interface BroughtBoard {
  board: Record<string, unknown>;
  notes: string[];
}

/** A challenge as both sides see it. `table`: the key of its table. */
export interface ChallengeInfo {
  id: string;
  table: string;
  ruleset: string;
  players: number;
  challenger: Player;
  bot: Player;
  state: "accepted" | "declined" | "waiting";
  created: string;
}

/** PUT /api/studies/{study}/chapters/{chapter}: its name, and its place in the list from 0. */
export interface ChangeChapter {
  name: string;
  place: number;
}

/** PUT /api/account/email; null removes the address. The e-mail with the link is in this language. */
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

/** The text at a version of the game; `writer`: the name of its last writer. `text` is empty after a deletion. */
export interface StudyNote {
  moment: number;
  text: string;
  edition: number;
  writer: string | null;
}

/** A mark at a version of the game. */
export interface StudyMark {
  moment: number;
  mark: string;
  color: number;
}

/** GET /api/studies/{study}/chapters/{chapter}, and the answer to every change of its notes and marks. */
export interface Chapter {
  id: string;
  version: number;
  notes: StudyNote[];
  marks: StudyMark[];
}

/** GET /api/tables/{table}/chat and /api/open/chat: the newest messages that the caller may read, oldest first. */
export interface ChatAnswer {
  messages: ChatMessage[];
}

/** POST /api/tables/{table}/color: the color of your seat, before the game. */
export interface ChooseColor {
  seat: number;
  color: number;
}

/** POST /api/host/close: a table by its id or its key to watch. */
export interface CloseTable {
  table: string;
  reason?: string;
}

/** POST /api/clubs and PUT /api/clubs/{club}: the owner's choices. `open`: all users can find the club and ask to join; otherwise only members know that it exists. `language`: the code of one of the site's languages; null: any. */
export interface ClubForm {
  name: string;
  text?: string;
  language?: string | null;
  open?: boolean;
}

/** A seat of a finished game. `player`: its player, if they show their page. */
export interface ClubResult {
  name: string | null;
  player: string | null;
  bot: string | null;
  score: number;
  rank: number;
  won: boolean;
}

/** A finished game at a table of the club, best seats first. `game`: its key for you. */
export interface ClubGame {
  game: string;
  ruleset: string;
  ended: string;
  results: ClubResult[];
}

/** A club in a list. `tie`: your role, `asking` if you have asked to join, or null. */
export interface ClubLine {
  id: string;
  name: string;
  text: string;
  language: string | null;
  open: boolean;
  members: number;
  tie: "member" | "organizer" | "owner" | "asking" | null;
}

/** A member, a user who has asked to join, or a removed user. `since`: when this happened; `page`: they show their page. */
export interface ClubPerson {
  id: string;
  name: string;
  page: boolean;
  role: "member" | "organizer" | "owner" | "asking" | "removed";
  since: string;
}

/** The invitation link `/c/{key}` of a club, and when it expires. */
export interface ClubLink {
  key: string;
  ends: string;
}

/** How a tournament is played. `size`: players at a table. rounds: of a Swiss tournament, or of a round robin with more than two at a table (None: as many as it takes to meet everybody once if the numbers fit). late: the last round in which a player can enter a Swiss tournament. group, advance: the players in a group, and how many of them advance to the knock-out. */
export interface TournamentPlan {
  format: "groups" | "knockout" | "round_robin" | "swiss";
  size?: number;
  rounds?: number | null;
  late?: number;
  group?: number;
  advance?: number;
}

/** A tournament in a list. `round`: the current one, 0 before the first; `rounds`: null if it depends on the number of players. `next`: when it starts or, later, when the next round starts automatically. `winners`: the names of the best players of a tournament that is over; the list of all tournaments omits them. */
export interface TournamentLine {
  id: string;
  name: string;
  state: "cancelled" | "open" | "over" | "paused" | "running";
  plan: TournamentPlan;
  ruleset: string;
  clock: ClockSettings;
  players: number;
  limit: number;
  round: number;
  rounds: number | null;
  next: string | null;
  winners?: string[];
}

/** A league in a list. `season`: the last one that has begun; `next`: when the next one begins. `players`: the players of the season in progress or, between seasons, of the next one. */
export interface LeagueLine {
  id: string;
  name: string;
  state: "closed" | "open" | "running";
  ruleset: string;
  clock: ClockSettings;
  size: number;
  season: number;
  next: string | null;
  players: number;
}

/** A board in the list of boards, or a variant of one. `titles`: the names of a custom board in other languages. `variant_of`: the id of the board that it is a variant of. */
export interface RulesetSummary {
  id: string;
  name: string;
  titles: Record<string, string>;
  machine: string;
  min_players: number;
  max_players: number;
  variant_of: string | null;
}

/** A board that only members of the club can use. `maker`: the name of the member who has offered it. */
export interface ClubBoard {
  board: RulesetSummary;
  maker: string;
  yours: boolean;
  offered: string;
}

/** GET /api/clubs/{club}, and the answer to every change. Users who are not members get only `club`. `people`: the members; for the owner and organizers also requests and removals, and `link`. `tables`: the club's tables that are waiting for players; `games`: those in progress, with the keys to watch them, or for players to open them. `boards`: the boards that members have offered, newest first. `moderator`: you may change and close the club as a moderator of the site. */
export interface ClubInfo {
  club: ClubLine;
  people: ClubPerson[];
  link: ClubLink | null;
  tables: OpenTable[];
  games: OpenTable[];
  tournaments: TournamentLine[];
  leagues: LeagueLine[];
  boards: ClubBoard[];
  moderator: boolean;
}

/** GET /api/clubs/link/{key}: the club of an invitation link. */
export interface ClubInvitation {
  club: ClubLine;
}

/** GET /api/clubs: your clubs and those that you have asked to join, by name, and open clubs, the largest first. */
export interface ClubList {
  yours: ClubLine[];
  open: ClubLine[];
  founding: boolean;
}

/** PUT /api/tournaments/{tournament}/rounds/{number}/tables/{table}. `ranks`: by seat, 1 for the best, and the same rank for equal players; null: lost without points. */
export interface CorrectResult {
  ranks: (number | null)[];
  reason: string;
}

/** POST /api/leagues. `starts`: when the first season begins. `size`: players at a table. `division`: approximate number of players in a division; `moves`: how many of them are promoted and relegated. `days`: the days of a season after which no further round begins; null: all players meet each other. `rest`: hours between two seasons. `together`: how many rounds of a division are in progress at once; `rounds`: their number, with more than two players at a table. `pause`: minutes between two rounds; `appear`: minutes after which players of a live game who have not moved lose. `first`: the players who start at the top in the first season. `text`: information for players. `club`: only its members can see the league and play; you are its owner or an organizer. */
export interface CreateLeague {
  name: string;
  starts: string;
  club?: string | null;
  ruleset: string;
  clock: ClockSettings;
  text?: string;
  size?: number;
  division?: number;
  moves?: number;
  days?: number | null;
  rest?: number;
  together?: number;
  rounds?: number | null;
  pause?: number;
  appear?: number;
  first?: "draw" | "rating";
}

/** The occupant of a seat at a new table; if several people play on one device, each `me` has a name. `friend`: the seat is reserved for this friend of yours, by the id `player`, who is notified. `character`: the character as which clients show a bot, with its face. Bot levels play in the style of their characters. */
export interface SeatWish {
  kind: "bot" | "friend" | "me" | "open";
  bot?: string | null;
  name?: string | null;
  character?: string | null;
  player?: string | null;
}

/** POST /api/tables. `start`: begin immediately or, if seats are reserved for friends, when nobody is missing. A live game with friends never begins automatically, because its host may be away. */
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
  club?: string | null;
}

/** POST /api/tournaments. `starts`: when the first round begins; null: when you start it. `listed`: all users can find it; otherwise only users with its link. `automatic`: rounds start automatically, `pause` minutes after the last result of the previous one. `appear`: minutes after which players of a live game who have not moved lose. `limit`: the maximum number of players. `together`: how many rounds of a round robin are in progress at once. `text`: information for players. `club`: only members of this club, of which the organizer is one, can see it and play; such a tournament is not `listed`. */
export interface CreateTournament {
  name: string;
  plan: TournamentPlan;
  starts?: string | null;
  listed?: boolean;
  club?: string | null;
  ruleset: string;
  clock: ClockSettings;
  text?: string;
  automatic?: boolean;
  pause?: number;
  appear?: number;
  limit?: number;
  together?: number;
}

/** POST /api/studio/tickets: the board, and the properties of the deck to suggest. `count`: tickets that are not long; null: 0.9 for each city. `keep`: the ids of tickets that stay, which name their ends. A different `seed` gives a different deck that is equally good. */
export interface DeckWish {
  board: Record<string, unknown>;
  count?: number | null;
  long?: number;
  keep?: string[];
  seed?: number;
}

/** The result of a declaration: whether the stack pays for it, the points, and the tickets that could be added. */
export interface DeclarationAnswer {
  feasible: boolean;
  points: number;
  addable: string[];
}

/** POST /api/studies/{study}/chapters/{chapter}/marks: draw a mark at a version of the game, or delete it. `mark`: `route:ROUTE`, `city:CITY` or `arrow:CITY:CITY`, with ids of the board. `color`: null deletes the mark. */
export interface DrawMark {
  moment: number;
  mark: string;
  color: number | null;
}

/** A position as its seat sees it: view, log, and the needs of the seat's tickets. */
export interface Exercise {
  seat: number;
  view: View;
  log: LogEntry[];
  plan: Plan;
}

/** In `same` games, two players wrote from one network address. `games`: the games in which the addresses of both are known, from chat messages and reports that are still stored. */
export interface SameAddress {
  games: number;
  same: number;
}

/** Another player in the same games. `user` and `address` are null for the person concerned. costly: moves of the person that cost their own chances, in reviewed games with three or more seats. helped: those after which the chances of this companion rose most. expected: how many there would be by chance. */
export interface Companion {
  user: string | null;
  name: string;
  games: number;
  address: SameAddress | null;
  costly: number;
  helped: number;
  expected: number;
}

/** The moves of other rated players in the newest reviewed games. below: how many of the `players` had a smaller share of moves without a better one. */
export interface OtherPlayers {
  players: number;
  decisions: number;
  sound: number;
  below: number;
}

/** Figures about a user from finished, rated games. games: those of the newest 500 results that are rated. companions: the ten most conspicuous. address: the figures for all other players together. `decisions` in the `reviewed` games, of which `sound` are those for which the review found no clearly better move. others: null if there are too few. */
export interface FairPlay {
  games: number;
  companions: Companion[];
  address: SameAddress;
  reviewed: number;
  decisions: number;
  sound: number;
  others: OtherPlayers | null;
}

/** GET /api/host/people/{user}/fair-play and /api/account/fair-play. */
export interface FairPlayAnswer {
  figures: FairPlay;
}

/** GET /api/boards/{board}: a board as data. `own`: it is one of yours. `standing` is null for boards of the site. `club`: the board belongs to this club, of which you are a member, and so do its tables. */
export interface FoundBoard {
  board: Record<string, unknown>;
  own: boolean;
  standing?: BoardStanding | null;
  club?: string | null;
}

/** The cards and tickets of a player, and the tickets on offer to them. */
export interface OpenHand {
  seat: number;
  hand: Counts;
  tickets: string[];
  offer: string[];
}

/** A game at one version; `hands`: only if `eyes` is `all`. `legal` is always empty. */
export interface Frame {
  version: number;
  view: View;
  hands: OpenHand[];
}

/** GET /api/games/{game}/frames: the game at consecutive versions. */
export interface Frames {
  eyes: string;
  frames: Frame[];
}

/** GET /api/friends/link/{key}: the account of a link. `you`: it is your own; `friend`: you are already friends. */
export interface FriendLink {
  id: string;
  name: string;
  you: boolean;
  friend: boolean;
}

/** A friend. `online`: null if they do not show this; `page`: they show their page. */
export interface Friend {
  id: string;
  name: string;
  page: boolean;
  online: boolean | null;
  since: string;
}

/** An unanswered request, with the other account. */
export interface FriendRequest {
  id: string;
  name: string;
  page: boolean;
  at: string;
}

/** GET /api/friends, and the answer to every change: your friends, and the requests to and from you, by name. `link`: the key of your link `/f/{key}`, whose users become your friends; null: you have none. `shows_online`: your friends see when you are online. */
export interface FriendsInfo {
  friends: Friend[];
  received: FriendRequest[];
  sent: FriendRequest[];
  link: string | null;
  shows_online: boolean;
}

/** A board in the gallery. See `BoardStanding`. `maker`: the name of the user who made it. */
export interface GalleryBoard {
  id: string;
  name: string;
  maker: string;
  listed: string;
  min_players: number;
  max_players: number;
  cities: number;
  routes: number;
  tickets: number;
  players: number;
  rating: number | null;
  ratings: number;
  balance: Record<string, number>;
  origin: BoardOrigin | null;
}

/** GET /api/gallery: a page of boards. `more`: there is another page. */
export interface GalleryPage {
  boards: GalleryBoard[];
  more: boolean;
}

/** From this version on, a bot plays a person's seat or, if `bot` is null, the person plays again. */
export interface SeatChange {
  version: number;
  seat: number;
  bot: string | null;
}

/** GET /api/games/{game}/log: a game from `first` to `last`, as the viewer `eyes` saw it. `first` is 0; in a game in progress it is later if earlier events contain something that must not be shown again. `table` has the seats as they are now; `changes` say when bots played them. */
export interface GameLog {
  table: TableInfo;
  eyes: string;
  first: number;
  last: number;
  log: LogEntry[];
  changes: SeatChange[];
}

/** PUT /api/clubs/{club}/members/{player}: accept a request (`member`), change a role, or transfer the club. An owner who transfers the club becomes an organizer. */
export interface GiveRole {
  role: "member" | "organizer" | "owner";
}

/** PUT /api/studies/{study}/members/{player}: change a role, or transfer the study. An owner who transfers the study becomes an editor. */
export interface GiveStudyRole {
  role: "editor" | "owner" | "reader";
}

/** A user's report of a message (with the ones before it, oldest first), a player at a table, or something else. `name`: the name of the reported user at that time, or of the board, club or study. `watch`: the key to watch the table, or the id of the board. `club`: the club that is reported, or in whose room the message is. `language`: the language in whose room it is. `study`: the study that is reported. `withheld`: spectators' messages are omitted because the moderator plays in this game. */
export interface Report {
  id: number;
  message: number | null;
  about: "leaving" | "message" | "name" | "stalling" | "board" | "club" | "study";
  reason: Reason;
  reporter: string;
  reporter_name: string | null;
  reported: string;
  name: string | null;
  address: string;
  watch: string | null;
  club: string | null;
  language: string | null;
  study: string | null;
  context: ChatMessage[];
  withheld: boolean;
  at: string;
  done: string | null;
}

/** A ban or, with the scope `chat`, a mute; `until` is null if the ban does not end. */
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

/** A line of the moderation log. `by` is null for a host's command; `detail`: the text of a deleted message or of a warning. */
export interface ModerationEntry {
  at: string;
  by: string | null;
  action: "acknowledge" | "ban" | "close" | "club_close" | "club_text" | "delete" | "done" | "grant" | "mute" | "read_only" | "revoke" | "study_delete" | "unban" | "unmute" | "warn" | "writable";
  subject: string;
  note: string;
  detail: string | null;
}

/** GET /api/host: the reports and bans, and the log of moderators' actions. */
export interface HostPage {
  read_only: boolean;
  reports: Report[];
  bans: Ban[];
  log: ModerationEntry[];
}

/** A seat of a game that a browser played: a bot, shown as a character, or, if `bot` is null, the caller. */
export interface OfflineSeat {
  bot?: string | null;
  character?: string | null;
  color?: number | null;
}

/** From this version on, a bot played the caller's seat or, if `bot` is null, the caller played again. */
export interface OfflineChange {
  version: number;
  seat: number;
  bot: string | null;
}

/** A game that the caller's browser played against bots, with the id that the browser gave it. `user`: the player. The request is refused if this is not the caller, which can happen on a shared device. `changes`: when bots played for the caller, at most once for each version, in order. */
export interface Offline {
  id: string;
  user: string;
  seats: OfflineSeat[];
  changes?: OfflineChange[];
}

/** POST /api/records: the record of a game played elsewhere, and the names of its players. `offline`: the caller played it in their browser. It then appears in their history, and the same id gives the same table, so that an unanswered request can be sent again. */
export interface Import {
  record: Record<string, unknown>;
  names?: string[];
  offline?: Offline | null;
}

/** A link `/i/{key}`, which gives the seat to the first player who opens it. */
export interface Invitation {
  seat: number;
  key: string;
}

/** POST /api/tables/{table}/invitations: for an open seat. */
export interface Invite {
  seat: number;
}

/** POST /api/tables/{table}/join; without a seat, you get the first free one. The nonce contributes to the shuffle. `color`: your preferred color; if another player has it, you get a free one. */
export interface Join {
  seat?: number | null;
  nonce?: string | null;
  color?: number | null;
}

/** PUT /api/notices/kinds: the kinds of notifications that you choose, for all channels and for the page. */
export interface Kinds {
  kinds: EventKind[];
}

/** GET /api/studio/land: outlines in a box of degrees, each a flat list of longitudes and latitudes in turn. Those of land and lakes are rings. */
export interface LandOutlines {
  land: number[][];
  lakes: number[][];
  rivers: number[][];
  borders: number[][];
}

/** The organizer's choices for a league. size: players at a table. division: approximate number of players in a division. moves: how many of them are promoted and relegated. days: the days of a season after which no further round begins; null: all rounds are played. rest: hours between two seasons, in which players sign up again. together: how many rounds of a division are in progress at once. rounds: their number with more than two players at a table; null: enough to meet everybody once if the numbers fit. pause: minutes between two rounds. appear: minutes after which a player of a live game who has not moved loses. first: the players who start at the top in the first season. */
export interface LeagueSettings {
  ruleset: string;
  clock: ClockSettings;
  text?: string;
  size?: number;
  division?: number;
  moves?: number;
  days?: number | null;
  rest?: number;
  together?: number;
  rounds?: number | null;
  pause?: number;
  appear?: number;
  first?: "draw" | "rating";
}

/** The place of a player. `points`: 1 for each table won, shares for others; then the tie-breaks in their order. `exit`: the last knock-out round reached. `state`: whether they take part in the next round. `user`: only for players who show their page. `reason`: why an arbiter removed them. */
export interface StandingLine {
  place: number;
  entry: number;
  name: string | null;
  user: string | null;
  state: "left" | "plays" | "removed";
  reason: string | null;
  points: number;
  opponents: number;
  beaten: number;
  wins: number;
  score: number;
  tables: number;
  group: number | null;
  exit: number | null;
}

/** The place of a player in a division. `move`: the direction in which the player moves for the next season. */
export interface LeaguePlace {
  line: StandingLine;
  move: "down" | "up" | null;
}

/** A division of a season, from 1 at the top. `tournament`: its rounds, tables and results. `entry`: the caller's entry. `closes`: when the last rounds begin at the latest. */
export interface LeagueDivision {
  number: number;
  tournament: TournamentLine;
  standings: LeaguePlace[];
  entry: number | null;
  closes: string | null;
}

/** A game of yours in progress. `names`: your opponents; null for a deleted account. */
export interface LeagueGame {
  game: string;
  round: number;
  names: (string | null)[];
}

/** A past season with the winner of the top division; `user`: only for players who show their page. */
export interface SeasonLine {
  season: number;
  began: string;
  ended: string | null;
  winner: string | null;
  user: string | null;
}

/** GET /api/leagues/{league}?season=&division=: a league, and a division of one of its seasons. Without a season: the last one that has begun; without a division: yours, or else the top one. `signed`: you have signed up for the next season. `plays`: your division in the last season that has begun. `closing`: no season follows. `organizes`: you can rename and close the league. `byes`: rounds of the season in which you do not play. `shown`: the season of `division`; `divisions`: the number of its divisions. */
export interface LeagueInfo {
  league: LeagueLine;
  settings: LeagueSettings;
  club: string | null;
  organizer: string | null;
  organizes: boolean;
  closing: boolean;
  signed: boolean;
  plays: number | null;
  can_join: boolean;
  shown: number;
  divisions: number;
  division: LeagueDivision | null;
  games: LeagueGame[];
  byes: number[];
  past: SeasonLine[];
}

/** GET /api/leagues: your leagues, and those that anybody can join. */
export interface LeagueList {
  yours: LeagueLine[];
  live: LeagueLine[];
}

/** A step of a lesson: its paragraph of the rules, the parts shown, and the number of answers to a question. */
export interface LessonStep {
  id: string;
  rule: string;
  show: string;
  choices: number;
}

/** The lesson of a board. */
export interface Lesson {
  ruleset: string;
  steps: LessonStep[];
}

/** The effects of an action, and the position after it; no plan if the game is over. */
export interface AfterMove {
  events: GameEvent[];
  view: View;
  plan: Plan | null;
}

/** Whether an answer was right; `reply`: the name of the text that explains why not. Only right actions are played. */
export interface LessonAnswer {
  right: boolean;
  reply: string | null;
  played: AfterMove | null;
}

/** PUT /api/boards/{board}/listing. */
export interface ListBoard {
  listed: boolean;
}

/** A game in progress that anybody may watch. `game`: the key to watch; `friends`: the seats of your friends. `ratings`: as in `OpenTable`. */
export interface LiveGame {
  game: string;
  ruleset: string;
  seats: SeatInfo[];
  started: string;
  clock: ClockSettings | null;
  ratings: (number | null)[];
  friends: number[];
}

/** GET /api/live: the newest games first. */
export interface LiveGames {
  games: LiveGame[];
}

/** A token as its owner sees it; `used`: when it was last used, to the minute. */
export interface TokenInfo {
  id: string;
  name: string;
  scopes: ("challenge" | "play" | "read")[];
  created: string;
  expires: string | null;
  used: string | null;
}

/** The answer to POST /api/tokens. The secret of a token is shown only once and is not stored. */
export interface MadeToken {
  token: string;
  info: TokenInfo;
}

/** POST /api/bots/{user}/challenge: a table with an open seat for the program; `start`: start once it is full. */
export interface MakeChallenge {
  ruleset: string;
  seats: SeatWish[];
  start?: boolean;
  look?: boolean;
}

/** POST /api/clubs/{club}/link: the days after which the new link expires. */
export interface MakeClubLink {
  days?: number;
}

/** POST /api/studies/{study}/link: the role of players who use the link. */
export interface MakeStudyLink {
  role?: "editor" | "reader";
}

/** POST /api/tokens; without `days`, the token works until it is revoked. */
export interface MakeToken {
  name: string;
  scopes: ("challenge" | "play" | "read")[];
  days?: number | null;
}

/** A moderator's warning that the user has not acknowledged yet. */
export interface WarningInfo {
  id: number;
  text: string;
  at: string;
}

/** The user of a cookie or a token: a guest or an account; `program`: the user is a program. `signed_out`: the session of the cookie has ended, and the user is a new guest. `warning`: the oldest one that is not acknowledged. `moderator`: the user can moderate. */
export interface Me {
  id: string;
  name: string;
  account: boolean;
  program: boolean;
  signed_out?: boolean;
  warning?: WarningInfo | null;
  moderator?: boolean;
}

/** An account with whom you have sat at a table, and your relation; `seat`: their seat at that table. */
export interface MetPlayer {
  id: string;
  name: string;
  page: boolean;
  seat: number;
  state: "friend" | "none" | "received" | "sent";
}

/** An action, and the conditions (docs/notation.md) under which it is played. All must hold. */
export interface Alternative {
  action: string;
  conditions?: string[];
}

/** Your moves ahead, and the choices for them. `alternatives`: empty if you have none. `actions`: actions that may be legal at the start of your next turn; empty if there is nothing to plan now. `conditions`: the conditions that you can use. `due`: your turn has come, and your moves will be played soon. */
export interface MovesAhead {
  alternatives: Alternative[];
  actions: string[];
  conditions: string[];
  due: boolean;
}

/** POST /api/account/passkeys: the answer of a new passkey, and its name. */
export interface NewPasskey {
  name: string;
  passkey: Record<string, unknown>;
}

/** A notification channel. `active`: false until an e-mail address is confirmed. `suspended`: nothing is sent until the account's owner resumes it, after a changed password or signing out everywhere. */
export interface WayInfo {
  id: string;
  kind: "discord" | "gotify" | "mail" | "matrix" | "ntfy" | "push" | "webhook";
  address: string;
  active: boolean;
  suspended: boolean;
  language: "cs" | "de" | "en" | "es" | "fr" | "hu" | "pl" | "ro";
  created: string;
}

/** A new channel; `secret`: signs the messages of a webhook, and is shown only once. */
export interface NewWay {
  way: WayInfo;
  secret: string | null;
}

/** GET /api/notices: your channels, and the kinds of notifications that you have chosen. `push_key`: the key for a browser's push subscription; `mail`: this site sends e-mail. */
export interface NoticesInfo {
  push_key: string;
  mail: boolean;
  ways: WayInfo[];
  kinds: EventKind[];
}

/** GET /api/tables/{table}/observation: that of a seat with a decision to make, for the browser's engine. `ruleset`: the id by which the engine finds its file. `look`: the seat may look at its stack (CARD-22). `bytes`: the observation in the engine's layout, in Base64; null: browsers cannot play this ruleset. `hints`: the site leaves hints to browsers. */
export interface Observed {
  version: number;
  seat: number;
  ruleset: string;
  look: boolean;
  bytes: string | null;
  hints: boolean;
}

/** POST /api/clubs/{club}/boards: the id of a board of yours. The club gets a copy with an id of its own. */
export interface OfferBoard {
  board: string;
}

/** POST /api/tables/{table}/stand-in, /remove and /host: the seat of another player. */
export interface OtherSeat {
  seat: number;
}

/** POST /api/tables/{table}/resign and /return; without a seat, your first one. */
export interface OwnSeat {
  seat?: number | null;
}

/** POST /api/session/passkey: the answer of a passkey, as the browser's `toJSON` writes it. */
export interface PasskeyAnswer {
  passkey: Record<string, unknown>;
}

/** A warning, and when the user acknowledged it. */
export interface PersonWarning {
  text: string;
  at: string;
  seen: string | null;
}

/** GET /api/host/people/{user}: the earlier cases of a user; `reported` counts the reports that they made. */
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

/** PUT /api/tables/{table}/ahead: your moves for your next turn. The first alternative that fits is played. */
export interface PlanMoves {
  alternatives: Alternative[];
  seat?: number | null;
}

/** A seat and its result; without score and rank if the game was not finished. `kind` is `bot` if `name` is that of a bot, otherwise `person`. `player`: the id of the player's page, if it is shown. `ending`: whether they played to the end, which determines rank and `won`. `color`: the number of the seat's color. `character`: the character as which clients show a bot. `routes`: the seat's routes at the end. `accuracy`: of its decisions, from 0 to 100, if the game has a review. */
export interface PlayedSeat {
  seat: number;
  name: string | null;
  bot: string | null;
  score: number | null;
  rank: number | null;
  won: boolean;
  player?: string | null;
  kind?: "bot" | "person";
  ending?: "left" | "played" | "removed" | "time" | "unfinished";
  color?: number;
  character?: string | null;
  routes?: string[];
  accuracy?: number | null;
}

/** A game of the user's history. `you`: the user's seats; `abandoned`: ended by agreement, unfinished. `offline`: it was played in a browser without the server, against bots. */
export interface PlayedGame {
  table: string;
  ruleset: string;
  ended: string;
  you: number[];
  abandoned: boolean;
  seats: PlayedSeat[];
  offline?: boolean;
}

/** GET /api/games: newest first; `more` is the `before` of the next page, if there is one. */
export interface Played {
  games: PlayedGame[];
  more: string | null;
}

/** A rating of the current season. The true rating is within `margin` of it with a probability of 95%. `place`: among the `listed` players; null for players who hide theirs. */
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

/** Games on a board with this number of players; `company`: other people played, too. `left`: games that the player did not play to the end. `mean` and `best`: scores of the other games, null if there are none. */
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

/** Consecutive wins: the current number, and the largest. */
export interface Streak {
  current: number;
  best: number;
}

/** A route or a ticket, the number of games in which the player had it, and of those that completed the ticket. */
export interface Favourite {
  id: string;
  games: number;
  done: number;
}

/** The player's most frequent routes and tickets on a board, in recent games. */
export interface Favourites {
  ruleset: string;
  games: number;
  routes: Favourite[];
  tickets: Favourite[];
}

/** A finished game of a player. `ending`: whether they played it to the end; rank and `won` follow from it. `game`: its key, if the caller may look at it: they sat there, or the table was listed. */
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

/** Games with other people that ended in the past 365 days, and how many of them the player did not play to the end. Games that were canceled or ended unfinished do not count. */
export interface Reliability {
  games: number;
  left: number;
}

/** GET /api/players/{player}. Programs have no ratings. `you`: it is your own page; `account`: you are not a guest; `shown`: other users can see the page. `reliability` is null for players with fewer than five games with other people in the past 365 days. */
export interface PlayerPage {
  id: string;
  name: string;
  since: string;
  program: boolean;
  you: boolean;
  account: boolean;
  shown: boolean;
  season: string;
  ratings: RatingLine[];
  statistics: Statistic[];
  streak: Streak;
  favourites: Favourites[];
  recent: RecentGame[];
  reliability: Reliability | null;
}

/** An entry of GET /api/reliability: games with other people in the past 365 days, and how many the player left. */
export interface PlayerReliability {
  player: string;
  games: number;
  left: number;
}

/** PUT /api/me/program/offer: who runs a program, and the challenges that it accepts; empty lists: all. */
export interface ProgramOffer {
  owner: string;
  rulesets: string[];
  players: number[];
}

/** A program that can be challenged. `games`: the number of finished games; `ratings`: those of this season, with the most games first. */
export interface ProgramInfo {
  id: string;
  name: string;
  offer: ProgramOffer;
  online: boolean;
  games: number;
  ratings: RatingLine[];
}

/** POST /api/session/proof: the answer of a passkey, or the password; with a second factor, also a code. */
export interface Proof {
  password?: string | null;
  passkey?: Record<string, unknown> | null;
  code?: string | null;
}

/** The address at the provider, which the browser must open. */
export interface ProviderAddress {
  address: string;
}

/** POST /api/session/provider: the parameters with which the provider sent the user back. `code` is sent once. Afterwards, `state` alone completes the attempt, with the name of the new account (after `new_account`), or with the second factor (after `second_factor`). */
export interface ProviderAnswer {
  state: string;
  code?: string | null;
  iss?: string | null;
  name?: string | null;
  second?: string | null;
  passkey?: Record<string, unknown> | null;
}

/** An OpenID provider with which users can sign in. */
export interface ProviderInfo {
  id: string;
  name: string;
  issuer: string;
}

/** An action and its winning chance in percent. */
export interface TriedMove {
  action: string;
  chance: number;
}

/** Whether an action is the best one, and the findings. `chance`: that of the action, null if it was dropped early or not tried. `moves`: the best ones, with the best first; `error`: standard error of their differences. `hint`: the reasons for the best one. */
export interface PuzzleAnswer {
  right: boolean;
  chance: number | null;
  moves: TriedMove[];
  error: number;
  hint: Hint;
  played: AfterMove;
}

/** A puzzle in the list. */
export interface PuzzleInfo {
  id: string;
  level: "easy" | "hard" | "medium";
}

/** The puzzles of a board. */
export interface PuzzleSet {
  ruleset: string;
  puzzles: PuzzleInfo[];
}

/** POST /api/quickplay: the pace, and the boards and numbers of players that you accept; empty lists: any. `5+10` and `10+20`: minutes for the whole game and seconds added for each turn; `days`: a day for each turn. */
export interface QuickPlay {
  pace: "10+20" | "5+10" | "days";
  rulesets?: string[];
  sizes?: number[];
  color?: number | null;
}

/** A line of a ranking, which is ordered by rating minus margin. */
export interface RankingLine {
  place: number;
  player: string;
  name: string;
  rating: number;
  margin: number;
  games: number;
  wins: number;
}

/** The fixed rating of a bot level, the same in all seasons. `margin`: half of its 95% interval. */
export interface BotLine {
  bot: string;
  rating: number;
  margin: number;
}

/** GET /api/rankings: a page of players who show their ratings, and your own line wherever it is. `bots`: the levels whose ratings belong on this page, best first; empty if they were not measured on this board. `seasons`: those in which games on this board ended, the current one first; pages are counted from 0. */
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
  bots: BotLine[];
}

/** PUT /api/boards/{board}/rating; null withdraws your rating. */
export interface RateBoard {
  stars: number | null;
}

/** POST /api/notices/read: mark the notifications of a table as read; null: all. */
export interface Read {
  table?: string | null;
}

/** POST /api/host/readonly: refuse new tables, joining and chat. Games in progress continue. */
export interface ReadOnly {
  on: boolean;
}

/** POST /api/tables/{table}/readmit: the user who can sit down again. */
export interface Readmit {
  user: string;
}

/** A notification. `board`: the title of the ruleset at the table; `name`: the player who caused it. An event `season` (a season has ended) has the id and the name of the league, and its `table` is that of your last game there. An event `bye` has the id of the tournament or league, and its `table` is the key to watch the first game of the round. */
export interface EventInfo {
  id: number;
  kind: EventKind;
  table: string;
  ruleset: string;
  board: string;
  name: string | null;
  at: string;
  read: boolean;
  league?: string | null;
  tournament?: string | null;
}

/** An announcement of the host. `starts`: when the site goes down, if it does; `ends`: when it is back, or when the announcement ends. */
export interface AnnouncementInfo {
  text: string;
  starts: string | null;
  ends: string | null;
}

/** GET /api/notices/recent: your notifications, newest first, and the number of unread ones. `requests`: how many friend requests are waiting for your answer; `clubs`: how many requests to join clubs that you lead. `announcement`: the host's announcement to all users. */
export interface RecentInfo {
  unread: number;
  events: EventInfo[];
  requests: number;
  clubs: number;
  announcement: AnnouncementInfo | null;
}

/** POST /api/account/recover: request a link. The answer does not reveal whether an account has this address. */
export interface Recover {
  email: string;
  language?: string;
}

/** New recovery codes, which are shown only once, and the account. */
export interface RecoveryCodes {
  codes: string[];
  account: AccountInfo;
}

/** POST /api/tournaments/{tournament}/entries/{entry}/remove: the player takes part in no further rounds. */
export interface RemoveEntry {
  reason: string;
}

/** PATCH /api/me. */
export interface Rename {
  name: string;
}

/** PUT /api/leagues/{league}: its new name. */
export interface RenameLeague {
  name: string;
}

/** PATCH /api/account/passkeys/{passkey}. */
export interface RenamePasskey {
  name: string;
}

/** POST /api/tournaments/{tournament}/entries/{entry}/replace: the account that takes over the entry. */
export interface ReplaceEntry {
  name: string;
}

/** POST /api/boards/{board}/report. */
export interface ReportBoard {
  reason: Reason;
}

/** POST /api/clubs/{club}/report: report the name or the text of a club. */
export interface ReportClub {
  reason?: Reason;
}

/** POST /api/messages/{message}/report: the message, or the name of its author. `table`: the key by which you reached the table; `club`, `language`: in whose room it was written. */
export interface ReportMessage {
  reason: Reason;
  about?: "message" | "name";
  table?: string | null;
  club?: string | null;
  language?: "cs" | "de" | "en" | "es" | "fr" | "hu" | "pl" | "ro" | null;
}

/** POST /api/tables/{table}/report: the player of a seat, for their name or conduct. */
export interface ReportPlayer {
  seat: number;
  about: "leaving" | "name" | "stalling";
  reason?: Reason;
}

/** POST /api/studies/{study}/report. */
export interface ReportStudy {
  reason?: Reason;
}

/** POST /api/account/reset: the token of the link, the new password, and the second factor if there is one. */
export interface Reset {
  token: string;
  password: string;
  code?: string | null;
  passkey?: Record<string, unknown> | null;
}

/** The parts of a seat's result: `start` + `choices` + `others` + `luck` = `end`. start: chance before its first decision, with the deal. choices: loss by its own decisions. others: gain or loss by opponents' decisions. luck: the rest. end: share of the win. accuracy: of the decisions of the first, second and last third of the game, from 0 to 100; null without decisions. turns: turns by which cards from the deck came earlier (or later, if negative) than average; null in games without plans of turns. */
export interface Share {
  seat: number;
  start: number;
  choices: number;
  others: number;
  luck: number;
  end: number;
  accuracy?: (number | null)[];
  turns?: number | null;
}

/** The winning chances of all seats at a version; they add up to 1. */
export interface Moment {
  version: number;
  chances: number[];
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

/** A difference between the playouts of the played action and those of the better one. ticket: share of worlds in which the seat completes the ticket `what`. blocked: share in which others claim the route `what`. points: mean points from the part `what` of the score; `others`: mean score of the others. turns: turns that the plan takes. */
export interface MoveReason {
  reason: "blocked" | "points" | "ticket" | "turns";
  played: number;
  better: number;
  what?: string | null;
}

/** One decision, by its seat's knowledge: `before` is the chance with the expert's action, `after` with its own. They differ only if the difference is clear; `expert` names the expert's action if they differ by more than 0.03, with at most two `reasons`, the `legal` actions and, in map games, the `plan` that follows from it. `error`: standard error of `after`. `choices`: every choice of tickets, best first. `points`: the seat's lead in points over its best opponent with the expert's action (or the planner's, if the expert plays the same), minus its lead with this action; negative if this action is better. */
export interface Decision {
  version: number;
  seat: number;
  action: string;
  before: number;
  after: number;
  error: number;
  points?: number;
  expert?: string | null;
  choices?: Choice[];
  reasons?: MoveReason[];
  plan?: RoutePlan | null;
  legal?: string[];
}

/** A review of a whole game. `format` changes when the meaning of the numbers changes. */
export interface Review {
  format: string;
  ruleset: string;
  players: number;
  seed: number;
  worlds: number;
  version: number;
  seats: Share[];
  chances: Moment[];
  turning_points: TurningPoint[];
  decisions: Decision[];
}

/** GET and POST /api/games/{game}/review: the progress of a review, and the review. `none`: nobody has requested it; `off`: neither this site nor its clients review this game; `failed`: request it again. `done`: judged decisions of `total`; `ahead`: reviews of other games in the queue before it. While it is `working`, `review` has the decisions judged so far, from the end of the game. device: the number of worlds for each decision if the site asks clients to compute the review themselves, from the record, with the engine at `/engine/`; null if the server computes it. Clients that cannot run the engine can still request it. */
export interface ReviewAnswer {
  state: "done" | "failed" | "none" | "off" | "waiting" | "working";
  done?: number;
  total?: number;
  ahead?: number;
  review?: Review | null;
  device?: number | null;
}

/** A board that the site keeps for a user. The id identifies exactly this version of the board. */
export interface SharedBoard {
  id: string;
  name: string;
  made: string;
}

/** PUT /api/friends/online: let your friends see when you are online, or hide it. */
export interface ShowOnline {
  shown: boolean;
}

/** PUT /api/account/page: show or hide your page and your line in the rankings. */
export interface ShowPage {
  shown: boolean;
}

/** POST /api/session: the name or e-mail address of an account, and its password. With a second factor, also a code (from the app, or a recovery code) or the answer of a passkey. */
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

/** PATCH /api/notices: the language of your notifications. */
export interface Speak {
  language: "cs" | "de" | "en" | "es" | "fr" | "hu" | "pl" | "ro";
}

/** POST /api/tables/{table}/start; the nonce of the host's seat contributes to the shuffle. */
export interface StartTable {
  nonce?: string | null;
}

/** A period in which the site was down. */
export interface OutageInfo {
  began: string;
  ended: string;
}

/** GET /api/status: the version, the host's announcement, and the outages of the last 90 days, newest first. */
export interface StatusInfo {
  version: string;
  announcement: AnnouncementInfo | null;
  outages: OutageInfo[];
}

/** POST /api/studies and PUT /api/studies/{study}. `open`: anybody with the address can read the study. */
export interface StudyForm {
  name: string;
  open?: boolean;
}

/** A study in a list. `role`: your role, or null. */
export interface StudyLine {
  id: string;
  name: string;
  open: boolean;
  chapters: number;
  role: "editor" | "owner" | "reader" | null;
}

/** A chapter in the list. `game`: the game's key to watch; `version` changes with the notes and marks. `parent`, `moment`: the chapter from which this one branches off, and the version at which it does. */
export interface ChapterLine {
  id: string;
  name: string;
  game: string;
  version: number;
  parent: string | null;
  moment: number | null;
}

/** A member. `page`: they show their page. */
export interface StudyPerson {
  id: string;
  name: string;
  page: boolean;
  role: "editor" | "owner" | "reader";
}

/** The invitation link `/s/{key}` of a study. */
export interface StudyLink {
  key: string;
  role: "editor" | "owner" | "reader";
}

/** GET /api/studies/{study}, and the answer to every change of a study. `people`: only for members; `link`: only for the owner. `moderator`: you may delete the study as a moderator of the site. */
export interface StudyInfo {
  study: StudyLine;
  chapters: ChapterLine[];
  people: StudyPerson[];
  link: StudyLink | null;
  moderator: boolean;
}

/** GET /api/studies/link/{key}: the study of an invitation link, and the role that it gives. */
export interface StudyInvitation {
  study: StudyLine;
  gives: "editor" | "owner" | "reader";
}

/** GET /api/studies: your studies, newest first. `making`: whether the site accepts new studies. */
export interface StudyList {
  yours: StudyLine[];
  making: boolean;
}

/** A ticket of a suggested deck, as in the data of a board. */
export interface SuggestedTicket {
  id: string;
  origin: string;
  targets: string[];
  points: number[];
  long: boolean;
}

/** A suggested deck of tickets. */
export interface SuggestedDeck {
  tickets: SuggestedTicket[];
}

/** POST /api/tables/{table}/options: null leaves an option unchanged. All options except `chat` can be changed only before the game. */
export interface TableOptions {
  listed?: boolean | null;
  chat?: boolean | null;
  hints?: boolean | null;
  delay?: number | null;
}

/** POST /api/tables/{table}/setup: board, number of seats and clock, before the game; `clock` null: none. */
export interface TableSetup {
  ruleset: string;
  seats: number;
  clock: ClockSettings | null;
}

/** POST /api/account/vacation: the number of days from now on. */
export interface TakeVacation {
  days: number;
}

/** A seat at a table of a round. rank: null until the result, and for losses without points; see `ending`. */
export interface PairingSeat {
  entry: number;
  name: string | null;
  rank: number | null;
  score: number | null;
  ending: string | null;
  points: number | null;
}

/** A table of a round. `game`: its key for you, as a player or as a spectator; null for a bye or until it exists. */
export interface PairingLine {
  table: number;
  stage: "knockout" | "main";
  group: number | null;
  seats: PairingSeat[];
  done: boolean;
  yours: boolean;
  game: string | null;
  correction: CorrectionInfo | null;
}

/** GET /api/tournaments/{tournament}?round=: a tournament with its standings and the tables of a round. `club`: the tournament is for its members only. `league`: it is a division of this league. `role`: the caller's rights in addition to playing. `entry`: the caller's entry. `can_join`: whether the caller can enter, or enter again; `can_leave`: whether they can withdraw. `shown`: the round of `pairings`. `seed`: the seed that determines the draw. */
export interface TournamentInfo {
  tournament: TournamentLine;
  text: string;
  listed: boolean;
  club: string | null;
  league: string | null;
  automatic: boolean;
  pause: number;
  appear: number;
  together: number;
  seed: string;
  organizer: string | null;
  arbiters: Player[];
  role: "arbiter" | "organizer" | null;
  entry: number | null;
  can_join: boolean;
  can_leave: boolean;
  standings: StandingLine[];
  shown: number;
  pairings: PairingLine[];
}

/** GET /api/tournaments: your tournaments, upcoming ones and those in progress, and past ones. */
export interface TournamentList {
  yours: TournamentLine[];
  live: TournamentLine[];
  past: TournamentLine[];
}

/** POST /api/tournaments/{tournament}/steps. `start`: start the first round, or start the next one now; `pause`: start no round until `resume`; `cancel`: end it without a result. Games in progress continue. */
export interface TournamentStep {
  step: "cancel" | "pause" | "resume" | "start";
}

/** An answer: an action, or the number of an answer to a question. */
export interface Try {
  action: string;
}

/** PUT /api/account/second-factor: a code from the new app; null: use the passkeys of the account. */
export interface TurnOn {
  code: string | null;
}

/** GET /api/account/vacation. `until`: the end of your vacation; null: you are not on vacation. `left`: the days of the `allowance` that remain after the vacations of the past 365 days. `games`: your games in progress whose clocks a vacation stops. */
export interface VacationInfo {
  allowance: number;
  left: number;
  until: string | null;
  games: number;
}

/** POST /api/account/verify: the token of the link. */
export interface Verify {
  token: string;
}

/** GET /api/tables/{table}/view: the caller's view and the log. */
export interface ViewAnswer {
  view: View | null;
  log: LogEntry[];
}

/** The public state of a game in progress, in short. `routes`: by seat; empty in card games. */
export interface Standing {
  to_act: number[];
  your_turn: boolean;
  scores: number[];
  routes: string[][];
}

/** An entry of GET /api/waiting: an unfinished table; `standing` is null before the game. */
export interface Waiting {
  table: TableInfo;
  standing: Standing | null;
}

/** POST /api/host/warnings: the user sees the text on every page until they acknowledge it. */
export interface Warn {
  user: string;
  text: string;
}

/** PUT /api/studies/{study}/chapters/{chapter}/notes/{moment}: the text at a version of the game. `edition`: that of the note that you have read; 0: there was none. If another user has changed the note, the answer is `stale`. An empty text deletes the note. */
export interface WriteNote {
  text: string;
  edition: number;
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
  | DepotEvent
  | AnnouncedEvent
  | StoredEvent
  | CollectedEvent
  | LeftEvent
  | EmptiedEvent
  | MarketResetEvent
  | ReshuffledEvent
  | MixingEvent
  | MixedEvent
  | TicketDoneEvent
  | TunnelEvent
  | SurchargeEvent
  | WithdrewEvent
  | GaveEvent
  | ClaimedEvent
  | StationEvent
  | BoardedEvent;

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

export type WayWish = PushWish | MailWish | WebhookWish | NtfyWish | GotifyWish | DiscordWish | MatrixWish;

export type RoomMessage = OpenTables | OpenChanges | Said | Unsaid | Warned | RoomRefused | Pong;

export type RoomClientMessage = Say | Ping;

export type ClubMessage = ClubChanged | Said | Unsaid | Warned | RoomRefused | Pong;

export type StudyMessage = StudyChanged | Warned | RoomRefused | Pong;

export type TogetherMessage = Position | HandOver;

export type TogetherAnswer = Company | Position | Failure | Warned;

export type Obstacle =
  | Owned
  | NotInPlay
  | TwinOwned
  | TwinClosed
  | TooFewTrains
  | TooFewSmallTrains
  | CardsLacking
  | OtherDecision
  | NotYourTurn;

export type NetworkReason =
  | OutOfPlan
  | Time
  | LastTurn
  | OnlyChoice
  | Opening
  | Storing
  | Taking
  | MostDepots
  | Collecting
  | Wanted
  | Indifferent
  | Planned
  | Together
  | Connected
  | Unplanned
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
  | NoChoice
  | StackUnknown
  | TurnsLeft
  | Needed
  | PlannedTicket
  | LeftOut
  | OtherTickets
  | Denies
  | Spare
  | WantedCards
  | Robs
  | Declares;
