// Reviews on this device: one in more worlds replaces the stored one, and nothing else does.
import { expect, test, vi } from "vitest";
import type { Review } from "../src/lib/types";

vi.mock("../src/engine", () => ({
  Reviewing: class {
    readonly questions = [];
    readonly done = 0;
    readonly review: Pick<Review, "worlds" | "decisions">;
    constructor(_game: unknown, { worlds = 48 } = {}) {
      this.review = { worlds, decisions: [] };
    }
  },
}));
vi.mock("../src/local/computeworkers", () => ({
  startWorkers: () => [],
  stopWorkers: () => undefined,
  runJob: () => undefined,
}));
const { Reviews } = await import("../src/local/reviews");

test("a deeper review replaces the stored one", async () => {
  let stored: Review | null = null;
  const store = {
    review: async () => stored,
    putReview: async (_id: string, review: Review) => void (stored = review),
  };
  const reviews = new Reviews(store as never, "");
  const game = { actions: [], engine: { ruleset: {} } } as never;
  const review = async (worlds?: number): Promise<[string, number | undefined]> => {
    const { state } = await reviews.begin({ id: "a", game, worlds });
    await vi.waitFor(async () => expect((await reviews.answer("a")).state).toBe("done"));
    return [state, stored?.worlds];
  };
  expect(await review()).toEqual(["working", 48]);
  expect(await review()).toEqual(["done", 48]);
  expect(await review(48)).toEqual(["done", 48]);
  expect(await review(192)).toEqual(["working", 192]);
  expect(await review(48)).toEqual(["done", 192]);
});
