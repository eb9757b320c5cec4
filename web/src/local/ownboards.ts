// The boards of tables that the site does not have: those of the editor.
import { notFound } from "./answers";
import type { Drawings } from "./boards/drawing";
import { identified, once } from "./engines";
import { isEditorBoard, type StoredTable } from "./storedtable";
import type { Store } from "./store";

type Board = Pick<StoredTable, "board" | "editor">;

export class OwnBoards {
  /** Boards that this page is about to play on, by id. */
  private readonly offered = new Map<string, Board>();
  private readonly drawings = new Map<string, Promise<Drawings>>();

  constructor(
    private readonly store: Store,
    private readonly base: string,
  ) {}

  /** Check a board, and return its id for a new table. `editor` is its key in the editor. Throws Refusal. */
  async offer({ board, editor }: { board: unknown; editor: string }): Promise<{ id: string; name: string }> {
    const { id, name, board: document } = await identified(board, this.base);
    this.offered.set(id, { board: document!, editor });
    return { id, name };
  }

  /** The board that a new table with this ruleset stores: none, or that of the editor or of another table. */
  async find(ruleset: string): Promise<Board> {
    if (!isEditorBoard(ruleset)) return {};
    const found =
      this.offered.get(ruleset) ?? (await this.store.list()).find((stored) => stored.ruleset === ruleset);
    if (!found) throw notFound("board");
    const { board, editor } = found;
    return { ...(board !== undefined && { board }), ...(editor !== undefined && { editor }) };
  }

  /** The drawings of a table's board. Throws Refusal if the site has the board. */
  async drawn({ ruleset, board }: StoredTable): Promise<Drawings> {
    if (board === undefined) throw notFound("drawing");
    return once(this.drawings, ruleset, async () => (await import("./boards")).drawn(board, this.base));
  }
}
