// What else can be looked at where there is a board: routes, trails, the places of stations.
import { Attention, useAttention } from "../lib/attention.svelte";

/** A route, with others that a finger may have meant; or a city. */
export type NetworkIntent =
  { kind: "claim"; route: string; others?: string[] } | { kind: "station"; city: string };

/** A station at the end of the game, with the route that it has used. */
export interface UsedStation {
  city: string;
  route: string | null;
}

export class NetworkAttention extends Attention<NetworkIntent> {
  /** Routes of a trail shown at the end, in walking order. */
  trail = $state.raw<string[]>([]);
  /** Cities lit beside the trail. */
  cities = $state.raw<string[]>([]);
  /** A route pointed at in a list. */
  route = $state<string | null>(null);
  /** Routes that others have claimed since the own last turn. */
  recent = $state.raw<string[]>([]);
  /** A station pointed at in the result. */
  station = $state.raw<UsedStation | null>(null);
  /** Whether cities are picked for a station instead of routes. */
  stations = $state(false);
}

export const useNetworkAttention = (): NetworkAttention => useAttention<NetworkAttention>();
