// Lights the places of a ticket on the board while its element is pointed at or has the focus.
import type { Attachment } from "svelte/attachments";
import type { Attention } from "./attention.svelte";
import type { Names } from "./names";
import type { Ticket } from "./types";

export function light(attention: Attention, names: Names, ticket: Ticket): Attachment<HTMLElement> {
  const cities = [ticket.from, ...ticket.to].flatMap((place) => names.citiesOf(place));
  return (node) => {
    const on = () => (attention.cities = cities);
    // Later, because the page may be in the middle of taking this element away when it loses the focus.
    const off = () =>
      queueMicrotask(() => {
        if (attention.cities === cities) attention.cities = [];
      });
    const left = () => {
      if (!node.contains(document.activeElement)) off();
    };
    node.addEventListener("pointerenter", on);
    node.addEventListener("pointerleave", left);
    node.addEventListener("focusin", on);
    node.addEventListener("focusout", off);
    return () => {
      off();
      node.removeEventListener("pointerenter", on);
      node.removeEventListener("pointerleave", left);
      node.removeEventListener("focusin", on);
      node.removeEventListener("focusout", off);
    };
  };
}
