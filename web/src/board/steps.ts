// The numbers of the routes of a plan, and when each is due.
import { routeKey, type Drawing } from "./drawing";
import { draw, layer } from "./svg";

const RADIUS = 11;
const HEIGHT = 16;

/** Number these routes on the board, with the turns until each; without any, remove the numbers. */
export function showSteps(drawing: Drawing, routes: readonly string[], due: readonly number[]): void {
  const signs = routes.flatMap((route, place) => {
    const point = drawing.points.get(routeKey(route));
    if (!point) return [];
    const turns = due[place];
    return [
      draw(
        "g",
        { class: "step", "data-step": place + 1, transform: `translate(${point.x} ${point.y})` },
        ...(turns === undefined ? [] : [plate(turns)]),
        draw("circle", { r: RADIUS }),
        draw("text", { y: 4.6, "text-anchor": "middle" }, String(place + 1)),
      ),
    ];
  });
  layer(drawing.svg, "steps").replaceChildren(...signs);
}

/** The turns until a route, behind its number. */
function plate(turns: number): SVGElement {
  const text = `+${turns}`;
  const width = RADIUS + 8 * text.length + 5;
  return draw(
    "g",
    { class: "due" },
    draw("rect", { y: -HEIGHT / 2, width, height: HEIGHT, rx: HEIGHT / 2 }),
    draw("text", { x: RADIUS + 1, y: 4.4 }, text),
  );
}
