// The games of this device for the server, as this page knows them.
import type { OfflineGame } from "../local/offline";

class Games {
  all = $state.raw<readonly OfflineGame[]>([]);

  /** The server's answer to a game, if there was one. */
  answer(table: string): OfflineGame["answer"] {
    return this.all.find(({ id }) => id === table)?.answer ?? null;
  }
}

export const games = new Games();
