// Animates an update before the page shows its result: cards drawn, placed, robbed, or moving face down onto a stack.
// Decoration only.
import { clear, fly, pause } from "../parts/flights";
import type { Place } from "../parts/places";
import type { GameStore } from "../lib/game.svelte";
import type { Stage } from "../lib/updates.svelte";
import { cardOrder } from "../lib/names";
import type { Card, Update, YardEvent } from "../lib/types";
import { handPlace } from "../table/cards";
import type { SeatPlaces } from "../table/mechanism";
import { presentationOf } from "./words";

/** Space between two rows of a siding. */
const GAP = 12;

export class YardStage implements Stage, SeatPlaces {
  private hidden: HTMLElement[] = [];

  constructor(private readonly game: GameStore<"yard">) {}

  /** Animate events in order: the turn that ends, then the start of the next one. */
  async before({ events }: Update): Promise<void> {
    for (const event of events as YardEvent[]) {
      const { flights, rests } = presentationOf(event) ?? {};
      const cards = flights?.(event, this) ?? [];
      await Promise.all(cards.map(fly));
      if (rests && cards.length) await pause(rests);
    }
  }

  async after({ events }: Update): Promise<void> {
    clear();
    for (const element of this.hidden) element.style.visibility = "";
    this.hidden = [];
    const cards = (events as YardEvent[]).flatMap(
      (event) => presentationOf(event)?.arrivals?.(event, this) ?? [],
    );
    await Promise.all(cards.map(fly));
  }

  /** The place of a new row: after the rows of earlier colors. */
  place(seat: number, color: Card): Place {
    const siding = document.querySelector(`${this.zone(seat)} [data-siding]`)?.getBoundingClientRect();
    const pile = document.querySelector(`${this.zone(seat)} [data-stack] .place`)?.getBoundingClientRect();
    if (!siding || !pile) return this.zone(seat);
    const rows = this.game.view?.players[seat]?.siding ?? [];
    const before = rows.filter((row) => cardOrder.indexOf(row.color) < cardOrder.indexOf(color)).length;
    const step = Math.min(pile.width + GAP, siding.width / (rows.length + 1));
    return new DOMRect(siding.x + before * step, siding.y, pile.width, pile.height);
  }

  /** Hide a card at its old place while it flies. */
  hide(selector: string): Element | null {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) return null;
    element.style.visibility = "hidden";
    this.hidden.push(element);
    return element;
  }

  zone(seat: number): string {
    return `[data-seat="${seat}"]`;
  }

  isOwn(seat: number): boolean {
    return this.game.mine(seat);
  }

  /** The player's own hand, or the name in the seat's area. */
  cardPlace(seat: number, color?: Card): Place {
    return this.isOwn(seat) ? [handPlace(color), this.plate(seat)] : this.plate(seat);
  }

  plate(seat: number): Place {
    return `${this.zone(seat)} .plate`;
  }
}
