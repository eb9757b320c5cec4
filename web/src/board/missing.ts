// A small sign in the middle of a path with the cards that it still needs.
import type { Card } from "../lib/types";
import { routeKey, type Drawing } from "./drawing";
import { draw, layer } from "./svg";

export interface Missing {
  /** Gray means any color. */
  color: Card | "gray";
  count: number;
}

const TILE = 30;
const HEIGHT = 20;
const PAD = 4;

/** Show the sign; without a path or missing cards, remove it. */
export function showMissing(drawing: Drawing, path: readonly string[], missing: readonly Missing[]): void {
  const point = drawing.points.get(routeKey(path[Math.floor((path.length - 1) / 2)] ?? ""));
  const sign = layer(drawing.svg, "lacking");
  if (!point || !missing.length) return sign.replaceChildren();
  const width = missing.length * (TILE + PAD) + PAD;
  const height = HEIGHT + 2 * PAD;
  const x = clamp(point.x - width / 2, 14, drawing.size.width - width - 14);
  const above = point.y - height - 16;
  const y = above > 14 ? above : point.y + 16;
  sign.replaceChildren(
    draw(
      "g",
      { transform: `translate(${x} ${y})` },
      draw("rect", { class: "plate", width, height, rx: 7 }),
      ...missing.map(({ color, count }, i) => tile(color, count, PAD + i * (TILE + PAD))),
    ),
  );
}

function tile(color: Missing["color"], count: number, x: number): SVGElement {
  return draw(
    "g",
    { class: `tile card-${color}`, transform: `translate(${x} ${PAD})` },
    draw("rect", { width: TILE, height: HEIGHT, rx: 4 }),
    ...(color === "gray" ? [] : [draw("use", { href: `#card-${color}`, x: 3, y: 4, width: 12, height: 12 })]),
    draw("text", { x: color === "gray" ? TILE / 2 : 22, y: 14.6, "text-anchor": "middle" }, String(count)),
  );
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
