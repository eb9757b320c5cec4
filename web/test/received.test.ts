// The order of a player's tickets.
import { expect, test } from "vitest";
import { received } from "../src/lib/received";
import type { LogEntry } from "../src/lib/types";

const kept = (version: number, seat: number, tickets: string[] | null): LogEntry => ({
  version,
  events: [{ event: "kept", seat, kept: 2, refused: 1, tickets }],
});
const view = (...ids: string[]) => ({ seat: 0 as number | null, tickets: ids.map((id) => ({ id })) });
const order = (shown: ReturnType<typeof view>, log: LogEntry[]) =>
  received(shown, log).tickets.map(({ id }) => id);

test("tickets drawn later come last, whatever their place on the board", () => {
  expect(order(view("b", "d"), [])).toEqual(["b", "d"]);
  const log = [kept(5, 0, ["a", "e"]), kept(8, 1, null), kept(9, 0, ["c"])];
  expect(order(view("a", "b", "d", "e"), log.slice(0, 1))).toEqual(["b", "d", "a", "e"]);
  expect(order(view("a", "b", "c", "d", "e"), log)).toEqual(["b", "d", "a", "e", "c"]);
});

test("others' tickets and views without tickets do not matter", () => {
  expect(order(view("a", "b"), [kept(3, 1, ["a"])])).toEqual(["a", "b"]);
  expect(received(null, [])).toBeNull();
  const empty = view();
  expect(received(empty, [kept(3, 0, ["a"])])).toBe(empty);
});
