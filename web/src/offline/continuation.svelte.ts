// Lets this device continue a game against bots while the server is away: at each decision the page keeps the seat's
// observation, and offers to play on from it when the connection has been lost for some seconds.
import { untrack } from "svelte";
import { api } from "../lib/api";
import type { ApiError } from "../lib/request";
import type { GameStore } from "../lib/game.svelte";
import { headStart } from "../lib/idle";
import { router } from "../lib/router.svelte";
import { session } from "../lib/session.svelte";
import { cacheUsed } from "../lib/shell";
import { STATIC } from "../lib/site";
import type { TableUI } from "../lib/tableui";
import type { RulesetInfo, SeatInfo } from "../lib/types";
import { isLocal } from "../lib/localids";
import { forget, keepPosition, noteTables, position } from "../lib/position";

/** Milliseconds without a connection before the offer. */
const PATIENCE = 4000;

const able = !STATIC && typeof WebAssembly === "object" && typeof Worker === "function";

export class Continuation {
  /** Whether to offer the player to continue here. */
  offered = $state(false);
  private stored = $state(false);
  /** Whether the site does not leave this game to browsers. */
  private refused = false;
  private prepared: Promise<unknown> | null = null;
  /** The version of the last observation, received or requested. */
  private version = -1;
  private busy = false;

  /**
   * Call during component initialization. `load` loads the parts of the page that a game may need later; `drawn` tells
   * whether it has a board.
   */
  constructor(
    private readonly game: GameStore,
    private readonly load: (ui: TableUI) => Promise<void>,
    private readonly drawn: (ruleset: RulesetInfo) => boolean,
  ) {
    if (!able || game.source) return;
    if (isLocal(game.id)) {
      $effect(() => {
        if (!game.table?.offline) return;
        noteTables(true); // the browser may have deleted this note
        if (game.table.state === "over") void import("./playing").then(({ uploadGames }) => uploadGames());
      });
      return;
    }
    $effect(() => {
      const decides = game.connection === "open" && game.mustAct && this.onlyPerson;
      const version = game.view?.version ?? -1;
      if (decides && game.ui && session.me)
        untrack(() => void this.storePosition(version).catch(() => (this.version = -1)));
    });
    $effect(() => {
      if (game.table?.state === "over") untrack(() => forget(game.id));
    });
    $effect(() => {
      if (game.connection !== "waiting" || !this.stored || !game.continues) {
        this.offered = false;
        return;
      }
      const timer = setTimeout(() => (this.offered = position(game.id) !== null), PATIENCE);
      return () => clearTimeout(timer);
    });
  }

  /** Whether the user is the only person at the table. */
  private get onlyPerson(): boolean {
    const { table } = this.game;
    if (!table || table.yours?.length !== 1) return false;
    return table.seats.every(({ kind, seat }) => kind === "bot" || seat === table.you);
  }

  private async storePosition(version: number): Promise<void> {
    const { id, table, ruleset, ui } = this.game;
    const { me } = session;
    if (this.refused || version === this.version || !table || !ruleset || !ui || !me) return;
    this.version = version;
    const observed = await api.observation(id, null);
    this.refused = observed.bytes === null;
    if (this.refused || version !== this.version) return;
    const { seats, comes_back } = table;
    keepPosition({
      user: me.id,
      name: me.name,
      table: { id: table.id, seats, comes_back },
      board: ruleset.name,
      observed,
      at: Date.now(),
    });
    this.prepared ??= this.prepare(ui, ruleset, seats);
    await this.prepared.catch((error: unknown) => {
      this.prepared = null;
      throw error;
    });
    this.stored = true;
  }

  /** Load everything that a game on this device needs, and let the service worker cache it. */
  private async prepare(ui: TableUI, ruleset: RulesetInfo, seats: SeatInfo[]): Promise<void> {
    await headStart();
    const { prepare } = await import("./playing");
    const { id, machine } = ruleset;
    const expert = seats.some(({ kind, bot }) => kind === "bot" && bot === "expert");
    await Promise.all([prepare(id, this.drawn(ruleset), { kind: machine, expert }), this.load(ui)]);
    await cacheUsed([`/engine/${machine}.wasm`, `/engine/${id}.json`, "/engine/levels.json"]);
  }

  /** Continue here. */
  async go(): Promise<void> {
    const from = position(this.game.id);
    this.offered = from !== null; // another tab may have continued it
    if (!from || this.busy) return;
    this.busy = true;
    try {
      const { continueOnDevice } = await import("./playing");
      router.go(`/t/${await continueOnDevice(from)}`);
    } catch (error) {
      this.game.showError(error as ApiError);
    }
    this.busy = false;
  }
}
