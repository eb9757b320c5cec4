// Districts and passengers in the board editor: boards stay valid after each change, and renamed cities keep their
// districts and passengers.
import { expect, test } from "vitest";
import {
  addDistrict,
  changeDistrict,
  districtsOf,
  MOST_DISTRICTS,
  removeDistrict,
} from "../src/studio/districts";
import { removeCity, renameCity, type Board } from "../src/studio/model";
import {
  changePassengers,
  figuresOf,
  MOST_FIGURES,
  passengersOf,
  placesOf,
  putFigures,
  roomOf,
  setPassengers,
  spread,
} from "../src/studio/passengers";
import { fittedInPlay, inPlay } from "../src/studio/routesettings";
import { board as small } from "./checks.json";

const board = small as unknown as Board;

test("a new district has a free city and its nearest neighbor", () => {
  const [one, first] = addDistrict(board, "Old Town")!;
  const [two, second] = addDistrict(one, "Old Town")!;
  expect([first, second]).toEqual(["old_town", "old_town_2"]);
  const [a, b] = [districtsOf(two)[first]!, districtsOf(two)[second]!];
  expect(a.cities).toEqual(["aa", "bb"]);
  expect(a.cities.filter((city) => b.cities.includes(city))).toEqual([]);
  expect(districtsOf(board)).toEqual({});
});

test("there are at most sixteen districts, and none without two cities", () => {
  let full = board;
  for (let n = 0; n < MOST_DISTRICTS; n++) full = addDistrict(full, `D${n}`)![0];
  expect(addDistrict(full, "One more")).toBeNull();
  expect(addDistrict({ ...board, cities: board.cities.slice(1, 2) }, "One")).toBeNull();
});

test("the last district leaves no trace, and other points of the scoring stay", () => {
  const [next, id] = addDistrict({ ...board, scoring: { longest: 5 } }, "Port")!;
  const changed = changeDistrict(id, { points: 9, cities: ["aa", "ff"] })(next);
  expect(districtsOf(changed)).toEqual({ port: { name: "Port", cities: ["aa", "ff"], points: 9 } });
  expect(removeDistrict(id)(changed).scoring).toEqual({ longest: 5 });
});

test("settings that a board leaves out have their defaults", () => {
  const bare = { ...board, passengers: {}, in_play: {}, mixture: {} };
  expect(passengersOf(bare)).toEqual({ each: 0, colors: [], first: 20, second: 10, places: {} });
  expect(putFigures("aa", 1)(bare).passengers).toEqual({ places: { aa: 1 } });
  expect(renameCity(bare, "aa", "Brno")[0].passengers).toEqual({ places: {} });
  expect(inPlay(bare, "aa-bb")).toEqual([2, 3]);
  expect(fittedInPlay(bare)).not.toHaveProperty("in_play");
});

test("passengers are as many as their places, more of them where more routes end", () => {
  const own = passengersOf(setPassengers(true)(board))!;
  expect(figuresOf(own)).toBe(roomOf(own));
  expect(Object.keys(own.places).sort()).toEqual(["aa", "bb", "cc", "dd", "ee", "ff"]);
  expect(own.places.bb).toBeGreaterThan(own.places.ff!);
  expect(setPassengers(false)(setPassengers(true)(board))).toEqual(board);
});

test.each([0, 1, 5, 6, 7, 60, 119, 120])("%i figures are put on the places", (figures) => {
  const places = spread(board, figures);
  expect(roomOf({ places })).toBe(figures);
  expect(Math.max(0, ...Object.values(places))).toBeLessThanOrEqual(MOST_FIGURES);
  if (figures >= 6) expect(Object.keys(places)).toHaveLength(6);
});

test("a country is one place for all its border nodes", () => {
  const cities = board.cities.map((city) => (city.id < "cc" ? { ...city, country: "at" } : city));
  const bordered = { ...board, cities, countries: { at: "Austria" } };
  expect([...placesOf(bordered).keys()]).toEqual(["at", "cc", "dd", "ee", "ff"]);
  expect(spread(bordered, 5)).toEqual({ at: 1, cc: 1, dd: 1, ee: 1, ff: 1 });
});

test("a place without figures is left out", () => {
  const start = changePassengers({ places: { aa: 2, bb: 1 } })(setPassengers(true)(board));
  expect(putFigures("aa", 0)(start).passengers!.places).toEqual({ bb: 1 });
  expect(putFigures("cc", 3)(start).passengers!.places).toEqual({ aa: 2, bb: 1, cc: 3 });
});

test("districts and figures follow a city that gets another name, or leaves", () => {
  const [next] = addDistrict(setPassengers(true)(board), "Port")!;
  const count = passengersOf(next)!.places.aa!;
  const [renamed] = renameCity(next, "aa", "Brno");
  expect(renamed.passengers!.places).toMatchObject({ brno: count });
  expect(renamed.passengers!.places).not.toHaveProperty("aa");
  expect(districtsOf(renamed).port!.cities).toEqual(["brno", "bb"]);
  const left = removeCity("aa")(next);
  expect(left.passengers!.places).not.toHaveProperty("aa");
  expect(left.scoring).toEqual({});
});
