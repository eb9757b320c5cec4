// The names that a board gives to its cards (MECH-6). Like the language, they apply to the whole page, because every
// message about cards uses them. A page that shows a board sets them for as long as it is open.
import { untrack } from "svelte";

/** The names of cards that do not have the usual one, by the card's word in notation. */
export type CardNames = Readonly<Partial<Record<string, string>>>;
type Source = () => CardNames | undefined;

/** The boards of the open pages; during a change of pages there can be two. */
let boards = $state.raw<Source[]>([]);

/** The board's own name of a card; undefined if it has the usual one. */
export const ownName = (card: string): string | undefined => boards.at(-1)?.()?.[card];

/** Use a board's names of cards. Return a function that ends this. */
export function nameCards(names: Source): () => void {
  boards = [...untrack(() => boards), names];
  return () => (boards = untrack(() => boards).filter((one) => one !== names));
}

/** Use a board's names of cards while the component exists. */
export function useCardNames(names: Source): void {
  $effect.pre(() => nameCards(names));
}
