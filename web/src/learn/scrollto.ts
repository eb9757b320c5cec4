// Scroll an element into view and focus it, as browsers do for an anchor of a page that has already loaded.
import { tick } from "svelte";

export function show(id: string): void {
  if (!id) return;
  void tick().then(() => {
    const place = document.getElementById(id);
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
  });
}
