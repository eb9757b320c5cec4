// Draws attention to something while its element is pointed at or has the focus.
import type { Attachment } from "svelte/attachments";
import type { Attention } from "./attention.svelte";
import type { Ticket } from "./views";

export const light = (attention: Attention, ticket: Ticket): Attachment<HTMLElement> =>
  whilePointedAt(
    () => (attention.ticket = ticket),
    () => {
      if (attention.ticket === ticket) attention.ticket = null;
    },
  );

export function whilePointedAt(on: () => void, end: () => void): Attachment<HTMLElement> {
  return (node) => {
    // Later, because the page may be in the middle of taking this element away when it loses the focus.
    const off = () => queueMicrotask(end);
    const left = ({ pointerType }: PointerEvent) => {
      // A finger leaves what it has tapped; that stays lit until another place is tapped.
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
