// The user's moves ahead in a correspondence game, reloaded after every move.
import { untrack } from "svelte";
import { api } from "../lib/api";
import type { GameStore } from "../lib/game.svelte";
import type { Alternative, MovesAhead } from "../lib/types";

export class PlannedMoves {
  /** Whether the dialog is open. */
  open = $state(false);
  private found = $state.raw<MovesAhead | null>(null);
  /** The version for which they were loaded. */
  private version = $state(-1);

  /** Call during component initialization. */
  constructor(private readonly game: GameStore) {
    $effect(() => {
      const { view, table, replaced } = game;
      const version = view?.version ?? -1;
      if (!table?.ahead || table.state !== "playing" || !view || view.seat === null || replaced)
        return this.forget();
      untrack(() => void this.load(version));
    });
  }

  get lines(): readonly Alternative[] {
    return this.found?.alternatives ?? [];
  }

  get actions(): readonly string[] {
    return this.found?.actions ?? [];
  }

  get conditions(): readonly string[] {
    return this.found?.conditions ?? [];
  }

  /** Whether the user can plan now. */
  get offered(): boolean {
    return this.found !== null && !this.game.mustAct && this.actions.length > 0;
  }

  /** Whether a move ahead is about to be played. */
  get due(): boolean {
    return (
      this.game.mustAct && this.found !== null && this.version === this.game.view?.version && this.found.due
    );
  }

  /** Store new lines. Rejects with ApiError and changes nothing if that fails. */
  async save(lines: Alternative[]): Promise<void> {
    const { id, place } = this.game;
    this.found = lines.length ? await api.moveAhead(id, place, lines) : await api.takeBackAhead(id, place);
  }

  private forget(): void {
    this.found = null;
    this.open = false;
  }

  private async load(version: number): Promise<void> {
    const { id, place } = this.game;
    const found = await api.ahead(id, place).catch(() => null);
    if (version !== (this.game.view?.version ?? -1)) return; // a later answer is on its way
    [this.found, this.version] = [found, version];
    if (!this.offered) this.open = false;
  }
}
