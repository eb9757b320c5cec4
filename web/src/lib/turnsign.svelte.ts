// A turn that begins while the page is hidden: heard, and counted in the title and on the icon of the app, where that is
// wanted. For the start of a component.
import { settings } from "./settings.svelte";
import { play } from "./synth";

export class TurnSign {
  hidden = $state(document.visibilityState === "hidden");
  private readonly waits: boolean;

  constructor(mustAct: () => boolean) {
    this.waits = $derived(this.hidden && mustAct());
    $effect(() => {
      const look = () => (this.hidden = document.visibilityState === "hidden");
      document.addEventListener("visibilitychange", look);
      return () => document.removeEventListener("visibilitychange", look);
    });
    let before = mustAct();
    $effect(() => {
      const due = mustAct();
      // Where all sounds are wanted, the turn is heard anyway.
      if (due && !before && document.visibilityState === "hidden" && settings.alarm && !settings.sound)
        play("whistle", true);
      before = due;
    });
    $effect(() => {
      if (!this.waits || !settings.badge) return;
      void navigator.setAppBadge?.(1).catch(() => undefined);
      return () => void navigator.clearAppBadge?.().catch(() => undefined);
    });
  }

  /** What stands before the title of the page. */
  get mark(): string {
    return this.waits && settings.badge ? "(1) " : "";
  }
}
