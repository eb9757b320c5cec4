// After the first move of a game on this device, the page asks the browser to keep its storage.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GameStore } from "../src/lib/game.svelte";
import type { TableConnection, SocketEvents } from "../src/lib/socket";
import type { Hello } from "../src/lib/types";

vi.mock("../src/lib/settings.svelte", () => ({ settings: { undo: 0 } })); // the other settings need a page

const HERE = "usa-0123456789abcdef";
const persist = vi.fn<() => Promise<boolean>>();
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("navigator", { storage: { persist } });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
  persist.mockReset().mockResolvedValue(false); // a refusal changes nothing
});
afterEach(() => vi.unstubAllGlobals());

/** A table at which all commands succeed, or are refused with this error. */
function seated(id: string, error: { code: string; message: string } | null = null): GameStore {
  let events: SocketEvents;
  const line: Partial<TableConnection> = { command: async () => ({ error, version: 1 }) };
  const game = new GameStore(id, {} as never, {
    connect: (_, told) => ((events = told), line as TableConnection),
    table: () => new Promise(() => undefined),
    board: () => new Promise(() => undefined),
  });
  const table = { state: "playing", seats: [], you: 0, yours: [0] };
  events!.message({
    type: "hello",
    table,
    view: { version: 0, seat: 0, legal: ["draw"], tickets: [] },
    log: [],
  } as unknown as Hello);
  events!.status("open");
  return game;
}

test("the first move at a table of this device asks once", async () => {
  const game = seated(HERE);
  expect(persist).not.toHaveBeenCalled();
  await game.play("draw");
  expect(persist).toHaveBeenCalledOnce();
  await seated(HERE).play("draw");
  expect(persist).toHaveBeenCalledOnce();
});

test.each([
  ["a server's table", "f3kX9aPq", null],
  ["a refused move", HERE, { code: "stale", message: "" }],
])("%s does not ask", async (_, id, error) => {
  await seated(id, error).play("draw");
  expect(persist).not.toHaveBeenCalled();
});

test("a browser without persistent storage plays on", async () => {
  vi.stubGlobal("navigator", {});
  const game = seated(HERE);
  await game.play("draw");
  expect(game.notice).toBeNull();
});
