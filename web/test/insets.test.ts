// Insets of boards: editing them, and drawing them without a server.
import { expect, test, vi } from "vitest";
import { drawingsOf, type Art } from "../src/local/boards/drawing";
import { frameOf, Lens } from "../src/local/boards/frames";
import { furnitureOf } from "../src/local/boards/furniture";
import { layoutOf } from "../src/local/boards/layout";
import {
  addInset,
  changeInset,
  insetOf,
  insetsOf,
  MAIN,
  MOST_INSETS,
  moved,
  removeInset,
  resized,
  spanOf,
  type Rectangle,
} from "../src/studio/insets";
import { addCity, addRoute, emptyBoard, endsOf, type Board } from "../src/studio/model";
import { Plane } from "../src/studio/plane";

vi.setConfig({ testTimeout: 60_000 });

const ISLANDS = ["horta", "angra", "delgada"];
const EARTH: Rectangle = [-29, 36.7, -24.8, 39];
const BOX: Rectangle = [-14, 39.5, -11, 41.5];
const REGION = { west: -10, south: 30, east: 10, north: 50 };

/** A mainland, and islands far away from it, in an inset. */
function islands(): Board {
  let board = emptyBoard("Islands", true);
  for (const [name, lat, lon] of [
    ["Lisboa", 38.7, -9.1],
    ["Porto", 41.2, -8.6],
    ["Faro", 37, -7.9],
    ["Evora", 38.6, -7.9],
    ["Horta", 38.5, -28.6],
    ["Angra", 38.65, -27.2],
    ["Delgada", 37.7, -25.7],
  ] as const)
    [board] = addCity(board, name, lat, lon);
  for (const pair of ["evora-lisboa", "evora-faro", "lisboa-porto", "evora-porto", "faro-lisboa"])
    [board] = addRoute(board, ...endsOf(pair));
  for (const pair of ["angra-horta", "angra-delgada", "delgada-lisboa"])
    [board] = addRoute(board, ...endsOf(pair));
  const lengths: Record<string, number> = { "delgada-lisboa": 5, "angra-horta": 2, "angra-delgada": 2 };
  board = {
    ...board,
    routes: board.routes.map((route) => ({ ...route, length: lengths[route.id] ?? route.length })),
  };
  return { ...board, drawing: { insets: [{ earth: EARTH, box: BOX }] } };
}

test("an inset is added, moved, resized and removed", () => {
  const board = emptyBoard("Empty", true);
  const one = addInset(REGION)(board);
  const [{ earth, box }] = insetsOf(one) as [{ earth: Rectangle; box: Rectangle }];
  expect(earth).toEqual([-7.5, 37.5, -2.5, 42.5]);
  expect(box[0]).toBeGreaterThan(earth[2]);
  const next = changeInset(0, "box", moved(box, 1, -2))(one);
  expect(insetsOf(next)[0]!.box).toEqual([box[0] + 1, box[1] - 2, box[2] + 1, box[3] - 2]);
  expect(insetsOf(next)[0]!.earth).toEqual(earth);
  expect(resized(box, 2, -1)).toEqual([box[0], box[1] - 1, box[2] + 2, box[3]]);
  expect(removeInset(0)(one)).toEqual(board);
  let full = board;
  for (let n = 0; n < MOST_INSETS; n++) full = addInset(REGION)(full);
  expect(addInset(REGION)(full)).toBe(full);
});

test("rectangles stay on the earth, and keep their size across the date line", () => {
  const east = moved([170, 60, 178, 70], 6, 40);
  expect(east).toEqual([176, 75, -176, 85]);
  expect(spanOf(east)).toBe(8);
  expect(insetOf([{ earth: east, box: BOX }], { lat: 80, lon: -179 })).toBe(0);
  expect(insetOf([{ earth: east, box: BOX }], { lat: 80, lon: -175 })).toBe(MAIN);
  const [west, south, right, north] = resized([0, 0, 1, 1], -5, 5);
  expect(right).toBeGreaterThan(west);
  expect(north).toBeGreaterThan(south);
  expect(resized([0, -84, 10, -80], 0, -9)).toEqual([0, -85, 10, -80]);
});

test("places of an inset are in its frame, wherever it is", () => {
  const plane = new Plane(40);
  for (const lon of [-29, 60, 176]) {
    const earth = [lon, 36, lon + 6 > 180 ? lon + 6 - 360 : lon + 6, 42];
    const frame = frameOf({ box: BOX }, plane);
    const lens = new Lens({ earth });
    for (const dx of [0, 2, 3, 6]) {
      for (const lat of [36, 39, 42]) {
        const { x, y } = lens.into(frame, ((lon + dx + 180) % 360) - 180, lat);
        expect(Math.abs(x - frame.x)).toBeLessThan(frame.wide);
        expect(Math.abs(y - frame.y)).toBeLessThan(frame.high);
      }
    }
  }
});

test("everything is on its side of the frame", async () => {
  const board = islands();
  const layout = await layoutOf(board);
  const [left, top, right, bottom] = layout.insets[0]!.box;
  expect(left).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(layout.height);
  const inside = ({ x, y }: { x: number; y: number }): boolean =>
    x > left && x < right && y > top && y < bottom;
  for (const [id, place] of layout.cities) expect(inside(place), id).toBe(ISLANDS.includes(id));
  for (const [id, { box }] of layout.labels) {
    const corners = [
      { x: box[0], y: box[1] },
      { x: box[2], y: box[3] },
    ];
    for (const corner of corners) expect(inside(corner), id).toBe(ISLANDS.includes(id));
  }
  for (const [id, { slots }] of layout.routes) {
    const held = endsOf(id).map((end) => ISLANDS.includes(end));
    if (held[0] === held[1]) for (const slot of slots) expect(inside(slot), id).toBe(held[0]);
  }
  const { plate, rose } = furnitureOf(board, layout, []);
  const [x, y, w, h] = plate!;
  expect(x > right || x + w < left || y > bottom || y + h < top).toBe(true);
  expect(inside({ x: rose![0], y: rose![1] })).toBe(false);
});

test("an inset is clipped to its box, with the land there", async () => {
  const art: Art = {
    whole: { paper: "W" },
    thumbnail: { paper: "T" },
    symbols: "<g/>",
    tones: ["red"],
    cross: "M0 0",
    small: "M0 0",
    plate: [300, "<path/>"],
    rose: [46, "<path/>"],
    ranges: [],
  };
  const asked: number[] = [];
  const drawn = await drawingsOf(islands(), art, async (west, south, east, north) => {
    asked.push(west);
    const [lon, lat] = [(west + east) / 2, (south + north) / 2];
    return {
      land: [[lon, lat, lon + 1, lat, lon + 1, lat + 1, lon, lat + 1]],
      lakes: [],
      rivers: [],
      borders: [],
    };
  });
  expect(asked.length).toBe(2);
  expect(asked[1]).toBeLessThan(EARTH[0]);
  for (const svg of [drawn.whole, drawn.thumbnail]) {
    expect(svg).toMatch(
      /<clipPath id="inset-0"><rect x="[\d.]+" y="[\d.]+" width="[\d.]+" height="[\d.]+"[/]>/,
    );
    expect(svg).toContain('<g class="inset" clip-path="url(#inset-0)"><rect class="sea" x="');
  }
  expect(drawn.whole).toContain('<use href="#land-0" class="coast"/>');
  const { drawing: _, ...plain } = islands();
  const without = await drawingsOf(plain as Board, art, async () => ({
    land: [],
    lakes: [],
    rivers: [],
    borders: [],
  }));
  expect(without.whole).not.toContain("inset");
});
