// The player page on a static site, computed from the games on the device.
import { expect, test } from "vitest";
import type { StoredTable, StoredSeat } from "../src/local/storedtable";
import { accuracyOf, pageOf } from "../src/local/statistics";

const seat = (kind: StoredSeat["kind"], away: StoredSeat["away"] = null): StoredSeat => ({
  kind,
  name: kind,
  bot: kind === "bot" || away ? "easy" : null,
  away,
  color: 0,
});

function game(won: boolean, score: number, more: Partial<StoredTable> = {}): StoredTable {
  const ends = [won, !won].map((one, at) => ({
    seat: at,
    finisher: null,
    ending: "played" as const,
    rank: one ? 1 : 2,
    won: one,
  }));
  const seats = [seat("person"), seat("bot")];
  return { ruleset: "usa", seats, ends, scores: [score, 50], standing: null, ...more } as StoredTable;
}

const me = { id: "local", name: "Ada", account: false, program: false };

test("statistics by board and number of players", () => {
  const left = [seat("person", "left"), seat("bot")];
  const page = pageOf(me, [
    game(true, 90),
    game(true, 110),
    game(false, 40, { seats: left }),
    game(true, 70, { ruleset: "europe" }),
  ]);
  expect(page.statistics).toEqual([
    { ruleset: "usa", players: 2, company: false, games: 3, wins: 2, left: 1, mean: 100, best: 110 },
    { ruleset: "europe", players: 2, company: false, games: 1, wins: 1, left: 0, mean: 70, best: 70 },
  ]);
  expect(page.streak).toEqual({ current: 2, best: 2 });
});

test("games that do not count", () => {
  const shared = game(true, 90, { seats: [seat("person"), seat("person")] });
  const others = [{ imported: true }, { abandoned: true }, { begun: {} as StoredTable["begun"] }];
  const page = pageOf(me, [shared, ...others.map((more) => game(true, 90, more as Partial<StoredTable>))]);
  expect([page.statistics, page.streak]).toEqual([[], { current: 0, best: 0 }]);
});

test("the accuracy is the mean of the phases", () => {
  const review = {
    decisions: [],
    seats: [{ accuracy: [80, null, 60] }, { accuracy: [null, null, null] }, {}],
  };
  expect([0, 1, 2].map((one) => accuracyOf(review as never, one))).toEqual([70, null, null]);
  expect(accuracyOf(null, 0)).toBeNull();
});
