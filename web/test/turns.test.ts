import { describe, expect, test } from "vitest";
import { LinkedNames, pieces, plain } from "../src/lib/linked";
import { Names } from "../src/lib/names";
import { since, turns } from "../src/lib/turns";
import type { GameEvent, LogEntry } from "../src/lib/types";
import { ruleset } from "./frames/europe";

const drew = (seat: number): GameEvent => ({ event: "drew", seat, card: null });
const turn = (seat: number): GameEvent => ({ event: "turn", seat });
const log: LogEntry[] = [
  { version: 1, events: [{ event: "chose", seat: 1 }] },
  { version: 2, events: [{ event: "opening_done", kept: [2, 2, 3] }, turn(0)] },
  { version: 3, events: [drew(0)] },
  { version: 4, events: [drew(0), turn(1)] },
  { version: 5, events: [{ event: "drew_tickets", seat: 1, count: 3 }] },
  { version: 6, events: [{ event: "kept", seat: 1, kept: 1, refused: 2, tickets: null }, turn(2)] },
  { version: 7, events: [{ event: "passed", seat: 2 }, turn(0)] },
];
const seats = (some: ReturnType<typeof turns>) => some.map(({ seat }) => seat);

describe("turns", () => {
  test("a turn contains everything until the next one starts", () => {
    expect(turns(log).map(({ seat, events }) => [seat, events.length])).toEqual([
      [null, 2],
      [0, 3],
      [1, 3],
      [2, 2],
      [0, 1],
    ]);
  });

  test("every event is listed exactly once", () => {
    const told = turns(log).flatMap(({ events }) => events.map(({ event }) => event));
    expect(told).toEqual(log.flatMap(({ events }) => events));
  });

  test("events since the last turn stay until the turn ends", () => {
    expect(seats(since(turns(log), 0))).toEqual([1, 2]);
    const second = [...log, { version: 8, events: [drew(0)] }];
    expect(seats(since(turns(second), 0))).toEqual([1, 2]);
    const ended = [...second, { version: 9, events: [drew(0), turn(1)] }];
    expect(seats(since(turns(ended), 0))).toEqual([1]);
    expect(seats(since(turns(ended), 1))).toEqual([2, 0]);
  });

  test("before the first own turn it is everything except the opening", () => {
    expect(seats(since(turns(log.slice(0, 5)), 2))).toEqual([0, 1]);
    expect(since(turns([]), 0)).toEqual([]);
  });
});

describe("texts with places", () => {
  const linked = new LinkedNames(ruleset);
  const names = new Names(ruleset);

  test("every name becomes a separate piece, and nothing else changes", () => {
    for (const { id } of ruleset.routes) {
      const text = `Ada claims ${linked.routeName(id)} for 7 points.`;
      expect(pieces(text)).toEqual([
        { text: "Ada claims " },
        { text: names.routeName(id), key: `route:${id}` },
        { text: " for 7 points." },
      ]);
      expect(plain(text)).toBe(`Ada claims ${names.routeName(id)} for 7 points.`);
    }
  });

  test("a ticket links to each of its cities", () => {
    const ticket = ruleset.tickets[0]!;
    const keys = pieces(linked.ticketName(linked.ticket(ticket.id)!)).flatMap(({ key }) => key ?? []);
    expect(keys).toEqual([ticket.from, ...ticket.to].map((id) => `city:${id}`));
  });

  test("a text without names is one piece, an empty one none", () => {
    expect(pieces("You draw from the deck.")).toEqual([{ text: "You draw from the deck." }]);
    expect(pieces("")).toEqual([]);
  });
});
