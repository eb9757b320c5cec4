// What the person at this page looks at: what is about to be done, and the ticket that is pointed at. Each kind of game
// has intents of its own.
import { getContext, setContext } from "svelte";
import type { GameStore } from "./game.svelte";
import type { Card } from "./types";
import type { Machine, Ticket } from "./views";

/** Something about to be done. */
export interface Intent {
  kind: string;
}

/** An action that needs no choice, only a yes. */
export interface Simple {
  kind: "simple";
  action: string;
  question: string;
  /** What the action brings with it, where that is worth a sentence. */
  detail?: string;
}

export class Attention<I extends Intent = Intent> {
  intent = $state.raw<I | Simple | null>(null);
  /** The ticket that is hovered or has the focus. */
  ticket = $state.raw<Ticket | null>(null);
  /** Where the focus was when the intent began, to give it back. */
  private origin: Element | null = null;

  get simple(): Simple | null {
    return this.intent?.kind === "simple" ? (this.intent as Simple) : null;
  }

  /** Whether the ticket that is pointed at wants cards of a color. */
  wants(color: Card): boolean {
    return this.ticket !== null && "cards" in this.ticket && color in this.ticket.cards;
  }

  begin(intent: I | Simple): void {
    const { activeElement } = document;
    // One question may lead to another; the focus goes back to where it was before the first.
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

/** What was about to be done is off the table when it is no longer legal. For the start of a component. */
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
