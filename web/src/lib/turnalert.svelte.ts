// Notifies the user of a turn that starts while the page is hidden: a sound, a number in the title and on the app
// icon. Call during component initialization.
import { settings } from "./settings.svelte";
import { play } from "./synth";

export class TurnAlert {
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
      // With sounds on, the turn is heard anyway.
      if (due && !before && document.visibilityState === "hidden" && settings.alarm && !settings.sound)
        play("whistle", 1, true);
      before = due;
    });
    $effect(() => {
      if (!this.waits || !settings.badge) return;
      void navigator.setAppBadge?.(1).catch(() => undefined);
      return () => void navigator.clearAppBadge?.().catch(() => undefined);
    });
  }

  /** The prefix of the page title. */
  get mark(): string {
    return this.waits && settings.badge ? "(1) " : "";
  }
}
