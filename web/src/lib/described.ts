// What an element has to tell beyond its name.
import type { Attachment } from "svelte/attachments";

/** Gives an element a description (ARIA 1.3) as long as there is one. */
export function describe(element: Element, text: string): void {
  if (text) element.setAttribute("aria-description", text);
  else element.removeAttribute("aria-description");
}

export const described =
  (text: string): Attachment =>
  (element) =>
    describe(element, text);
