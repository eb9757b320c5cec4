// Changes of a table before its game.
import type { ErrorInfo, TableInfo } from "./types";

export class Changes {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly game: { setTable(table: TableInfo): void; showError(error: ErrorInfo): void },
  ) {}

  /**
   * Make a change; return whether it worked. Requests are sent one at a time, so that the start of the game cannot
   * overtake a change of options.
   */
  make(request: () => Promise<TableInfo>): Promise<boolean> {
    const made = this.last.then(request).then(
      (table) => (this.game.setTable(table), true),
      (error: ErrorInfo) => (this.game.showError(error), false),
    );
    this.last = made;
    return made;
  }
}
