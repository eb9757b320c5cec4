/** The number of elements that a slow device lays out in about 50 ms. */
const PORTION = 45;

/**
 * For slow devices: take routes, cities and names out of a drawing, and put them back in portions, each in a frame of
 * its own. The page stays responsive in between. `placed` is called when all but the names are back. Returns a function
 * that stops this.
 */
export function appear(svg: SVGSVGElement, placed: () => void): () => void {
  const places = take(svg, ".routes > *, .cities > *");
  const names = take(svg, ".labels > *");
  let frame = 0;
  let task = 0;
  const next = (): void => {
    frame = requestAnimationFrame(() => (task = window.setTimeout(add)));
  };
  const add = (): void => {
    const part = places.length ? places : names;
    for (const [element, group] of part.splice(0, PORTION)) group.append(element);
    if (part === places && !places.length) placed();
    if (places.length || names.length) next();
  };
  next();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}

function take(svg: SVGSVGElement, selector: string): [Element, Element][] {
  const found = [...svg.querySelectorAll(selector)].map((one): [Element, Element] => [
    one,
    one.parentElement!,
  ]);
  for (const [element] of found) element.remove();
  return found;
}
