// Further subjects of attention on a board: routes, paths, places that others have taken.
import type { Drawing } from "../board/drawing";
import { Attention, useAttention } from "../lib/attention.svelte";
import type { Card, NetworkEvent } from "../lib/types";
import type { Build } from "./mechanism";

/** A route or city to pay for, with others that the finger may have meant. */
export interface NetworkIntent {
  kind: "build";
  build: Build;
  id: string;
  others?: string[];
  /** The color with which the purchase started. */
  color?: Card;
}

/** A station in the result, with the route that it used. */
export interface UsedStation {
  city: string;
  route: string | null;
}

export class NetworkAttention extends Attention<NetworkIntent> {
  /** The board, once it is loaded. */
  drawing = $state.raw<Drawing | null>(null);
  /** Routes of a path shown in the result, in order. */
  trail = $state.raw<string[]>([]);
  /** Cities highlighted with the path. */
  cities = $state.raw<string[]>([]);
  /** The color of a card that is dragged over the board. */
  carrying = $state<Card | null>(null);
  /** The ticket whose path stays on the board. */
  pinned = $state<string | null>(null);
  /** The route that is hovered in a list. */
  route = $state<string | null>(null);
  /** Routes that others have claimed since the player's last turn. */
  recent = $state.raw<string[]>([]);
  /** The station that is hovered in the result. */
  station = $state.raw<UsedStation | null>(null);
  /** The build whose places can be chosen on the board, if not the default. */
  picking = $state.raw<Build | null>(null);
  /** The open dialog, by the id that its mechanism gave it. */
  dialog = $state<string | null>(null);
  /** The event shown before the page continues. */
  currentEvent = $state.raw<NetworkEvent | null>(null);

  /** The purchase in progress. */
  get building(): NetworkIntent | null {
    return this.intent?.kind === "build" ? this.intent : null;
  }

  /** Start or stop choosing places for a build other than the default. */
  pick(build: Build): void {
    this.cancel();
    this.picking = this.picking === build ? null : build;
  }
}

export const useNetworkAttention = (): NetworkAttention => useAttention<NetworkAttention>();
