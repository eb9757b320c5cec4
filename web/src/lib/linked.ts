// Texts with links to places. Messages contain the names of places between marks, and are split into pieces
// afterwards. So a message stays one sentence in every language, and what is displayed is also what is announced.
import { Names } from "./names";

/** A piece of a text; a piece with a key is a place on the board. */
export interface Piece {
  text: string;
  key?: string;
}

// Private-use characters, which no name contains.
const OPEN = "\uE000";
const MIDDLE = "\uE001";
const CLOSE = "\uE002";
const MARKED = new RegExp(`${OPEN}([^${MIDDLE}]*)${MIDDLE}([^${CLOSE}]*)${CLOSE}`);

/** Add to each name a mark with the key of its place. */
export class LinkedNames extends Names {
  override place(id: string): string {
    const name = super.place(id);
    return this.citiesOf(id).length ? mark(`city:${this.citiesOf(id)[0]!}`, name) : name;
  }

  override routeName(id: string): string {
    return mark(`route:${id}`, plain(super.routeName(id)));
  }
}

const mark = (key: string, name: string): string => `${OPEN}${key}${MIDDLE}${name}${CLOSE}`;

/** Split a text into pieces. */
export function pieces(text: string): Piece[] {
  // With two groups in the pattern, every second and third part is the text between marks.
  const parts = text.split(MARKED);
  return parts.flatMap((part, i): Piece[] => {
    if (i % 3 === 1) return [];
    if (i % 3 === 2) return [{ text: part, key: parts[i - 1]! }];
    return part ? [{ text: part }] : [];
  });
}

/** Remove the marks from a text. */
export const plain = (text: string): string =>
  pieces(text)
    .map((piece) => piece.text)
    .join("");
