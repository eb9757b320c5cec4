// Highlights the subject of an element while the element is hovered or focused.
import type { Attachment } from "svelte/attachments";
import type { Attention } from "./attention.svelte";
import type { Ticket } from "./views";

export const highlight = (attention: Attention, ticket: Ticket): Attachment<HTMLElement> =>
  whilePointedAt(
    () => (attention.ticket = ticket),
    () => {
      if (attention.ticket === ticket) attention.ticket = null;
    },
  );

export function whilePointedAt(on: () => void, end: () => void): Attachment<HTMLElement> {
  return (node) => {
    // Deferred: the page may be removing this element when it loses the focus.
    const off = () => queueMicrotask(end);
    const left = ({ pointerType }: PointerEvent) => {
      // A finger leaves the element right after a tap, so the highlight stays until another tap elsewhere.
      if (pointerType !== "touch" && !node.contains(document.activeElement)) off();
    };
    const elsewhere = ({ target }: Event) => {
      if (!node.contains(target as Node)) off();
    };
    node.addEventListener("pointerenter", on);
    node.addEventListener("pointerleave", left);
    node.addEventListener("focusin", on);
    node.addEventListener("focusout", off);
    document.addEventListener("click", elsewhere);
    return () => {
      off();
      node.removeEventListener("pointerenter", on);
      node.removeEventListener("pointerleave", left);
      node.removeEventListener("focusin", on);
      node.removeEventListener("focusout", off);
      document.removeEventListener("click", elsewhere);
    };
  };
}
