// The board's own names of its colors and of locomotives (docs/board-format.md, MECH-6).
import type { Card } from "../lib/types";
import type { Board, Change } from "./model";

/** The maximum number of characters in a name. */
export const LONGEST_NAME = 24;

const without = <Names extends object>(names: Names, card: Card): Names =>
  Object.fromEntries(Object.entries(names).filter(([key]) => key !== card)) as Names;

/** The board without the key if its table is empty. */
function kept(board: Board, names: NonNullable<Board["card_names"]>): Board {
  const { card_names: _, ...others } = board;
  return Object.keys(names).length ? { ...others, card_names: names } : others;
}

/** Name a card; an empty name restores the usual one, also in other languages. */
export const nameCard =
  (card: Card, text: string): Change =>
  (board) => {
    const name = text.trim();
    const names = board.card_names ?? {};
    if ((names[card] ?? "") === name) return board;
    if (name) return kept(board, { ...names, [card]: name });
    const next = kept(board, without(names, card));
    if (!next.translations) return next;
    const translations = Object.entries(next.translations).map(([language, one]) => [
      language,
      one.card_names ? { ...one, card_names: without(one.card_names, card) } : one,
    ]);
    return { ...next, translations: Object.fromEntries(translations) };
  };
