// Where the keyboard is when a decision comes and goes.

/** A panel that asks for a decision takes the focus; when it goes, the deck has it, the next thing to play with. */
export function takeFocus(panel: HTMLElement): () => void {
  panel.querySelector<HTMLElement>("input, button:not([data-rule])")?.focus();
  return passFocus(panel);
}

/** When an element that has the focus goes, the deck has it. */
export function passFocus(element: HTMLElement): () => void {
  return () => {
    if (!element.contains(document.activeElement) && document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("[data-deck]")?.focus({ preventScroll: true });
  };
}
