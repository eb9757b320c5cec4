// Names beside their cities, and the settings of the drawing.
import { expect, test } from "vitest";
import {
  addCity,
  addRoute,
  changeDrawing,
  emptyBoard,
  endsOf,
  MARGIN,
  placeName,
  removeCity,
  renameCity,
  SIDES,
  suggestRoutes,
} from "../src/studio/model";
import { besideCity, planeOf, sideAt, type Point } from "../src/studio/plane";
import { distances } from "../src/studio/ways";

const [board, brno] = addCity(emptyBoard("Moravia", true), "Brno", 49.2, 16.6);

test("each side begins where a name that is dragged there gets it", () => {
  expect(new Set(SIDES).size).toBe(8);
  for (const side of SIDES) {
    const { x, y, anchor } = besideCity(side);
    // The middle of the letters is above their baseline.
    const middle = { x: x * 2, y: y - 5 + Math.sign(y - 5) * 4 };
    expect(sideAt(middle)).toBe(side);
    expect(anchor).toBe(side.includes("left") ? "end" : side.includes("right") ? "start" : "middle");
  }
  expect(sideAt({ x: 0, y: 0 })).toBe("top");
});

test("settings at their default are not written", () => {
  const changed = changeDrawing({ margin: 60, title: "top_left", palette: "snow" })(board);
  expect(changed.drawing).toEqual({ margin: 60, title: "top_left", palette: "snow" });
  const back = changeDrawing({ margin: MARGIN, title: "free", palette: "paper" })(changed);
  expect(back).toEqual(board);
  expect("drawing" in back).toBe(false);
});

test("the side of a name goes with its city", () => {
  const placed = placeName(brno, "bottom_left")(changeDrawing({ margin: 60 })(board));
  expect(placed.drawing).toEqual({ margin: 60, names: { brno: "bottom_left" } });
  expect(placeName(brno, "bottom_left")(placed)).toBe(placed);
  const [renamed, now] = renameCity(placed, brno, "Brünn");
  expect(renamed.drawing!.names).toEqual({ [now]: "bottom_left" });
  expect(removeCity(now)(renamed).drawing!.names).toEqual({});
  expect(placeName(brno, null)(placed).drawing).toEqual({ margin: 60 });
  expect(placeName(brno, null)(board)).toBe(board);
});

test("districts follow their cities", () => {
  const district = { name: "South", cities: [brno, "praha", "plzen"], points: 4 };
  const made = { ...board, scoring: { longest: 5, districts: { south: district } } };
  const [renamed, now] = renameCity(made, brno, "Brünn");
  expect(renamed.scoring).toEqual({
    longest: 5,
    districts: { south: { ...district, cities: [now, "praha", "plzen"] } },
  });
  const fewer = removeCity(now)(renamed);
  expect(fewer.scoring).toEqual({
    longest: 5,
    districts: { south: { ...district, cities: ["praha", "plzen"] } },
  });
  expect(removeCity("praha")(fewer).scoring).toEqual({ longest: 5 });
});

test("suggested routes reach every city, do not cross, and leave drawn ones", () => {
  let made = emptyBoard("Random", true);
  // Points of a plane without a pattern.
  for (let n = 1; n <= 30; n++)
    made = addCity(made, `C${n}`, 45 + ((n * 0.618) % 1) * 8, 10 + ((n * 0.755) % 1) * 12)[0];
  const [drawn, own] = addRoute(made, "c1", "c20");
  const board = suggestRoutes(drawn);
  expect(board.routes.map(({ id }) => id)).toContain(own);
  expect(new Set(board.routes.map(({ id }) => id)).size).toBe(board.routes.length);
  const way = distances(board.cities, board.routes);
  for (const { id } of board.cities) expect(way("c1", id)).not.toBeNull();
  const plane = planeOf(board);
  const at = new Map(board.cities.map((city) => [city.id, plane.at(city)]));
  const lines = suggestRoutes(made).routes.map(({ id }) => endsOf(id).map((end) => at.get(end)!));
  const turn = (a: Point, b: Point, c: Point): number =>
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  for (const [n, [a, b]] of lines.entries()) {
    for (const [c, d] of lines.slice(n + 1)) {
      const apart = new Set([a, b, c, d]).size === 4;
      const cross = turn(a!, b!, c!) * turn(a!, b!, d!) < 0 && turn(c!, d!, a!) * turn(c!, d!, b!) < 0;
      expect(apart && cross).toBe(false);
    }
  }
  expect(suggestRoutes(board)).toBe(board);
});
