// Small things drawn onto a board.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** A new element of a drawing, with attributes and children. */
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

/** A layer over all that is drawn, made when it is first wanted; it is no part of what can be pressed or heard. */
export function layer(svg: SVGSVGElement, name: string): SVGElement {
  const found = svg.querySelector<SVGElement>(`:scope > .${name}`);
  if (found) return found;
  const made = draw("g", { class: name, "aria-hidden": "true" });
  svg.append(made);
  return made;
}
