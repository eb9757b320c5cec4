// The games of this device that belong to the server, as known to this page.
import type { OfflineGame } from "../local/offline";

class Games {
  all = $state.raw<readonly OfflineGame[]>([]);

  /** The server's answer to a game, if there was one. */
  answer(table: string): OfflineGame["answer"] {
    return this.all.find(({ id }) => id === table)?.answer ?? null;
  }

  /** The game in progress that continues a table of the server from this version. */
  continuing(table: string, version: number): OfflineGame | null {
    return this.all.find((one) => one.running && one.from === table && one.version === version) ?? null;
  }
}

export const games = new Games();
