// Small things drawn onto a board.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Create an SVG element with attributes and children. */
export function draw(
  name: string,
  attributes: Record<string, string | number>,
  ...children: (Element | string)[]
): SVGElement {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A layer over the drawing, created on first use; it takes no clicks and is hidden from screen readers. */
export function layer(svg: SVGSVGElement, name: string): SVGElement {
  const found = svg.querySelector<SVGElement>(`:scope > .${name}`);
  if (found) return found;
  const made = draw("g", { class: name, "aria-hidden": "true" });
  svg.append(made);
  return made;
}
