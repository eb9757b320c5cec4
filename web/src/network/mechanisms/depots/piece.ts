import type { Drawing } from "../../../board/drawing";
import { draw } from "../../../board/svg";

/** A shed with a wide door, drawn where the symbol of a station would be. */
const SHED: Record<string, string | number>[] = [
  { d: "M-15 11V-4L0-13 15-4v15z", fill: "none", stroke: "#fff8e6", "stroke-width": 4.6 },
  { d: "M-13.500 11V-3.500h27V11z", fill: "var(--seat)" },
  { d: "M-15.500-3L0-12.500 15.500-3z", fill: "#3a3733" },
  { d: "M-8 11V1H8v10z", fill: "#fff8e6" },
  { d: "M-8 4.300H8M-8 7.600H8", fill: "none" },
];

/** Show depots instead of stations in these cities. */
export function showDepots(drawing: Drawing, cities: ReadonlySet<string>): void {
  for (const [id, element] of drawing.cities) {
    const piece = element.querySelector(".station");
    const wanted = cities.has(id);
    if (!piece || piece.classList.contains("depot") === wanted) continue;
    if (!wanted) piece.remove();
    else piece.replaceWith(shed());
  }
}

function shed(): SVGElement {
  const shape = draw("g", {
    class: "station depot",
    stroke: "#1d1b19",
    "stroke-width": 1.4,
    "stroke-linejoin": "round",
  });
  shape.append(...SHED.map((path) => draw("path", path)));
  return shape;
}
