// The numbers of the routes of a plan.
import { routeKey, type Drawing } from "./drawing";
import { draw, layer } from "./svg";

const RADIUS = 11;

/** Number these routes on the board; without any, remove the numbers. */
export function showSteps(drawing: Drawing, routes: readonly string[]): void {
  const signs = routes.flatMap((route, place) => {
    const point = drawing.points.get(routeKey(route));
    if (!point) return [];
    return [
      draw(
        "g",
        { class: "step", "data-step": place + 1, transform: `translate(${point.x} ${point.y})` },
        draw("circle", { r: RADIUS }),
        draw("text", { y: 4.6, "text-anchor": "middle" }, String(place + 1)),
      ),
    ];
  });
  layer(drawing.svg, "steps").replaceChildren(...signs);
}
