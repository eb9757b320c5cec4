// Sorts the server's list of legal actions for the panels. It adds no rules.
import type { Card, Counts } from "./types";

export interface Payment {
  /** The complete action text, as it is sent. */
  action: string;
  cards: Counts;
}

/** An action and the arguments after its verb. */
interface Action {
  action: string;
  rest: string;
}

/** `purple*3+wild` -> { purple: 3, wild: 1 } */
export function parseCards(text: string): Counts {
  const cards: Counts = {};
  for (const part of text.split("+")) {
    if (!part) continue;
    const [color, times] = part.split("*");
    const key = color as Card;
    cards[key] = (cards[key] ?? 0) + (times ? Number(times) : 1);
  }
  return cards;
}

/** The same text for a set of tickets in any order. */
export function keepKey(ids: Iterable<string>): string {
  return [...ids].sort().join(",");
}

export function countOf(cards: Counts): number {
  return Object.values(cards).reduce((sum, n) => sum + n, 0);
}

/** The legal actions at one moment: common ones by name, those of mechanisms by verb. */
export class Legal {
  private readonly verbs = new Map<string, Action[]>();

  constructor(readonly actions: readonly string[]) {
    for (const action of actions) {
      const colon = action.indexOf(":");
      const verb = colon < 0 ? action : action.slice(0, colon);
      push(this.verbs, verb, { action, rest: colon < 0 ? "" : action.slice(colon + 1) });
    }
  }

  /** All actions with a verb, in the server's order. */
  of(verb: string): readonly Action[] {
    return this.verbs.get(verb) ?? [];
  }

  /** The action that consists of the verb alone. */
  plain(verb: string): string | null {
    return this.of(verb)[0]?.action ?? null;
  }

  get draw(): string | null {
    return this.plain("draw");
  }

  get tickets(): string | null {
    return this.plain("tickets");
  }

  get pass(): string | null {
    return this.plain("pass");
  }

  /** Face-up cards that can be taken, by color. */
  get takes(): Map<Card, string> {
    return takes(this);
  }

  /** Sets of tickets that can be kept, by `keepKey`. */
  get keeps(): Map<string, string> {
    return keeps(this);
  }
}

/** Memoize a function of a list of legal actions, computed when first requested. */
export function memoized<T>(read: (legal: Legal) => T): (legal: Legal) => T {
  const made = new WeakMap<Legal, { value: T }>();
  return (legal) => {
    let found = made.get(legal);
    if (!found) made.set(legal, (found = { value: read(legal) }));
    return found.value;
  };
}

const takes = memoized(
  (legal) => new Map(legal.of("take").map(({ action, rest }) => [rest as Card, action])),
);
const keeps = memoized(
  (legal) =>
    new Map(legal.of("keep").map(({ action, rest }) => [keepKey(rest ? rest.split(",") : []), action])),
);

/** Actions of a verb whose only argument is a payment, fewest wilds first. */
export const payments = (verb: string) =>
  memoized((legal) =>
    legal
      .of(verb)
      .map(({ action, rest }): Payment => ({ action, cards: parseCards(rest) }))
      .sort(byWilds),
  );

/** Actions of a verb with an object and a payment, by object, most cards first, then fewest wilds. */
export const paymentsByPlace = (verb: string) =>
  memoized((legal) => {
    const found = new Map<string, Payment[]>();
    for (const { action, rest } of legal.of(verb)) {
      // The payment is after the last colon: ids of routes and cities contain no colon.
      const last = rest.lastIndexOf(":");
      push(found, rest.slice(0, last), { action, cards: parseCards(rest.slice(last + 1)) });
    }
    for (const list of found.values())
      list.sort((a, b) => countOf(b.cards) - countOf(a.cards) || byWilds(a, b));
    return found;
  });

const byWilds = (a: Payment, b: Payment): number => (a.cards.wild ?? 0) - (b.cards.wild ?? 0);

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

export const noActions = new Legal([]);
