// Shows what an update does before the page shows its result: cards fly from where they lay to where they go, a
// tunnel turns its cards. Only decoration: nothing waits for it but the page's own picture.
import { fly, pause, single } from "../parts/flights";
import type { GameStore, Stage } from "../lib/game.svelte";
import type { Counts, GameEvent, Tunnel, Update } from "../lib/types";

export interface StageParts {
  game: GameStore<"network">;
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
    }
    await Promise.all(update.events.flatMap((event) => this.flights(event)));
  }

  async after(update: Update): Promise<void> {
    // Only now: the panel that has turned the cards is the one that asks what to do.
    this.parts.reveal(null);
    if (update.events.some((event) => event.event === "claimed")) await pause(350);
  }

  private flights(event: GameEvent): Promise<void>[] {
    switch (event.event) {
      case "took":
        return [fly({ from: `[data-slot="${event.slot}"]`, to: this.home(event.seat), face: event.card })];
      case "drew":
        return [fly({ from: "[data-deck]", to: this.home(event.seat), face: event.card ?? "back" })];
      case "drew_tickets":
        return Array.from({ length: event.count }, (_, order) =>
          fly({ from: "[data-ticket-deck]", to: this.home(event.seat), face: "ticket", order }),
        );
      case "claimed":
        return this.pay(event.seat, `[data-route="${event.route}"]`, event.payment);
      case "station":
        return this.pay(event.seat, `.city[data-city="${event.city}"]`, event.payment);
      default:
        return [];
    }
  }

  private pay(seat: number, to: string, payment: Counts): Promise<void>[] {
    return single(payment).map((face, order) => fly({ from: this.home(seat), to, face, order }));
  }

  /** Where a seat's cards are: the own hand, or the seat's line among the players. */
  private home(seat: number): string {
    return this.parts.game.mine(seat) ? "[data-hand]" : `[data-seat="${seat}"]`;
  }
}
