// From a press to a command: at once, or after a question, as the settings and the kind of pointer want it.
import { t } from "../i18n";
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
  const { draw, takes } = game.legal;
  const card = action === draw || [...takes.values()].includes(action);
  if (settings.confirm === "always" || (byTouch(event) && !card))
    attention.begin({ kind: "simple", action, label });
  else void game.play(action);
}

/** The keys of what every game has: the deck, the face-up cards, the tickets. False if it is none of them. */
export function marketKey(game: GameStore, attention: Attention, event: KeyboardEvent): boolean {
  const { draw, tickets } = game.legal;
  const key = event.key.toLowerCase();
  if (key === "d" && draw) ask(game, attention, draw, t("action.draw"), event);
  else if (key === "t" && tickets) ask(game, attention, tickets, t("action.tickets"), event);
  else if (/^[1-5]$/.test(key))
    document.querySelector<HTMLElement>(`button[data-slot="${Number(key) - 1}"]`)?.click();
  else return false;
  return true;
}
