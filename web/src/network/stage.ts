// Animates an update before the page shows its result: cards fly from their old to their new place. Decoration only:
// nothing but the page's own display waits for it.
import { fly, pause } from "../parts/flights";
import type { Place } from "../parts/places";
import type { GameStore } from "../lib/game.svelte";
import { play } from "../lib/synth";
import type { Stage } from "../lib/updates.svelte";
import type { Card, NetworkEvent, Update } from "../lib/types";
import { handPlace } from "../table/cards";
import type { SeatPlaces } from "../table/mechanism";
import type { NetworkAttention } from "./attention.svelte";
import { presentationOf } from "./words";

export class BoardStage implements Stage, SeatPlaces {
  constructor(
    private readonly game: GameStore<"network">,
    private readonly attention: NetworkAttention,
  ) {}

  async before(update: Update): Promise<void> {
    const events = update.events as NetworkEvent[];
    for (const event of events) {
      const time = presentationOf(event)?.lasts?.(event);
      if (time === undefined) continue;
      const { opens } = presentationOf(event) ?? {};
      if (opens) play(opens);
      this.attention.currentEvent = event;
      await pause(time);
    }
    await Promise.all(
      events.flatMap((event) => (presentationOf(event)?.flights?.(event, this) ?? []).map(fly)),
    );
  }

  async after(update: Update): Promise<void> {
    // Not earlier: the question appears in the panel with the revealed cards.
    this.attention.currentEvent = null;
    const events = update.events as NetworkEvent[];
    await Promise.all(
      events.flatMap((event) => (presentationOf(event)?.arrivals?.(event, this) ?? []).map(fly)),
    );
    const rests = events.map((event) => presentationOf(event)?.rests ?? 0);
    if (Math.max(...rests)) await pause(Math.max(...rests));
  }

  isOwn(seat: number): boolean {
    return this.game.mine(seat);
  }

  /** The player's own hand unless a question covers it, or the seat's plate. */
  cardPlace(seat: number, color?: Card): Place {
    return this.isOwn(seat) ? [handPlace(color), this.plate(seat)] : this.plate(seat);
  }

  /** The seat's line in the list of players. */
  plate(seat: number): Place {
    return `[data-seat="${seat}"]`;
  }
}
