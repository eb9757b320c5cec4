// The mechanisms of the map games: folders with the same names as on the server. Possible files: `table.ts` (panels
// and buttons of a table), `words.ts` (events in words), `book.ts` (rules and player aid), `lessons.ts`, `hints.ts`
// and `end.ts`.

/** In the order in which players learn them. */
export const NAMES = [
  "claims",
  "small_trains",
  "cards",
  "tickets",
  "mixtures",
  "tunnels",
  "substitutes",
  "mountains",
  "stations",
  "depots",
  "passengers",
  "two_ways",
  "most_tickets",
  "most_cities",
  "districts",
  "bonuses",
  "passing",
];
