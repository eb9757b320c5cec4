import { placeBeside, obstaclesOn, namesOf, type Row } from "../../../board/beside";
import { cityKey, type Drawing } from "../../../board/drawing";
import { draw, layer } from "../../../board/svg";
import { entries, type Names } from "../../../lib/names";
import type { Card, Counts } from "../../../lib/types";

const ROW: Row = { size: 17, gap: -3.5, reach: 15 };
/** A head and a coat, in a square of 17. */
const HEAD = { cx: 8.5, cy: 4.2, r: 3.5 };
const COAT = "M2.500 17C2.500 11 4.800 8 8.500 8S14.500 11 14.500 17z";

/** Show the figures at cities; those of a country stand at each of its border nodes. */
export function showFigures(drawing: Drawing, figures: Record<string, Counts>, names: Names): void {
  const group = layer(drawing.svg, "figures");
  const shown = JSON.stringify(figures);
  if (group.dataset.shown === shown) return;
  group.dataset.shown = shown;
  const taken = obstaclesOn(drawing, namesOf(drawing));
  const drawn = Object.entries(figures).flatMap(([place, counts]) => {
    const colors = entries(counts).flatMap(([color, count]) => Array<Card>(count).fill(color));
    return names.citiesOf(place).flatMap((city) => {
      const width = colors.length * (ROW.size + ROW.gap) - ROW.gap;
      let box = drawing.figures.get(city);
      if (!box || box.width < width) {
        // The remaining figures stay in place.
        const point = drawing.points.get(cityKey(city));
        if (!point) return [];
        box = placeBeside(point, colors.length, ROW, taken, drawing);
        drawing.figures.set(city, box);
        taken.push({ ...box, weight: 2 });
      }
      return [row(city, `translate(${box.x} ${box.y})`, colors)];
    });
  });
  group.replaceChildren(...drawn);
}

const row = (city: string, transform: string, colors: Card[]): SVGElement =>
  draw(
    "g",
    { "data-figures": city, transform },
    ...colors.map((color, at) =>
      draw(
        "g",
        {
          class: "figure",
          fill: `var(--route-${color})`,
          transform: `translate(${at * (ROW.size + ROW.gap)} 0)`,
        },
        draw("path", { d: COAT }),
        draw("circle", HEAD),
      ),
    ),
  );
