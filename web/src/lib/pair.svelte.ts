// Marks two cards and then takes both: sends the first, and after the answer the second, if it is still there. The
// server's list alone decides which cards can be taken.
import { getContext, setContext } from "svelte";
import { t } from "../i18n";
import { announcer } from "./announcer.svelte";
import type { GameStore } from "./game.svelte";
import type { Card } from "./types";

/** A slot of the market with its card, or the deck. */
export type Mark = { slot: number; card: Card } | "deck";

const same = (a: Mark, b: Mark): boolean => a === b || (a !== "deck" && b !== "deck" && a.slot === b.slot);

export class Pair {
  /** Whether a press marks a card instead of taking it. */
  on = $state(false);
  marks = $state.raw<Mark[]>([]);
  /** Whether the second card was gone before it could be taken. */
  lost = $state(false);
  private second: { mark: Mark; since: number } | null = null;

  constructor(private readonly game: GameStore) {}

  has(mark: Mark): boolean {
    return this.marks.some((one) => same(one, mark));
  }

  /** Whether two cards can be taken now. */
  get possible(): boolean {
    const { view, legal } = this.game;
    return view?.phase === "turn" && legal.takes.size + Number(legal.draw !== null) > 0;
  }

  toggle(): void {
    this.on = !this.on && this.possible;
    this.marks = [];
    this.lost = false;
  }

  /** Mark or unmark a card; marking the second one takes both. */
  press(mark: Mark): void {
    this.on = true;
    this.lost = false;
    // Both cards may come from the deck.
    if (this.has(mark) && mark !== "deck") this.marks = this.marks.filter((one) => !same(one, mark));
    else this.marks = [...this.marks, mark];
    if (this.marks.length === 2) void this.take();
  }

  private async take(): Promise<void> {
    const [first, mark] = this.marks;
    const action = first && this.action(first);
    const since = this.game.view?.version ?? -1;
    if (!action || !mark) return this.end();
    this.second = { mark, since };
    await this.game.play(action);
    if (this.game.notice) this.end();
  }

  /** Take the second card when it is legal. Call after every change of the game. */
  follow(): void {
    const { view, busy } = this.game;
    if (!view || busy) return;
    if (!this.second) {
      if (this.on && !this.possible) this.end();
      return;
    }
    if (view.version <= this.second.since) return;
    // A mechanism may ask a question before the first card arrives.
    if (this.game.mustAct && view.phase !== "turn" && view.phase !== "second_draw") return;
    const action = view.phase === "second_draw" ? this.action(this.second.mark) : null;
    this.end();
    if (action) return void this.game.play(action);
    this.lost = true;
    announcer.say(t("pair.lost"));
  }

  /** The action that takes a marked card, if the card is still there. */
  private action(mark: Mark): string | null {
    const { view, legal } = this.game;
    if (mark === "deck") return legal.draw;
    return view?.market[mark.slot] === mark.card ? (legal.takes.get(mark.card) ?? null) : null;
  }

  private end(): void {
    this.on = false;
    this.marks = [];
    this.second = null;
  }
}

const KEY = Symbol("pair");

export const providePair = (pair: Pair): Pair => setContext(KEY, pair);
/** Undefined where cards cannot be marked. */
export const usePair = (): Pair | undefined => getContext(KEY);
