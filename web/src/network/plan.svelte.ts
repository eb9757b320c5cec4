// What the server says about the plans of the own seat: the way of each ticket, and why routes cannot be claimed. It is
// asked for when the game has come to rest, and counts for the version that it was made for only.
import { getContext, setContext } from "svelte";
import { api } from "../lib/api";
import type { GameStore } from "../lib/game.svelte";
import { entries } from "../lib/names";
import type { Card, Obstacle, NetworkPlan, NetworkTicketPlan } from "../lib/types";

/** So long nothing has to happen before it is asked: while cards fly nobody plans. */
const REST = 150;

export class Plans {
  private answer = $state.raw<NetworkPlan | null>(null);

  constructor(private readonly game: GameStore<"network">) {}

  /** The plan for what is shown; null until it is there. */
  get current(): NetworkPlan | null {
    return this.answer?.version === this.game.view?.version ? this.answer : null;
  }

  /** The colors that the own tickets lack. */
  get wanted(): Set<Card> {
    const lacking = this.current?.tickets.filter(({ possible }) => possible) ?? [];
    return new Set(lacking.flatMap(({ lacking: { colors } }) => entries(colors).map(([color]) => color)));
  }

  ticket(id: string): NetworkTicketPlan | undefined {
    return this.current?.tickets.find((ticket) => ticket.id === id);
  }

  obstacle(route: string): Obstacle | undefined {
    return this.current?.routes[route];
  }

  /** Keeps up with the game; for the start of a component. */
  follow(): void {
    $effect(() => {
      const { view, connection } = this.game;
      if (!view || this.game.past || view.seat === null || !this.game.underWay || connection !== "open")
        return;
      if (this.answer?.version === view.version) return;
      const { version } = view;
      const control = new AbortController();
      const timer = setTimeout(() => void this.fetch(version, control.signal), REST);
      return () => {
        clearTimeout(timer);
        control.abort();
      };
    });
  }

  private async fetch(version: number, signal: AbortSignal): Promise<void> {
    const { id, place, source } = this.game;
    // Without it the game goes on all the same.
    const answer = await (source?.plan?.() ?? api.plan(id, place, signal)).catch(() => null);
    // An answer that is older than one that came before it, or than the page, is of no use; a newer one will be.
    if (!answer || answer.version < Math.max(version, this.answer?.version ?? 0)) return;
    this.answer = answer as NetworkPlan;
  }
}

const KEY = Symbol("plans");

export const providePlans = (plans: Plans): Plans => setContext(KEY, plans);
export const usePlans = (): Plans => getContext<Plans>(KEY);
