// Names beside their cities, and the settings of the drawing.
import { expect, test } from "vitest";
import {
  addCity,
  changeDrawing,
  emptyBoard,
  MARGIN,
  placeName,
  removeCity,
  renameCity,
  SIDES,
} from "../src/studio/model";
import { besideCity, sideAt } from "../src/studio/plane";

const [board, brno] = addCity(emptyBoard("Moravia", true), "Brno", 49.2, 16.6);

test("each side begins where a name that is dragged there gets it", () => {
  expect(new Set(SIDES).size).toBe(8);
  for (const side of SIDES) {
    const { x, y, anchor } = besideCity(side);
    // The middle of the letters is above their base line.
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
