// Marks elements of a table, and moves the focus to them.

/** Set an attribute on the elements of these selectors, including later ones; returns a function that stops. */
export function marked(attribute: string, selectors: readonly string[]): () => void {
  let found: Element[] = [];
  const mark = (): void => {
    found = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
    for (const element of found) element.setAttribute(attribute, "");
  };
  const observer = new MutationObserver(mark);
  observer.observe(document.body, { childList: true, subtree: true });
  mark();
  return () => {
    observer.disconnect();
    for (const element of found) element.removeAttribute(attribute);
  };
}

/** Scroll to an element and focus it, or the first focusable element in it. */
export function goTo(selector: string): void {
  const found = document.querySelector<HTMLElement | SVGElement>(selector);
  if (!found) return;
  const inside = "button:not([data-rule]), input, a[href], [tabindex]";
  const place = found.matches(inside) ? found : (found.querySelector<HTMLElement>(inside) ?? found);
  if (place === found && !found.matches(inside)) found.setAttribute("tabindex", "-1");
  place.scrollIntoView({ block: "center", inline: "center" });
  place.focus();
}
