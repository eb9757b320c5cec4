// Texts in which the names of places lead to them. The names go into a message between marks and come out again as
// pieces of their own, so a message is one sentence in every language, and what is read is what is spoken.
import { Names } from "./names";

/** A piece of a text; one with a key stands for a place on the board. */
export interface Piece {
  text: string;
  key?: string;
}

// Characters for private use, which no name has.
const OPEN = "\uE000";
const MIDDLE = "\uE001";
const CLOSE = "\uE002";
const MARKED = new RegExp(`${OPEN}([^${MIDDLE}]*)${MIDDLE}([^${CLOSE}]*)${CLOSE}`);

/** Names that carry the key of what they name. */
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

/** The pieces of a text, one after the other. */
export function pieces(text: string): Piece[] {
  // A pattern with two groups: what is between the marks comes as every second and third part.
  const parts = text.split(MARKED);
  return parts.flatMap((part, i): Piece[] => {
    if (i % 3 === 1) return [];
    if (i % 3 === 2) return [{ text: part, key: parts[i - 1]! }];
    return part ? [{ text: part }] : [];
  });
}

/** A text without its marks. */
export const plain = (text: string): string =>
  pieces(text)
    .map((piece) => piece.text)
    .join("");
