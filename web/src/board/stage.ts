// Shows what an update does before the page shows its result: cards fly from where they lay to where they go, a
// tunnel turns its cards. Only decoration: nothing waits for it but the page's own picture.
import { mount, unmount, type Component } from "svelte";
import type { GameStore, Stage, Update } from "../lib/game.svelte";
import { entries } from "../lib/names";
import type { CardColor, Counts, GameEvent, Tunnel } from "../lib/types";
import CardBack from "../parts/CardBack.svelte";
import TrainCard from "../parts/TrainCard.svelte";

const FLIGHT = 480;
const STAGGER = 70;

export interface StageParts {
  game: GameStore;
  /** Puts a tunnel's cards on show until the next update. */
  reveal(tunnel: Tunnel | null): void;
}

export class BoardStage implements Stage {
  constructor(private readonly parts: StageParts) {}

  async before(update: Update): Promise<void> {
    const tunnel = update.events.find((event) => event.event === "tunnel");
    if (tunnel) {
      this.parts.reveal(tunnel);
      await pause(900 + 500 * tunnel.revealed.length);
      this.parts.reveal(null);
    }
    await Promise.all(update.events.flatMap((event) => this.flights(event)));
  }

  async after(update: Update): Promise<void> {
    if (update.events.some((event) => event.event === "claimed")) await pause(350);
  }

  private flights(event: GameEvent): Promise<void>[] {
    switch (event.event) {
      case "took":
        return [this.fly(`[data-slot="${event.slot}"]`, this.home(event.seat), event.card)];
      case "drew":
        return [this.fly("[data-deck]", this.home(event.seat), event.card)];
      case "drew_tickets":
        return repeat(event.count, (i) => this.fly("[data-ticket-deck]", this.home(event.seat), "ticket", i));
      case "claimed":
        return this.pay(event.seat, `[data-route="${event.route}"]`, event.payment);
      case "station":
        return this.pay(event.seat, `.city[data-city="${event.city}"]`, event.payment);
      default:
        return [];
    }
  }

  private pay(seat: number, to: string, payment: Counts): Promise<void>[] {
    const cards = entries(payment).flatMap(([color, count]) => Array<CardColor>(count).fill(color));
    return cards.map((color, i) => this.fly(this.home(seat), to, color, i));
  }

  /** Where a seat's cards are: the own hand, or the seat's line among the players. */
  private home(seat: number): string {
    return this.parts.game.mine(seat) ? "[data-hand]" : `[data-seat="${seat}"]`;
  }

  private async fly(from: string, to: string, face: CardColor | "ticket" | null, order = 0): Promise<void> {
    const start = document.querySelector(from)?.getBoundingClientRect();
    const end = document.querySelector(to)?.getBoundingClientRect();
    if (!start || !end) return;
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.setAttribute("aria-hidden", "true");
    document.body.append(ghost);
    const width = Math.min(96, Math.max(56, Math.min(start.width, end.width)));
    ghost.style.width = `${width}px`;
    const card = draw(ghost, face);
    const at = (box: DOMRect, scale: number) =>
      `translate(${box.x + box.width / 2 - width / 2}px, ${box.y + box.height / 2 - width * 0.32}px) scale(${scale})`;
    const flight = ghost.animate(
      [
        { transform: at(start, 1), opacity: 1 },
        { transform: at(end, 0.7), opacity: 1, offset: 0.9 },
        { transform: at(end, 0.6), opacity: 0 },
      ],
      { duration: FLIGHT, delay: order * STAGGER, easing: "cubic-bezier(.3,.1,.2,1)", fill: "both" },
    );
    await flight.finished.catch(() => undefined);
    void unmount(card);
    ghost.remove();
  }
}

function draw(target: HTMLElement, face: CardColor | "ticket" | null) {
  if (face === "ticket" || face === null) {
    return mount(CardBack as Component<{ kind?: "train" | "ticket" }>, {
      target,
      props: { kind: face === null ? "train" : "ticket" },
    });
  }
  return mount(TrainCard as Component<{ color: CardColor }>, { target, props: { color: face } });
}

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

const repeat = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
