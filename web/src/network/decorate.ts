// Writes the state of a view onto the drawing as classes and roles.
import { cityKey, routeKey, type Drawing } from "../board/drawing";
import { addPieces } from "../board/pieces";
import { describe } from "../lib/described";

const SEATS = 5;

/** Show trains and stations by the keys of their places; animate new ones. */
export function decorate(drawing: Drawing, owners: ReadonlyMap<string, number>, watched: boolean): void {
  for (const [id, element] of drawing.routes) {
    const owner = owners.get(routeKey(id));
    element.classList.toggle("laid", watched && owner !== undefined && !element.classList.contains("owned"));
    taken(element, "owned", owner);
  }
  for (const [id, element] of drawing.cities) {
    const owner = owners.get(cityKey(id));
    element.classList.toggle("laid", watched && owner !== undefined && !element.classList.contains("built"));
    taken(element, "built", owner);
  }
}

function taken(element: SVGGElement, name: string, owner: number | undefined): void {
  element.classList.toggle(name, owner !== undefined);
  if (owner !== undefined) addPieces(element);
  for (let seat = 0; seat < SEATS; seat++) element.classList.toggle(`seat-${seat}`, owner === seat);
}

/**
 * Make elements that can be chosen buttons, and all others images; `why` explains why one cannot be chosen. `shown` is
 * false if choosing the element is not a game action, so it must not stand out.
 */
export function offer(element: SVGGElement, legal: boolean, name: string, why: string, shown = true): void {
  element.classList.toggle("legal", legal && shown);
  element.setAttribute("role", legal ? "button" : "img");
  element.setAttribute("aria-label", name);
  describe(element, why);
}

/** Set a class on these elements and remove it from all others. */
export function mark(
  elements: ReadonlyMap<string, Element>,
  name: string,
  wanted: readonly (string | null | undefined)[],
): void {
  const keys = new Set(wanted);
  for (const [key, element] of elements) element.classList.toggle(name, keys.has(key));
}
