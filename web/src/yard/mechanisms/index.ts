// The mechanisms of the card game, a folder each under the name that it has on the server. What a folder may hold: `table.ts`
// (panels and buttons of a table), `words.ts` (what happens, in words), `book.ts` (rules and player aid), `lessons.ts`, `hints.ts` and `end.ts`.

/** In the order in which people are told of them. */
export const NAMES = ["cards", "rows", "singles", "tickets", "declarations", "passes", "cities"];
