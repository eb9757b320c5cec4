// Shows what an update does before the page shows its result: cards drawn, placed, robbed, and those that move face
// down onto a stack. Only decoration.
import { clear, fly, pause, single, type Flight, type Place } from "../parts/flights";
import type { GameStore, Stage } from "../lib/game.svelte";
import { cardOrder } from "../lib/names";
import type { Card, Row, Update, YardEvent } from "../lib/types";

/** So many cards of a row fly one by one; a longer row would take too long. */
const MOST = 6;
/** Between two rows of a siding. */
const GAP = 12;

export class YardStage implements Stage {
  private hidden: HTMLElement[] = [];

  constructor(private readonly game: GameStore<"yard">) {}

  /** One event after the other: the turn that ends, then what the next one begins with. */
  async before({ events }: Update): Promise<void> {
    for (const event of events) {
      const flights = this.flights(event as YardEvent);
      await Promise.all(flights.map(fly));
      if (event.event === "robbed" && flights.length) await pause(200);
    }
  }

  async after(): Promise<void> {
    clear();
    for (const element of this.hidden) element.style.visibility = "";
    this.hidden = [];
  }

  private flights(event: YardEvent): Flight[] {
    switch (event.event) {
      case "took":
        return [{ from: `[data-slot="${event.slot}"]`, to: this.home(event.seat), face: event.card }];
      case "drew":
        return [{ from: "[data-deck]", to: this.home(event.seat), face: event.card ?? "back" }];
      case "drew_tickets":
        return Array.from({ length: event.count }, (_, order) => ({
          from: "[data-ticket-deck]",
          to: this.home(event.seat),
          face: "ticket" as const,
          order,
        }));
      case "placed":
        return event.rows.flatMap((row, i) => {
          const to = this.place(event.seat, row.color);
          return faces(row).map((face, j) => ({
            from: this.game.mine(event.seat) ? `[data-hand-color="${face}"]` : this.home(event.seat),
            to,
            face,
            order: i + j,
            stay: true,
          }));
        });
      case "robbed":
        return this.rob(event);
      case "moved":
        return this.move(event);
      default:
        return [];
    }
  }

  private rob(event: Extract<YardEvent, { event: "robbed" }>): Flight[] {
    const row = this.hide(`${zone(event.victim)} [data-row="${event.color}"]`);
    if (!row) return [];
    return faces(event).map((face, order) => ({
      from: row,
      to: "[data-discard]",
      face,
      order,
      stay: true,
    }));
  }

  private move(event: Extract<YardEvent, { event: "moved" }>): Flight[] {
    return (event.cards ?? []).map(({ row, card }, order) => ({
      from: this.hide(`${zone(event.seat)} [data-row="${row}"] .cards > :last-child`) ?? zone(event.seat),
      to: `${zone(event.seat)} [data-stack] .place`,
      face: card,
      order,
      turn: true,
      stay: true,
    }));
  }

  /** Where a new row will lie: after those whose colors come before. */
  private place(seat: number, color: Card): Place {
    const siding = document.querySelector(`${zone(seat)} [data-siding]`)?.getBoundingClientRect();
    const pile = document.querySelector(`${zone(seat)} [data-stack] .place`)?.getBoundingClientRect();
    if (!siding || !pile) return zone(seat);
    const rows = this.game.view?.players[seat]?.siding ?? [];
    const before = rows.filter((row) => cardOrder.indexOf(row.color) < cardOrder.indexOf(color)).length;
    const step = Math.min(pile.width + GAP, siding.width / (rows.length + 1));
    return new DOMRect(siding.x + before * step, siding.y, pile.width, pile.height);
  }

  /** A card that flies is no longer where it lay. */
  private hide(selector: string): Element | null {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) return null;
    element.style.visibility = "hidden";
    this.hidden.push(element);
    return element;
  }

  /** Where a seat's cards in hand are: the own hand, or the name at its place. */
  private home(seat: number): string {
    return this.game.mine(seat) ? "[data-hand]" : `${zone(seat)} .plate`;
  }
}

const zone = (seat: number): string => `[data-seat="${seat}"]`;

const faces = ({ color, cards, wilds }: Row) => single({ [color]: cards, wild: wilds }).slice(0, MOST);
