// From a press to a command: after a confirmation, at once, or with a delay for undo, depending on the settings.
import { t } from "../i18n";
import type { Attention, SimpleIntent } from "./attention.svelte";
import type { GameStore } from "./game.svelte";
import { oneCard } from "./names";
import { settings, type Confirmable } from "./settings.svelte";
import type { Card } from "./types";

export const byTouch = (event: Event): boolean => (event as PointerEvent).pointerType === "touch";

/** An action without choices, in words for the confirmation and for undo. */
export interface SimpleAction extends Omit<SimpleIntent, "kind"> {
  confirmation: Confirmable;
  description: string;
}

export function act(
  game: GameStore,
  attention: Attention,
  { confirmation, description, ...action }: SimpleAction,
): void {
  if (settings.needsConfirmation(confirmation)) attention.begin({ kind: "simple", ...action });
  else game.playSoon(action.action, description);
}

export const takeAction = (action: string, color: Card): SimpleAction => ({
  confirmation: "cards",
  action,
  question: t("ask.take", { card: oneCard(color) }),
  description: t("doing.take", { card: oneCard(color) }),
});

export const drawAction = (action: string): SimpleAction => ({
  confirmation: "cards",
  action,
  question: t("ask.draw"),
  description: t("doing.draw"),
});

/** Drawing tickets: how many (the last ones of the deck may be fewer), and how many must be kept. */
export function drawTicketsAction(game: GameStore, action: string): SimpleAction {
  const { tickets: most, keep } = game.ruleset?.draw ?? { tickets: 0, keep: 0 };
  const count = Math.min(most, game.view?.ticket_deck ?? most);
  return {
    confirmation: "tickets",
    action,
    question: t("ask.tickets"),
    detail: t("ask.tickets_detail", { count, keep }),
    description: t("doing.tickets"),
  };
}

export const passAction = (action: string): SimpleAction => ({
  confirmation: "pass",
  action,
  question: t("ask.pass"),
  description: t("doing.pass"),
});

/** Handle the keys that all games have: deck, face-up cards, tickets. Return false for other keys. */
export function marketKey(game: GameStore, attention: Attention, event: KeyboardEvent): boolean {
  const { draw, tickets } = game.legal;
  const key = event.key.toLowerCase();
  if (key === "d" && draw) act(game, attention, drawAction(draw));
  else if (key === "t" && tickets) act(game, attention, drawTicketsAction(game, tickets));
  else if (/^[1-5]$/.test(key))
    document.querySelector<HTMLElement>(`button[data-slot="${Number(key) - 1}"]`)?.click();
  else return false;
  return true;
}
