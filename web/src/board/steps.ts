// The numbers of the routes of a plan, and when each is due.
import { routeKey, type Drawing } from "./drawing";
import { draw, layer } from "./svg";

const RADIUS = 11;
const HEIGHT = 16;
/** The radius of the clock beside the turns. */
const CLOCK = 5;

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

/** The turns until a route, behind its number: with a clock, because a number alone would look like points. */
function plate(turns: number): SVGElement {
  const text = String(turns);
  const start = RADIUS + 3;
  const width = start + 2 * CLOCK + 3 + 8 * text.length + 5;
  const center = start + CLOCK;
  return draw(
    "g",
    { class: "due" },
    draw("rect", { y: -HEIGHT / 2, width, height: HEIGHT, rx: HEIGHT / 2 }),
    draw("path", {
      class: "clock",
      d: `M${center - CLOCK} 0a${CLOCK} ${CLOCK} 0 1 0 ${2 * CLOCK} 0a${CLOCK} ${CLOCK} 0 1 0 ${-2 * CLOCK} 0M${center} -3V0L${center + 2.2} 1.6`,
    }),
    draw("text", { x: center + CLOCK + 3, y: 4.4 }, text),
  );
}
