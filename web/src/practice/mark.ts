// Marks things of a table, and goes to where they can be pressed.

/** Marks what these selectors find with an attribute, also what the page makes anew; returns what ends it. */
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

/** Scrolls to what a selector finds and puts the focus there, or on the first thing in it that takes one. */
export function goTo(selector: string): void {
  const found = document.querySelector<HTMLElement | SVGElement>(selector);
  if (!found) return;
  const inside = "button:not([data-rule]), input, a[href], [tabindex]";
  const place = found.matches(inside) ? found : (found.querySelector<HTMLElement>(inside) ?? found);
  if (place === found && !found.matches(inside)) found.setAttribute("tabindex", "-1");
  place.scrollIntoView({ block: "center", inline: "center" });
  place.focus();
}
