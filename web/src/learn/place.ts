// Brings a place of a page into view and gives it the focus, as the browser does where the page was there from the start.
import { tick } from "svelte";

export function show(id: string): void {
  if (!id) return;
  void tick().then(() => {
    const place = document.getElementById(id);
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
  });
}
