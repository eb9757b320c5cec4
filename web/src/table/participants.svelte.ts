// Actions about the people at a table: leaving and returning, ending early, rematch.
import { api } from "../lib/api";
import type { ApiError } from "../lib/request";
import type { GameStore } from "../lib/game.svelte";
import { router } from "../lib/router.svelte";
import { session } from "../lib/session.svelte";
import type { SeatInfo, TableInfo } from "../lib/types";

export class Participants {
  busy = $state(false);

  constructor(private readonly game: GameStore) {}

  get table(): TableInfo | null {
    return this.game.table;
  }

  /** Spectators cannot do anything but watch. */
  get watching(): boolean {
    return this.table !== null && this.table.id === this.table.watch;
  }

  get host(): boolean {
    return !this.watching && this.table?.owner === session.me?.id;
  }

  get seated(): boolean {
    return !this.watching && (this.table?.yours?.length ?? 0) > 0;
  }

  /** Whether a player on this device still plays, without a bot. */
  get plays(): boolean {
    return this.seated && this.ownSeats.some((seat) => seat.bot === null);
  }

  get ownSeats(): SeatInfo[] {
    return this.table?.seats.filter((seat) => this.table?.yours?.includes(seat.seat)) ?? [];
  }

  get others(): SeatInfo[] {
    return (
      this.table?.seats.filter((seat) => seat.kind === "person" && !this.table?.yours?.includes(seat.seat)) ??
      []
    );
  }

  /** All players who still play themselves, or did at the end. */
  get remaining(): SeatInfo[] {
    return this.table?.seats.filter((seat) => seat.kind === "person" && seat.bot === null) ?? [];
  }

  /** The others among them. */
  get playing(): SeatInfo[] {
    return this.others.filter((seat) => seat.bot === null);
  }

  /** Players whose seats a bot could take over. */
  get absent(): SeatInfo[] {
    return this.seated || this.host ? this.playing.filter((seat) => seat.absent) : [];
  }

  get agreed(): boolean {
    return this.ownSeats.some((seat) => seat.agreed);
  }

  /** Players who have not agreed to hints yet, and players who have requested them. */
  get withoutHints(): SeatInfo[] {
    return this.playing.filter((seat) => !seat.hints);
  }

  get hintRequesters(): SeatInfo[] {
    return this.table?.hints ? [] : this.playing.filter((seat) => seat.hints);
  }

  /** Whether a player on this device has requested hints and waits for the others. */
  get awaitsHints(): boolean {
    return !this.table?.hints && this.ownSeats.some((seat) => seat.hints) && this.withoutHints.length > 0;
  }

  /** Whether the players here can pause the game or resume it. */
  get mayPause(): boolean {
    const { table } = this;
    return this.plays && table?.state === "playing" && table.clock !== null && !table.tournament;
  }

  /** Whether a player on this device has asked for a pause and waits for the others. */
  get awaitsPause(): boolean {
    return this.ownSeats.some((seat) => seat.pause);
  }

  get pauseRequesters(): SeatInfo[] {
    return this.playing.filter((seat) => seat.pause);
  }

  names(seats: SeatInfo[]): string[] {
    return seats.map((seat) => this.game.nameOf(seat.seat));
  }

  resign = (): Promise<void> => this.change((id) => api.resign(id, this.game.place));
  comeBack = (): Promise<void> => this.change((id) => api.comeBack(id, this.game.place));
  standIn = (seat: number): Promise<void> => this.change((id) => api.standIn(id, seat));
  agree = (agrees: boolean): Promise<void> => this.change((id) => api.agree(id, agrees));
  haveHints = (agrees: boolean): Promise<void> => this.change((id) => api.haveHints(id, agrees));
  pause = (agrees: boolean): Promise<void> => this.change((id) => api.pause(id, agrees));
  resume = (): Promise<void> => this.change((id) => api.resume(id));
  makeHost = (seat: number): Promise<void> => this.change((id) => api.makeHost(id, seat));

  /** Open the shared rematch table; users without a seat watch. */
  rematch = async (): Promise<void> => {
    const { table } = this;
    if (!table || this.busy) return;
    if (!this.seated) {
      if (table.rematch) router.go(`/t/${table.rematch.table}`);
      return;
    }
    this.busy = true;
    try {
      router.go(`/t/${(await api.rematch(table.id)).id}`);
    } catch (error) {
      this.game.showError(error as ApiError);
    }
    this.busy = false;
  };

  private async change(ask: (id: string) => Promise<TableInfo>): Promise<void> {
    const { table } = this;
    if (!table || this.busy) return;
    this.busy = true;
    try {
      // The seats are shared; the seat that this page shows is not.
      this.game.table = { ...(await ask(table.id)), you: table.you };
    } catch (error) {
      this.game.showError(error as ApiError);
    }
    this.busy = false;
  }
}
