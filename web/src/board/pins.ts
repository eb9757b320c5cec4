// Pins at cities: a ring around the city, and flags with the names of its tickets where they cover least.
import type { Point } from "./camera";
import { cityKey, type Drawing } from "./drawing";
import { boxOfName, meet, type Box } from "./geometry";
import { draw, layer } from "./svg";

export interface Pin {
  city: string;
  ticket: string;
  label: string;
  state: "open" | "done" | "impossible" | "offered";
}

const RING = 13.5;
const FLAG = 20;
const GAP = 1.5;
/** The distance of a city's flags from its center. */
const REACH = 17;
/** Positions for flags around a city: first beside it, then at its corners. */
const PLACES: Point[] = [
  { x: 1, y: -1 },
  { x: -1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
  { x: 0, y: -1.25 },
  { x: 0, y: 1.25 },
  { x: 1.25, y: 0 },
  { x: -1.25, y: 0 },
];

export function showPins(drawing: Drawing, pins: readonly Pin[]): void {
  const cities = new Map<string, Pin[]>();
  for (const pin of pins) cities.set(pin.city, [...(cities.get(pin.city) ?? []), pin]);
  const taken = covered(drawing, namesOf(drawing));
  const flags: Box[] = [];
  const drawn = [...cities].flatMap(([city, there]) => {
    const point = drawing.points.get(cityKey(city));
    if (!point) return [];
    const box = place(point, there.length, taken, drawing);
    taken.push({ ...box, weight: 4 });
    flags.push(box);
    return [pinned(city, point, box, there)];
  });
  drawing.flags = flags;
  layer(drawing.svg, "pins").replaceChildren(...drawn);
}

/** Move the flags that meet a name, after `names` have been enlarged or moved. */
export function moveFlags(drawing: Drawing, names: readonly Box[]): void {
  if (!drawing.flags.some((flag) => names.some((name) => meet(flag, name)))) return;
  const groups = [...layer(drawing.svg, "pins").querySelectorAll<SVGGElement>(":scope > .pin")];
  const taken = covered(drawing, names);
  drawing.flags = drawing.flags.map((flag, at) => {
    const point = drawing.points.get(cityKey(groups[at]!.dataset.pin!))!;
    const flags = [...groups[at]!.querySelectorAll(".flag")];
    const box = names.some((name) => meet(flag, name)) ? place(point, flags.length, taken, drawing) : flag;
    flags.forEach((one, i) => one.setAttribute("transform", positioned(box, i)));
    taken.push({ ...box, weight: 4 });
    return box;
  });
}

/** Where the flag with this index is among those of a city. */
const positioned = (box: Box, index: number): string => `translate(${box.x + index * (FLAG + GAP)} ${box.y})`;

const namesOf = ({ labels }: Drawing): Box[] => [...labels.values()].map(boxOfName);

function pinned(city: string, point: Point, box: Box, pins: Pin[]): SVGElement {
  const order = ["open", "offered", "impossible", "done"] as const;
  const state = order.find((one) => pins.some((pin) => pin.state === one)) ?? "done";
  return draw(
    "g",
    { class: "pin", "data-pin": city },
    draw("circle", { class: `ring ${state}`, cx: point.x, cy: point.y, r: RING }),
    ...pins.map(({ label, state, ticket }, i) =>
      draw(
        "g",
        {
          class: `flag ${state}`,
          "data-ticket": ticket,
          transform: positioned(box, i),
        },
        draw("rect", { width: FLAG, height: FLAG, rx: 4.5 }),
        draw("text", { x: FLAG / 2, y: FLAG / 2 + 5.1, "text-anchor": "middle" }, label),
      ),
    ),
  );
}

/** Things that flags should not cover, with a cost: city names cost most, then cities, then routes. */
function covered(drawing: Drawing, names: readonly Box[]): (Box & { weight: number })[] {
  const around = ({ x, y }: Point, half: number, weight: number) => ({
    x: x - half,
    y: y - half,
    width: 2 * half,
    height: 2 * half,
    weight,
  });
  return [
    ...names.map((name) => ({ ...name, weight: 3 })),
    ...[...drawing.cities.keys()].flatMap((city) => {
      const point = drawing.points.get(cityKey(city));
      return point ? [around(point, 9, 2)] : [];
    }),
    ...drawing.slots.map((slot) => around(slot, 10, 1)),
  ];
}

function place(point: Point, count: number, taken: (Box & { weight: number })[], drawing: Drawing): Box {
  const width = count * (FLAG + GAP) - GAP;
  const boxes = PLACES.map(({ x, y }) => ({
    x: point.x + x * (REACH - FLAG / 4) + (x > 0 ? 0 : x < 0 ? -width : -width / 2),
    y: point.y + y * (REACH - FLAG / 4) + (y > 0 ? 0 : y < 0 ? -FLAG : -FLAG / 2),
    width,
    height: FLAG,
  }));
  const { width: right, height: foot } = drawing.size;
  const hull = hullOf(boxes);
  const near = taken.filter((other) => overlap(hull, other) > 0);
  const cost = (box: Box) =>
    near.reduce((sum, other) => sum + other.weight * overlap(box, other), 0) +
    (box.x < 2 || box.y < 2 || box.x + box.width > right - 2 || box.y + box.height > foot - 2 ? 1e6 : 0);
  const costs = boxes.map(cost);
  return boxes[costs.indexOf(Math.min(...costs))]!;
}

/** The smallest box that contains all of these. */
function hullOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

function overlap(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}
