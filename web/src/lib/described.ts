// Accessible descriptions of elements, beyond their names.
import type { Attachment } from "svelte/attachments";

/** Set an element's `aria-description` (ARIA 1.3) while there is one. */
export function describe(element: Element, text: string): void {
  if (text) element.setAttribute("aria-description", text);
  else element.removeAttribute("aria-description");
}

export const described =
  (text: string): Attachment =>
  (element) =>
    describe(element, text);
