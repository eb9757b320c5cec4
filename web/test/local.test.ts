// A static site: which files answer requests, exercises without a server, and links that stay in its folder.
import { afterEach, expect, test, vi } from "vitest";
import { Refusal } from "../src/local/answers";
import { puzzle, tryPuzzle, tryStep } from "../src/local/exercises";
import { file, fileOf } from "../src/local/files";

const BASE = "https://example.org/some/folder/";

afterEach(() => vi.unstubAllGlobals());

/** A host that serves these files. */
function host(files: Record<string, unknown>): void {
  vi.stubGlobal("fetch", async (address: URL) => {
    const name = address.href.slice(BASE.length);
    if (!(name in files)) return new Response("<html>", { status: 404 });
    return new Response(JSON.stringify(files[name]), { headers: { "content-type": "application/json" } });
  });
}

test.each([
  ["/api/rulesets", "./api/rulesets.json"],
  ["/api/rulesets/usa", "./api/rulesets/usa.json"],
  ["/api/rulesets/usa/board.svg", "./api/rulesets/usa/board.svg"],
  ["/api/tables/card_game-k7x2/ruleset", "./api/rulesets/card_game.json"],
  ["/api/tables/usa-k7x2/thumbnail.svg", "./api/rulesets/usa/thumbnail.svg"],
  ["/api/lessons/usa/claim", "./api/lessons/usa/claim.json"],
  ["/licenses.json", "./licenses.json"],
  ["/api/tables/usa-k7x2", null],
  ["/api/rulesetsx", null],
  ["/api/me", null],
])("%s is answered by %s", (path, name) => {
  expect(fileOf(path)).toBe(name);
});

test("hosts that answer with a page have no such file", async () => {
  vi.stubGlobal("fetch", async () => new Response("<html>", { headers: { "content-type": "text/html" } }));
  await expect(file("./api/bots.json", BASE)).rejects.toMatchObject({ code: "not_found" });
});

test("an action of a lesson has its answer, and what is not legal is refused", async () => {
  host({ "api/lessons/usa/claim/answers.json": { draw: { right: false, reply: "wrong", played: null } } });
  expect(await tryStep("/api/lessons/usa/claim", "draw", BASE)).toMatchObject({ right: false });
  await expect(tryStep("/api/lessons/usa/claim", "claim:x", BASE)).rejects.toBeInstanceOf(Refusal);
  await expect(tryStep("/api/lessons/usa/none", "draw", BASE)).rejects.toMatchObject({ code: "not_found" });
});

test("a right action of a puzzle is played, and a wrong one leaves the position", async () => {
  const played = { events: [{ event: "claimed" }], view: { version: 8 }, plan: null };
  const exercise = {
    seat: 0,
    view: { version: 7, legal: ["best", "other"] },
    log: [],
    plan: { version: 7 },
  };
  host({
    "api/puzzles/usa/1.json": {
      "1a": {
        exercise,
        chances: { best: 60 },
        moves: [{ action: "best", chance: 60 }],
        error: 1,
        hint: { action: "best" },
        played: { best: played },
      },
    },
  });
  const path = "/api/puzzles/usa/1a";
  expect(await puzzle(path, BASE)).toEqual(exercise);
  expect(await tryPuzzle(path, "best", BASE)).toMatchObject({ right: true, chance: 60, error: 1, played });
  expect(await tryPuzzle(path, "other", BASE)).toMatchObject({
    right: false,
    chance: null,
    played: { events: [], view: exercise.view, plan: { version: 7 } },
  });
  for (const none of ["/api/puzzles/usa/1b", "/api/puzzles/usa/2a"])
    await expect(puzzle(none, BASE)).rejects.toMatchObject({ code: "not_found" });
  await expect(tryPuzzle(path, "none", BASE)).rejects.toMatchObject({ code: "illegal_action" });
});

const components = import.meta.glob<string>("../src/**/*.svelte", {
  query: "?raw",
  import: "default",
  eager: true,
});

test("links and pictures go through `to` and `transport`, which know where the folder is", () => {
  const found = Object.entries(components).flatMap(([path, text]) =>
    [...text.matchAll(/(?:href|src)=(?:"|\{[`"])[/].*/g)].map(([line]) => `${path}: ${line}`),
  );
  // A server describes itself; a static site has no such page.
  expect(found.filter((line) => !line.includes("openapi.json"))).toEqual([]);
});
