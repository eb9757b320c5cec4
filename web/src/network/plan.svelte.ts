// The server's plans for the player: the path of each ticket, and why routes cannot be claimed. Requested when the
// game has come to rest; valid for one version only.
import { getContext, setContext } from "svelte";
import { api } from "../lib/api";
import type { GameStore } from "../lib/game.svelte";
import { entries } from "../lib/names";
import type { Card, Obstacle, NetworkPlan, NetworkTicketPlan } from "../lib/types";

/** Milliseconds without changes before the request: players do not plan while cards fly. */
const REST = 150;

export class Plans {
  private answer = $state.raw<NetworkPlan | null>(null);

  constructor(private readonly game: GameStore<"network">) {}

  /** The plan for the shown version; null until it arrives. */
  get current(): NetworkPlan | null {
    return this.answer?.version === this.game.view?.version ? this.answer : null;
  }

  /** The colors that the player's tickets need. */
  get neededColors(): Set<Card> {
    const lacking = this.current?.tickets.filter(({ possible }) => possible) ?? [];
    return new Set(lacking.flatMap(({ lacking: { colors } }) => entries(colors).map(([color]) => color)));
  }

  /** The routes on reasonable paths of the player's tickets, and of the tickets on offer. */
  get reasonableRoutes(): Set<string> {
    return new Set(this.current?.tickets.flatMap(({ ways }) => ways) ?? []);
  }

  ticket(id: string): NetworkTicketPlan | undefined {
    return this.current?.tickets.find((ticket) => ticket.id === id);
  }

  obstacle(route: string): Obstacle | undefined {
    return this.current?.routes[route];
  }

  /** Request a plan after each change. Call during component initialization. */
  follow(): void {
    $effect(() => {
      const { view, connection } = this.game;
      if (!view || this.game.past || view.seat === null || !this.game.continues || connection !== "open")
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
    // The game continues without a plan.
    const answer = await (source?.plan?.() ?? api.plan(id, place, signal)).catch(() => null);
    // Ignore answers older than the current plan or the page; a newer one follows.
    if (!answer || answer.version < Math.max(version, this.answer?.version ?? 0)) return;
    this.answer = answer as NetworkPlan;
  }
}

const KEY = Symbol("plans");

export const providePlans = (plans: Plans): Plans => setContext(KEY, plans);
export const usePlans = (): Plans => getContext<Plans>(KEY);
