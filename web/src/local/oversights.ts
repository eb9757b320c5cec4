// Tickets, routes and rows that a bot may overlook, for each kind of game, as in the kinds' `oversights.py`.
import type { Engine } from "../engine";
import { Knowledge } from "../engine/telling/knowledge";
import type { Seen } from "./levels";

interface Oversights {
  /** The seat's tickets that are incomplete but can be completed, fewest points first. */
  pending(bytes: Uint8Array, seat: number): number[];
  /** Other players' routes or rows: the player, and the number of the route or color. */
  laid(record: Seen, seat: number): [player: number, number: number][];
  /** Makes the seat believe that it was never placed. */
  overlook(record: Seen, seat: number, player: number, number: number): void;
  /** The number of cards that an action plays. */
  cards(action: number): number;
}

const OF_KIND: Record<string, (engine: Engine) => Oversights> = { network: routes, yard: rows };

export const oversights = (engine: Engine): Oversights => OF_KIND[engine.ruleset.kind]!(engine);

const others = (record: Seen, seat: number): number[] =>
  Array.from({ length: record.number("players") }, (_, player) => player).filter((player) => player !== seat);

const wordOf = (engine: Engine, action: number): string | undefined =>
  engine.module.layout.words[engine.rule("action_type", action)];

const paid = (engine: Engine, action: number): number =>
  engine.rule("action_colored", action) + engine.rule("action_wild", action);

/** The seat's tickets for which `lacks` is true, fewest points first. */
function rising(
  engine: Engine,
  bytes: Uint8Array,
  seat: number,
  lacks: (knowledge: Knowledge, ticket: number) => boolean,
  points: (ticket: number) => number,
): number[] {
  const knowledge = new Knowledge(engine, seat, bytes);
  return knowledge
    .members("tickets", seat)
    .filter((ticket) => lacks(knowledge, ticket))
    .sort((a, b) => points(a) - points(b) || a - b);
}

/** The engine's number of an open ticket. */
const OPEN = 0;

/** Other players' routes: the seat believes that they are open. */
function routes(engine: Engine): Oversights {
  const words = (record: Seen, field: string): number =>
    record.array(field).length / engine.module.layout.seats;
  return {
    pending: (bytes, seat) =>
      rising(
        engine,
        bytes,
        seat,
        (knowledge, ticket) => knowledge.ask("ticket_state", seat, ticket) === OPEN,
        (ticket) => engine.rule("ticket_points", ticket, 0),
      ),
    laid: (record, seat) =>
      others(record, seat).flatMap((player) => {
        const owned = record.row("owned", player) as unknown as BigUint64Array;
        return Array.from({ length: engine.rule("routes") }, (_, route) => route)
          .filter((route) => owned[Math.floor(route / 64)]! & (1n << BigInt(route % 64)))
          .map((route): [number, number] => [player, route]);
      }),
    overlook(record, seat, player, route) {
      const [place, bit] = [Math.floor(route / 64), 1n << BigInt(route % 64)];
      const [owned, open] = [record.array("owned"), record.array("open")] as BigUint64Array[];
      owned![player * words(record, "owned") + place]! &= ~bit;
      open![seat * words(record, "open") + place]! |= bit;
    },
    cards: (action) => (wordOf(engine, action) === "claim" ? paid(engine, action) : 0),
  };
}

/** Other players' rows: the seat believes that there are none. */
function rows(engine: Engine): Oversights {
  const places = (record: Seen): number => record.array("row_colored").length / engine.module.layout.seats;
  return {
    pending: (bytes, seat) =>
      rising(
        engine,
        bytes,
        seat,
        (knowledge, ticket) => knowledge.ask("feasible", seat, 2 ** ticket) !== 1,
        (ticket) => engine.rule("ticket_points", ticket),
      ),
    laid: (record, seat) =>
      others(record, seat).flatMap((player) =>
        record
          .row("row_colored", player)
          .map(Number)
          .flatMap((count, color): [number, number][] => (count ? [[player, color]] : [])),
      ),
    overlook(record, _seat, player, color) {
      for (const field of ["row_colored", "row_wild"]) {
        (record.array(field) as Int16Array)[player * places(record) + color] = 0;
      }
    },
    cards(action) {
      const word = wordOf(engine, action);
      return word === "trio" ? 3 : word === "set" ? paid(engine, action) : 0;
    },
  };
}
