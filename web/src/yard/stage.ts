// Shows what an update does before the page shows its result: cards drawn, placed, robbed, and those that move face
// down onto a stack. Only decoration.
import { clear, fly, pause, type Place } from "../parts/flights";
import type { GameStore } from "../lib/game.svelte";
import type { Stage } from "../lib/updates.svelte";
import { cardOrder } from "../lib/names";
import type { Card, Update, YardEvent } from "../lib/types";
import { handHome } from "../table/cards";
import type { Homes } from "../table/mechanism";
import { happening } from "./words";

/** Between two rows of a siding. */
const GAP = 12;

export class YardStage implements Stage, Homes {
  private hidden: HTMLElement[] = [];

  constructor(private readonly game: GameStore<"yard">) {}

  /** One event after the other: the turn that ends, then what the next one begins with. */
  async before({ events }: Update): Promise<void> {
    for (const event of events as YardEvent[]) {
      const { flights, rests } = happening(event) ?? {};
      const cards = flights?.(event, this) ?? [];
      await Promise.all(cards.map(fly));
      if (rests && cards.length) await pause(rests);
    }
  }

  async after(): Promise<void> {
    clear();
    for (const element of this.hidden) element.style.visibility = "";
    this.hidden = [];
  }

  /** Where a new row will lie: after those whose colors come before. */
  place(seat: number, color: Card): Place {
    const siding = document.querySelector(`${this.zone(seat)} [data-siding]`)?.getBoundingClientRect();
    const pile = document.querySelector(`${this.zone(seat)} [data-stack] .place`)?.getBoundingClientRect();
    if (!siding || !pile) return this.zone(seat);
    const rows = this.game.view?.players[seat]?.siding ?? [];
    const before = rows.filter((row) => cardOrder.indexOf(row.color) < cardOrder.indexOf(color)).length;
    const step = Math.min(pile.width + GAP, siding.width / (rows.length + 1));
    return new DOMRect(siding.x + before * step, siding.y, pile.width, pile.height);
  }

  /** A card that flies is no longer where it lay. */
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

  own(seat: number): boolean {
    return this.game.mine(seat);
  }

  /** The own hand, or the name at the seat's place. */
  home(seat: number, color?: Card): string {
    return this.own(seat) ? handHome(color) : `${this.zone(seat)} .plate`;
  }
}
