// Keyboard focus when a decision appears and disappears.

/** A decision panel takes the focus; when it closes, focus moves to the deck, the next thing to use. */
export function takeFocus(panel: HTMLElement): () => void {
  panel.querySelector<HTMLElement>("input, button:not([data-rule])")?.focus({ preventScroll: true });
  panel.scrollIntoView({ block: "nearest" }); // its heading, not only the focused element
  return passFocus(panel);
}

/** If an element has the focus when it is removed, move the focus to the deck. */
export function passFocus(element: HTMLElement): () => void {
  return () => {
    if (!element.contains(document.activeElement) && document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("[data-deck]")?.focus({ preventScroll: true });
  };
}
