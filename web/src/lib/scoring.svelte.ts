// The final scoring on the page of a table.
import { settings } from "./settings.svelte";

export class FinalScoring {
  /** Whether the page was visible when the game ended. */
  watched = false;
  /** How many of its steps have been shown; null: it is not on display. */
  step = $state<number | null>(null);

  /** Show it from the start, unless the page is in the background or without motion. */
  begin(): void {
    this.watched = document.visibilityState === "visible";
    this.step = this.watched && settings.animated ? 0 : null;
  }
}
