// The focus of the user's attention: an action that is being prepared, and the ticket under the pointer. Each kind of
// game adds its own intents.
import { getContext, setContext } from "svelte";
import type { GameStore } from "./game.svelte";
import type { Card } from "./types";
import type { Machine, Ticket } from "./views";

/** An action that is being prepared. */
export interface Intent {
  kind: string;
}

/** An action that needs only a confirmation. */
export interface SimpleIntent {
  kind: "simple";
  action: string;
  question: string;
  /** A consequence of the action worth mentioning. */
  detail?: string;
}

export class Attention<I extends Intent = Intent> {
  intent = $state.raw<I | SimpleIntent | null>(null);
  /** The ticket that is hovered or has the focus. */
  ticket = $state.raw<Ticket | null>(null);
  /** The ids of the ticked tickets on offer. */
  chosenTickets = $state<string[]>([]);
  /** The element to focus again when the intent ends. */
  private origin: Element | null = null;

  get simple(): SimpleIntent | null {
    return this.intent?.kind === "simple" ? (this.intent as SimpleIntent) : null;
  }

  /** Whether the ticket under the pointer needs cards of a color. */
  needsColor(color: Card): boolean {
    return this.ticket !== null && "cards" in this.ticket && color in this.ticket.cards;
  }

  begin(intent: I | SimpleIntent): void {
    const { activeElement } = document;
    // A dialog may open another one; at the end, focus returns to the element before the first.
    if (!activeElement?.closest("[role=dialog]")) this.origin = activeElement;
    this.intent = intent;
  }

  cancel(): void {
    if (!this.intent) return;
    this.intent = null;
    if (this.origin instanceof HTMLElement || this.origin instanceof SVGElement) this.origin.focus();
    this.origin = null;
  }
}

/** Cancel an intent when it becomes illegal. Call during component initialization. */
export function cancelIllegal<I extends Intent, M extends Machine>(
  attention: Attention<I>,
  game: GameStore<M>,
  isLegal: (intent: I) => boolean,
): void {
  $effect(() => {
    const { intent, simple } = attention;
    if (!intent || game.busy) return;
    const legal = simple ? game.view?.legal.includes(simple.action) : isLegal(intent as I);
    if (!legal) attention.cancel();
  });
}

const KEY = Symbol("attention");

export const provideAttention = <A extends Attention>(attention: A): A => setContext(KEY, attention);
export const useAttention = <A extends Attention = Attention>(): A => getContext<A>(KEY);
