// The mechanisms in the order in which they write: cards, tickets and claims first, then in the order in which the
// engine calls them.
import type { Writing } from "../writing";
import bonuses from "./bonuses";
import cards from "./cards";
import claims from "./claims";
import depots from "./depots";
import districts from "./districts";
import mixtures from "./mixtures";
import most_cities from "./most_cities";
import most_tickets from "./most_tickets";
import mountains from "./mountains";
import passengers from "./passengers";
import passing from "./passing";
import small_trains from "./small_trains";
import stations from "./stations";
import substitutes from "./substitutes";
import tickets from "./tickets";
import tunnels from "./tunnels";
import two_ways from "./two_ways";

const EVERY: Record<string, Writing> = {
  depots,
  cards,
  mixtures,
  tickets,
  tunnels,
  substitutes,
  claims,
  mountains,
  small_trains,
  stations,
  passengers,
  two_ways,
  most_tickets,
  most_cities,
  districts,
  bonuses,
  passing,
};
const FIRST = ["cards", "tickets", "claims"];

/** The mechanisms, by their names. `names` are all of them, in the order of the engine. */
export const writings = (names: readonly string[]): [name: string, Writing][] =>
  [...FIRST, ...names.filter((name) => !FIRST.includes(name))].map((name) => [name, EVERY[name]!]);
