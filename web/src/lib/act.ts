// From a press to a command: at once, or after a question, as the settings and the kind of pointer want it.
import type { Attention } from "./attention.svelte";
import type { GameStore } from "./game.svelte";
import { settings } from "./settings.svelte";

export const byTouch = (event: Event): boolean => (event as PointerEvent).pointerType === "touch";

export function ask(
  game: GameStore,
  attention: Attention,
  action: string,
  label: string,
  event: Event,
): void {
  if (settings.confirm === "always" || byTouch(event)) attention.begin({ kind: "simple", action, label });
  else void game.play(action);
}
