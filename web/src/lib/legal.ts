// The server lists what is legal as texts; this file only sorts that list for the panels. It adds no rule of its own.
import type { Card, Counts } from "./types";

export interface Payment {
  /** The whole action text, to be sent as it is. */
  action: string;
  cards: Counts;
}

export interface Legal {
  draw: string | null;
  tickets: string | null;
  pass: string | null;
  withdraw: string | null;
  stop: string | null;
  takes: Map<Card, string>;
  keeps: Map<string, string>;
  claims: Map<string, Payment[]>;
  stations: Map<string, Payment[]>;
  surcharges: Payment[];
  /** Ways to place a row, by its color. */
  sets: Map<Card, Payment[]>;
  /** Three single cards at once. */
  trios: Payment[];
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

/** One text for a set of tickets, whatever order they are named in. */
export function keepKey(ids: Iterable<string>): string {
  return [...ids].sort().join(",");
}

export function countOf(cards: Counts): number {
  return Object.values(cards).reduce((sum, n) => sum + n, 0);
}

/** Ways to pay with the fewest wild cards come first. */
function byWilds(a: Payment, b: Payment): number {
  return (a.cards.wild ?? 0) - (b.cards.wild ?? 0);
}

function push<K>(map: Map<K, Payment[]>, key: K, payment: Payment): void {
  const list = map.get(key);
  if (list) list.push(payment);
  else map.set(key, [payment]);
}

const PLAIN = ["draw", "tickets", "pass", "withdraw", "stop"] as const;

/** Whether an action is nothing but its verb. */
function isPlain(verb: string): verb is (typeof PLAIN)[number] {
  return (PLAIN as readonly string[]).includes(verb);
}

export function group(actions: readonly string[]): Legal {
  const legal: Legal = {
    draw: null,
    tickets: null,
    pass: null,
    withdraw: null,
    stop: null,
    takes: new Map(),
    keeps: new Map(),
    claims: new Map(),
    stations: new Map(),
    surcharges: [],
    sets: new Map(),
    trios: [],
  };
  for (const action of actions) {
    const colon = action.indexOf(":");
    const verb = colon < 0 ? action : action.slice(0, colon);
    const rest = colon < 0 ? "" : action.slice(colon + 1);
    // The payment is behind the last colon, because a route or city id never holds one.
    const last = rest.lastIndexOf(":");
    const payment = (): Payment => ({ action, cards: parseCards(rest.slice(last + 1)) });
    if (isPlain(verb)) legal[verb] = action;
    else if (verb === "take") legal.takes.set(rest as Card, action);
    else if (verb === "keep") legal.keeps.set(keepKey(rest ? rest.split(",") : []), action);
    else if (verb === "claim") push(legal.claims, rest.slice(0, last), payment());
    else if (verb === "station") push(legal.stations, rest.slice(0, last), payment());
    else if (verb === "surcharge") legal.surcharges.push(payment());
    else if (verb === "trio") legal.trios.push(payment());
    else if (verb === "set") {
      const set = payment();
      const color = Object.keys(set.cards).find((kind) => kind !== "wild");
      if (color) push(legal.sets, color as Card, set);
    }
  }
  for (const list of legal.claims.values()) list.sort(byWilds);
  for (const list of legal.stations.values()) list.sort(byWilds);
  legal.surcharges.sort(byWilds);
  return legal;
}

export const nothing: Legal = group([]);
