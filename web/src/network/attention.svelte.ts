// What else can be looked at where there is a board: routes, trails, places that others have taken.
import type { Drawing } from "../board/drawing";
import { Attention, useAttention } from "../lib/attention.svelte";
import type { Card, NetworkEvent } from "../lib/types";
import type { Build } from "./mechanism";

/** A place on the board that is about to be paid for, with others that a finger may have meant. */
export interface NetworkIntent {
  kind: "build";
  build: Build;
  id: string;
  others?: string[];
  /** The color that it was begun with. */
  color?: Card;
}

/** A station at the end of the game, with the route that it has used. */
export interface UsedStation {
  city: string;
  route: string | null;
}

export class NetworkAttention extends Attention<NetworkIntent> {
  /** The board, as soon as it is there. */
  drawing = $state.raw<Drawing | null>(null);
  /** Routes of a trail shown at the end, in walking order. */
  trail = $state.raw<string[]>([]);
  /** Cities lit beside the trail. */
  cities = $state.raw<string[]>([]);
  /** The color of a card of the hand that is carried over the board. */
  carrying = $state<Card | null>(null);
  /** The ticket whose way stays on the board. */
  pinned = $state<string | null>(null);
  /** A route pointed at in a list. */
  route = $state<string | null>(null);
  /** Routes that others have claimed since the own last turn. */
  recent = $state.raw<string[]>([]);
  /** A station pointed at in the result. */
  station = $state.raw<UsedStation | null>(null);
  /** What is picked on the board in place of what usually is. */
  picking = $state.raw<Build | null>(null);
  /** The dialog that is open, by the id that its mechanism gives it. */
  dialog = $state<string | null>(null);
  /** The event that is shown before the page goes on. */
  showing = $state.raw<NetworkEvent | null>(null);

  /** What is about to be paid for. */
  get building(): NetworkIntent | null {
    return this.intent?.kind === "build" ? this.intent : null;
  }

  /** Picks on the board what a mechanism builds, or again what is usual. */
  pick(build: Build): void {
    this.cancel();
    this.picking = this.picking === build ? null : build;
  }
}

export const useNetworkAttention = (): NetworkAttention => useAttention<NetworkAttention>();
