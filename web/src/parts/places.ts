// Places on the screen, between which cards fly.

/** A box on the screen, an element, a selector, or several of these: the first one that is visible counts. */
export type Place = string | Element | DOMRect | readonly Place[];

/** The box of a place; undefined if no part of it is visible. */
export function find(place: Place): DOMRect | undefined {
  if (place instanceof DOMRect) return place;
  if (place instanceof Element) {
    const box = place.getBoundingClientRect();
    return box.width > 0 && box.height > 0 ? box : undefined;
  }
  const places: Iterable<Place> = typeof place === "string" ? document.querySelectorAll(place) : place;
  for (const one of places) {
    const box = find(one);
    if (box) return box;
  }
  return undefined;
}
