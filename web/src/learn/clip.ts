// A clipping of a board: its land, some routes with the cities at their ends, and their owners. Clippings are copies
// from the drawing of the whole board, so rules show routes as they look on the table.
import { addPieces } from "../board/pieces";

/** The parts of the geography that frame the whole board. */
const FURNITURE = ":is(.graticule, .frame, .cartouche, .rose):not(.insets *)";
const MARGIN = 26;
const LEAST = { width: 230, height: 128 };

export interface ClipOf {
  routes: string[];
  /** Owners by route. */
  owned?: Record<string, number>;
  /** Owners of stations by city. */
  stations?: Record<string, number>;
}

/** Fill an empty drawing with a clipping of another one. */
export function clip(into: SVGSVGElement, board: SVGSVGElement, { routes, owned, stations }: ClipOf): void {
  const parts: Element[] = landOf(board);
  const shown = routes.flatMap((id) => [
    ...board.querySelectorAll<SVGGElement>(`[data-route="${CSS.escape(id)}"]`),
  ]);
  const ends = new Set(shown.flatMap(endsOf(board)));
  const cities = [...board.querySelectorAll<SVGGElement>("g.city[data-city]")].filter((city) =>
    ends.has(city),
  );
  const names = new Set(cities.map((city) => city.dataset.city));
  const labels = [...board.querySelectorAll<SVGTextElement>(".label[data-city]")].filter((label) =>
    names.has(label.dataset.city),
  );
  for (const route of shown) parts.push(copy(route, owned?.[route.dataset.route!], "owned"));
  for (const city of cities) parts.push(copy(city, stations?.[city.dataset.city!], "built"));
  const named = labels.map((label) => copy(label) as SVGTextElement);
  into.replaceChildren(...parts, ...named);
  // The hidden drawing is one pixel wide and its text has no width, so measure the copies.
  const boxes = [...shown, ...named].map((element) => element.getBBox());
  if (boxes.length) into.setAttribute("viewBox", around(boxes));
}

/** Copy the land and the insets: the board's style sheet would not reach the content of a `use`. */
function landOf(board: SVGSVGElement): Element[] {
  return [...board.querySelectorAll(".geography, .insets")].map((found) => {
    const land = found.cloneNode(true) as Element;
    for (const one of land.querySelectorAll(FURNITURE)) one.remove();
    land.removeAttribute("clip-path");
    for (const one of [land, ...land.querySelectorAll("[id]")]) one.removeAttribute("id");
    return land;
  });
}

/** Copy an element without the state of the table: ids, roles, highlights. */
function copy(element: SVGElement, seat?: number, mark = ""): SVGElement {
  const made = element.cloneNode(true) as SVGElement;
  for (const name of ["id", "role", "aria-label", "tabindex"]) made.removeAttribute(name);
  const kept = ["route", "city", "foreign", "label", "abroad"].filter((one) => made.classList.contains(one));
  made.setAttribute("class", [...kept, ...(seat === undefined ? [] : [mark, `seat-${seat}`])].join(" "));
  for (const attribute of ["data-route", "data-city"]) made.removeAttribute(attribute);
  if (seat !== undefined) addPieces(made);
  return made;
}

/** The cities nearest to the two ends of a route's track. */
function endsOf(board: SVGSVGElement): (route: SVGGElement) => SVGGElement[] {
  const cities = [...board.querySelectorAll<SVGGElement>("g.city[data-city]")].map((city) => {
    const { e: x, f: y } = city.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
    return { city, x, y };
  });
  return (route) => {
    const track = route.querySelector<SVGPathElement>("path.track");
    if (!track || !cities.length) return [];
    return [0, track.getTotalLength()].map((at) => {
      const end = track.getPointAtLength(at);
      const distance = (one: { x: number; y: number }) => Math.hypot(one.x - end.x, one.y - end.y);
      return cities.reduce((best, one) => (distance(one) < distance(best) ? one : best)).city;
    });
  };
}

function around(boxes: DOMRect[]): string {
  const left = Math.min(...boxes.map((box) => box.x)) - MARGIN;
  const top = Math.min(...boxes.map((box) => box.y)) - MARGIN;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN;
  const width = Math.max(right - left, LEAST.width);
  const height = Math.max(bottom - top, LEAST.height);
  return [(left + right - width) / 2, (top + bottom - height) / 2, width, height]
    .map((value) => value.toFixed(1))
    .join(" ");
}
