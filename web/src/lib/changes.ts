// Changes of a table before its game.
import type { ErrorInfo, TableInfo } from "./types";

export class Changes {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly game: { take(table: TableInfo): void; complain(error: ErrorInfo): void }) {}

  /**
   * Make a change and tell whether that worked. Requests are sent one after another: the start must not overtake an
   * option.
   */
  make(request: () => Promise<TableInfo>): Promise<boolean> {
    const made = this.last.then(request).then(
      (table) => (this.game.take(table), true),
      (error: ErrorInfo) => (this.game.complain(error), false),
    );
    this.last = made;
    return made;
  }
}
