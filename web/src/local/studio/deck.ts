// Suggests tickets for a board: varied lengths, every city, every route, few similar tickets, with the same costs as
// the server (src/whistlestop/mapmaking/suggest.py). Ties between equally good tickets are broken differently.
import { endsOf, type Board } from "../../studio/model";
import { distances } from "../../studio/ways";

/** No such deck exists; the message is for the author of the board. */
export class DeckError extends Error {}

export interface DeckWish {
  board: Board;
  count: number | null;
  long: number;
  keep: string[];
  seed: number;
}
interface Choice {
  a: number;
  b: number;
  length: number;
  kind: number;
  /** Which connections lie on a shortest path. */
  way: boolean[];
}

const PER_CITY = 0.9;
const REACH = 0.47;
const SHORTEST = 3;
const EDGES = [0.3, 0.45, 0.6, 0.75];
const SHARES = [0.21, 0.35, 0.22, 0.09, 0.13];
const LONG = 0.85;
const TICKETS = 128;
const COST = { kind: 4, crowd: 0.5, unusedCity: 1.5, unusedLink: 0.5, similar: 1 };
const ROUNDS = 8;

/**
 * A deck of tickets, each worth the length of the shortest path. Throws DeckError if the board has too few pairs of
 * cities.
 */
export function suggestDeck({ board, count, long, keep, seed }: DeckWish): Board["tickets"] {
  const pool = new Pool(board);
  const usual = Math.min(Math.round(PER_CITY * pool.cities.length), pool.choices.length - long);
  const wanted = count ?? usual;
  if (wanted + long < 1 || wanted + long > TICKETS) {
    throw new DeckError(`${wanted + long} tickets: a board has between 1 and ${TICKETS}`);
  }
  const kept = keep.map((id) => pool.number(...endsOf(id)));
  const isFar = ({ length }: Choice): boolean => length / pool.reach >= LONG;
  const all = pool.choices.map((_, n) => n);
  const far = all.filter((n) => isFar(pool.choices[n]!));
  const near = long ? all.filter((n) => !isFar(pool.choices[n]!)) : all;
  const random = generator(seed);
  const keptFar = long ? kept.filter((n) => isFar(pool.choices[n]!)) : [];
  const longDeck = pool.improved(keptFar, far, long, random);
  const others = kept.filter((n) => !longDeck.includes(n));
  const deck = pool.improved([...longDeck, ...others], near, wanted + longDeck.length, random);
  const tickets = deck.map((n) => pool.ticket(n, longDeck.includes(n)));
  return tickets.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Numbers from 0 to 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pairOf = (a: string, b: string): string => (a < b ? `${a}-${b}` : `${b}-${a}`);

/** All possible tickets of a board, and what a deck of them costs. */
class Pool {
  readonly cities: string[];
  readonly choices: Choice[] = [];
  readonly reach: number;
  private readonly links: { a: string; b: string; length: number }[];
  private readonly between: (a: string, b: string) => number;

  constructor(board: Board) {
    const way = distances(board.cities, board.routes);
    this.between = (a, b) => way(a, b) ?? Infinity;
    this.cities = board.cities.filter(({ country }) => !country).map(({ id }) => id);
    const shortest = new Map<string, number>();
    for (const { id, length } of board.routes) {
      const pair = pairOf(...endsOf(id));
      shortest.set(pair, Math.min(length, shortest.get(pair) ?? Infinity));
    }
    this.links = [...shortest].map(([pair, length]) => ({ a: endsOf(pair)[0], b: endsOf(pair)[1], length }));
    const pairs = this.cities.flatMap((a, n) => this.cities.slice(n + 1).map((b) => [a, b] as const));
    const lengths = pairs.map(([a, b]) => this.between(a, b)).filter(Number.isFinite);
    this.reach = Math.max(1, Math.min(Math.max(1, ...lengths), Math.round(REACH * board.trains.count)));
    for (const [a, b] of pairs) {
      const length = this.between(a, b);
      if (!shortest.has(pairOf(a, b)) && length >= SHORTEST && length <= this.reach) this.add(a, b);
    }
  }

  private add(a: string, b: string): number {
    const length = this.between(a, b);
    const way = this.links.map((link) => {
      const there = this.between(a, link.a) + link.length + this.between(link.b, b);
      const back = this.between(a, link.b) + link.length + this.between(link.a, b);
      return Number.isFinite(length) && Math.min(there, back) === length;
    });
    const kind = EDGES.filter((edge) => edge <= length / this.reach).length;
    const [from, to] = [this.cities.indexOf(a), this.cities.indexOf(b)];
    return this.choices.push({ a: from, b: to, length, kind, way }) - 1;
  }

  /** The number of a ticket, adding it if it would not be suggested. */
  number(one: string, other: string): number {
    for (const city of [one, other]) {
      if (!this.cities.includes(city)) throw new DeckError(`unknown city '${city}'`);
    }
    const ends = [this.cities.indexOf(one), this.cities.indexOf(other)];
    const found = this.choices.findIndex(({ a, b }) => ends.includes(a) && ends.includes(b));
    return found < 0 ? this.add(one, other) : found;
  }

  ticket(number: number, long: boolean): Board["tickets"][number] {
    const { a, b, length } = this.choices[number]!;
    const [origin, target] = [this.cities[a]!, this.cities[b]!].sort() as [string, string];
    return { id: `${origin}-${target}`, origin, targets: [target], points: [length], long };
  }

  /** A deck of this size: the kept tickets, and others of the pool, exchanged until there is no improvement. */
  improved(kept: number[], pool: number[], size: number, random: () => number): number[] {
    const chosen = [...kept];
    const free = pool
      .filter((n) => !kept.includes(n))
      .map((n) => [random(), n] as const)
      .sort(([a], [b]) => a - b)
      .map(([, n]) => n);
    const need = size - chosen.length;
    if (need > free.length) {
      throw new DeckError(
        `only ${free.length} pairs of cities are far enough apart for tickets, and ${need} are needed`,
      );
    }
    while (chosen.length < size) chosen.push(this.best(chosen, free, size));
    for (let round = 0; round < ROUNDS; round++) {
      const before = [...chosen];
      for (const n of before) {
        if (kept.includes(n)) continue;
        chosen.splice(chosen.indexOf(n), 1);
        chosen.push(this.best(chosen, free, size));
      }
      if (before.every((n) => chosen.includes(n))) break;
    }
    return chosen;
  }

  /** The ticket of the pool that costs least beside the chosen ones. */
  private best(chosen: number[], pool: number[], size: number): number {
    const taken = chosen.map((n) => this.choices[n]!);
    const kinds = SHARES.map((share, kind) => taken.filter((one) => one.kind === kind).length - share * size);
    const uses = this.cities.map((_, city) => taken.filter(({ a, b }) => a === city || b === city).length);
    const used = this.links.map((_, link) => taken.some(({ way }) => way[link]));
    const fair = (2 * size) / Math.max(1, this.cities.length);
    const cost = ({ a, b, kind, length, way }: Choice): number => {
      let sum = (COST.kind * (2 * kinds[kind]! + 1)) / size;
      for (const city of [a, b]) {
        const [now, then] = [uses[city]! - fair, uses[city]! + 1 - fair].map(
          (more) => Math.max(0, more) ** 2,
        );
        sum += COST.crowd * (then! - now!) - (uses[city] ? 0 : COST.unusedCity);
      }
      sum -= COST.unusedLink * way.filter((on, link) => on && !used[link]).length;
      const similar = taken.filter((one) => this.shared(way, one.way) >= Math.min(length, one.length) - 1);
      return sum + COST.similar * similar.length;
    };
    let [least, found] = [Infinity, -1];
    for (const n of pool) {
      const now = chosen.includes(n) ? Infinity : cost(this.choices[n]!);
      if (now < least) [least, found] = [now, n];
    }
    return found;
  }

  /** The train spaces of the connections that two paths share. */
  private shared(one: boolean[], other: boolean[]): number {
    return this.links.reduce((sum, { length }, link) => sum + (one[link] && other[link] ? length : 0), 0);
  }
}
