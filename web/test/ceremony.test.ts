// The ceremony of a map game: paths of tickets, positions along them, and the podium.
import { describe, expect, test } from "vitest";
import { Names } from "../src/lib/names";
import type { NetworkRulesetInfo, NetworkView, ServerMessage } from "../src/lib/types";
import { legsOf, lineOf, placesOn } from "../src/network/end/pathline";
import { largestPart, routesOf } from "../src/network/end/routes";
import { ticketPath } from "../src/network/end/ticketpath";
import { podium, standings } from "../src/table/end/ceremony";
import * as europe from "./frames/europe";
import * as legendaryAsia from "./frames/legendary_asia";
import * as switzerland from "./frames/switzerland";
import * as usa from "./frames/usa";

describe("a course", () => {
  test("turns each line the way that it is traveled", () => {
    const legs = legsOf(["M10 0L0 0", "M20 0L10 0", "M20 0L20 20"]);
    expect(legs.map(({ points }) => lineOf(points))).toEqual([
      "M0.0 0.0L10.0 0.0",
      "M10.0 0.0L20.0 0.0",
      "M20.0 0.0L20.0 20.0",
    ]);
    expect(legs.map(({ begin, end }) => [begin, end])).toEqual([
      [0, 0.25],
      [0.25, 0.5],
      [0.5, 1],
    ]);
  });

  test("of nothing is empty, and a single line stays as it is", () => {
    expect(legsOf([])).toEqual([]);
    expect(legsOf([""])).toEqual([]);
    expect(placesOn([], 4)).toEqual([]);
    expect(legsOf(["M3 4L5 6"])[0]!.points).toEqual([
      { x: 3, y: 4 },
      { x: 5, y: 6 },
    ]);
  });

  test("what travels looks ahead and never stands on its head", () => {
    const places = placesOn(legsOf(["M0 0L100 0", "M100 0L100 80", "M100 80L0 80"]), 28);
    expect(places[0]).toMatchObject({ x: 0, y: 0, left: false, slope: 0 });
    expect(places.at(-1)).toMatchObject({ x: 0, y: 80, left: true });
    expect(Math.max(...places.map(({ slope }) => Math.abs(slope)))).toBeLessThanOrEqual(40);
    expect(places.find(({ x, y }) => x === 100 && y > 30 && y < 50)!.slope).toBe(40);
  });
});

const over = (frames: ServerMessage[]): NetworkView[] =>
  frames.flatMap((frame) => ("view" in frame && frame.view?.outcome ? [frame.view as NetworkView] : []));

test.each(Object.entries({ usa, europe, switzerland }))(
  "the ways of %s hang together from the first place to the last, and are built where they scored",
  (_id, { ruleset, frames }) => {
    const { routes } = ruleset as NetworkRulesetInfo;
    const names = new Names(ruleset);
    let seen = 0;
    for (const view of over(frames)) {
      for (const result of view.outcome!.players) {
        const own = new Set(routesOf(result, view));
        const taken = new Set(
          view.players.flatMap(({ seat, routes }) => (seat === result.seat ? [] : routes)),
        );
        for (const ticket of result.tickets_list) {
          const way = ticketPath(ticket, own, taken, names, routes);
          expect(way.length).toBeGreaterThan(0);
          const ends = way.map((id) => routes.find((route) => route.id === id)!);
          let at = names.citiesOf(ticket.from).find((city) => [ends[0]!.a, ends[0]!.b].includes(city));
          for (const { a, b } of ends) {
            expect([a, b]).toContain(at);
            at = at === a ? b : a;
          }
          expect(ticket.to.flatMap((to) => names.citiesOf(to))).toContain(at);
          expect(way.every((id) => own.has(id))).toBe(ticket.scored > 0);
          seen++;
        }
      }
    }
    expect(seen).toBeGreaterThan(2);
  },
);

test("the largest connected part has as many cities as the rules count", () => {
  // ASI-8
  const views = over(legendaryAsia.frames);
  const { routes } = legendaryAsia.ruleset as NetworkRulesetInfo;
  for (const { outcome, players } of views)
    for (const { seat, connected_cities } of outcome!.players) {
      const own = new Set(players[seat]!.routes);
      const part = largestPart(routes.filter(({ id }) => own.has(id)));
      expect(part.cities.length).toBe(connected_cities);
      expect(part.routes.every((id) => own.has(id))).toBe(true);
    }
  expect(views.length).toBeGreaterThan(0);
  expect(largestPart([])).toEqual({ routes: [], cities: [] });
});

test("equal ranks stand equally high, and the fourth stands beside", () => {
  const ranking = [
    { seat: 2, rank: 1, score: 90 },
    { seat: 0, rank: 1, score: 90 },
    { seat: 3, rank: 3, score: 70 },
    { seat: 1, rank: 4, score: 95 },
  ];
  const made = standings(ranking, [2, 0], null);
  const [stand, beside] = podium(made);
  expect(stand.map(({ seat, rank, winner }) => [seat, rank, winner])).toEqual([
    [2, 1, true],
    [0, 1, true],
    [3, 3, false],
  ]);
  expect(beside.map(({ seat }) => seat)).toEqual([1]);
  // A seat whose player left comes last, whatever it scored.
  const ends = [1, 4, 1, 3].map((rank) => ({
    rank,
    ending: rank === 4 ? ("left" as const) : ("played" as const),
  }));
  const left = standings(ranking, [], ends);
  expect(left.map(({ rank }) => rank)).toEqual([1, 1, 3, 4]);
  expect(left.map(({ note }) => note)).toEqual(["", "", "", "Left early"]); // RUL-84
  expect(podium([])).toEqual([[], []]);
});
