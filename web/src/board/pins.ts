// Pins at cities: a ring around the city, and flags with the names of its tickets where they cover least.
import { placeBeside, obstaclesOn, namesOf, type Row } from "./beside";
import type { Point } from "./camera";
import { cityKey, type Drawing } from "./drawing";
import { overlap, type Box } from "./geometry";
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
const FLAGS: Row = { size: FLAG, gap: GAP, reach: 17 };

export function showPins(drawing: Drawing, pins: readonly Pin[]): void {
  const cities = new Map<string, Pin[]>();
  for (const pin of pins) cities.set(pin.city, [...(cities.get(pin.city) ?? []), pin]);
  const taken = obstaclesOn(drawing, namesOf(drawing));
  const flags: Box[] = [];
  const drawn = [...cities].flatMap(([city, there]) => {
    const point = drawing.points.get(cityKey(city));
    if (!point) return [];
    const box = placeBeside(point, there.length, FLAGS, taken, drawing);
    taken.push({ ...box, weight: 4 });
    flags.push(box);
    return [pinned(city, point, box, there)];
  });
  drawing.flags = flags;
  layer(drawing.svg, "pins").replaceChildren(...drawn);
}

/** Move the flags that meet a name, after `names` have been enlarged or moved. */
export function moveFlags(drawing: Drawing, names: readonly Box[]): void {
  if (!drawing.flags.some((flag) => names.some((name) => overlap(flag, name)))) return;
  const groups = [...layer(drawing.svg, "pins").querySelectorAll<SVGGElement>(":scope > .pin")];
  const taken = obstaclesOn(drawing, names);
  drawing.flags = drawing.flags.map((flag, at) => {
    const point = drawing.points.get(cityKey(groups[at]!.dataset.pin!))!;
    const flags = [...groups[at]!.querySelectorAll(".flag")];
    const box = names.some((name) => overlap(flag, name))
      ? placeBeside(point, flags.length, FLAGS, taken, drawing)
      : flag;
    flags.forEach((one, i) => one.setAttribute("transform", positioned(box, i)));
    taken.push({ ...box, weight: 4 });
    return box;
  });
}

/** Where the flag with this index is among those of a city. */
const positioned = (box: Box, index: number): string => `translate(${box.x + index * (FLAG + GAP)} ${box.y})`;

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
