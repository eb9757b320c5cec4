// The final scoring on the page of a table.
import { settings } from "./settings.svelte";

export class FinalScoring {
  /** Whether the page was visible when the game ended. */
  watched = false;
  /** How many of its steps have been shown; null: it is not shown. */
  step = $state<number | null>(null);

  /** Show it from the start, unless the page is hidden or motion is off. */
  begin(): void {
    this.watched = document.visibilityState === "visible";
    this.step = this.watched && settings.animated ? 0 : null;
  }
}
