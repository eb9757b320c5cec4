// Two cards marked first and taken together: the first is sent, and the second when the table has answered, if it is
// still there. Which cards may be taken is the server's list alone.
import { getContext, setContext } from "svelte";
import { t } from "../i18n";
import { announcer } from "./announcer.svelte";
import type { GameStore } from "./game.svelte";
import type { Card } from "./types";

/** A place of the market and what lay there, or the deck. */
export type Mark = { slot: number; card: Card } | "deck";

const same = (a: Mark, b: Mark): boolean => a === b || (a !== "deck" && b !== "deck" && a.slot === b.slot);

export class Pair {
  /** Whether a press marks a card instead of taking it. */
  on = $state(false);
  marks = $state.raw<Mark[]>([]);
  /** What became of the second card, if that was not taken. */
  lost = $state(false);
  private second: { mark: Mark; since: number } | null = null;

  constructor(private readonly game: GameStore) {}

  has(mark: Mark): boolean {
    return this.marks.some((one) => same(one, mark));
  }

  /** Whether there are two cards to take. */
  get possible(): boolean {
    const { view, legal } = this.game;
    return view?.phase === "turn" && legal.takes.size + Number(legal.draw !== null) > 0;
  }

  toggle(): void {
    this.on = !this.on && this.possible;
    this.marks = [];
    this.lost = false;
  }

  /** Marks a card, or takes the mark away; with the second one both are taken. */
  press(mark: Mark): void {
    this.on = true;
    this.lost = false;
    // Two cards may both come from the deck.
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

  /** To be called whenever the game has changed: takes the second card when its turn has come. */
  follow(): void {
    const { view, busy } = this.game;
    if (!view || busy) return;
    if (!this.second) {
      if (this.on && !this.possible) this.end();
      return;
    }
    if (view.version <= this.second.since) return;
    const action = view.phase === "second_draw" ? this.action(this.second.mark) : null;
    this.end();
    if (action) return void this.game.play(action);
    this.lost = true;
    announcer.say(t("pair.lost"));
  }

  /** What takes a card, if it still lies where it was marked. */
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
/** Nothing where cards cannot be marked. */
export const usePair = (): Pair | undefined => getContext(KEY);
