// Boards made in this page's editor: checked, compiled and drawn without a server.
import { compileBoard, type BoardsFile, type KindLayout, type RulesetFile } from "../../engine";
import { sha256, toHex } from "../../fairness/sha256";
import { placed, slug, type Board } from "../../studio/model";
import { Refusal } from "../answers";
import { read } from "../files";
import { examine, type Description } from "../studio/check";
import { decoded, region, type World } from "../studio/land";
import type { Plain, Table } from "../../engine/compiling/format";
import { drawingsOf, type Art, type Drawings } from "./drawing";

/** Characters of an id, as on a server: of the board's name, and of the hash. */
const SLUG = 14;
const DIGITS = 12;
/** Outlines of drawings are simplified when they are drawn. */
const FINE = 10_000;

/** The file of a board, given as data. Throws Refusal if it has faults. */
export async function compiled(
  board: Plain,
  layouts: Record<string, KindLayout>,
  base: string,
): Promise<RulesetFile> {
  const [description, file] = await Promise.all([
    read<Description>("./api/studio/format.json", base),
    read<BoardsFile>("./engine/boards.json", base),
  ]);
  const { faults } = examine(board as Table, description);
  if (faults.length) throw new Refusal("bad_board", faults.map(({ text }) => text).join("\n"), 422);
  const { machine: _, ...plain } = board as Table;
  return compileBoard(layouts[file.kind]!, file, plain);
}

/** A board with an id that identifies exactly this version. Throws Refusal if it has faults. */
export async function identified(
  board: Plain,
  layouts: Record<string, KindLayout>,
  base: string,
): Promise<RulesetFile> {
  const { id, sortedBoard } = await compiled(board, layouts, base);
  const { id: _, ...content } = JSON.parse(sortedBoard!);
  const digest = toHex(sha256(new TextEncoder().encode(JSON.stringify(content)))).slice(0, DIGITS);
  const name =
    slug(id)
      .slice(0, SLUG)
      .replace(/^_+|_+$/g, "") || "board";
  return compiled({ ...content, id: `own_${name}_${digest}` }, layouts, base);
}

/** The drawings of a board without faults. */
export async function drawn(board: string, base: string): Promise<Drawings> {
  const art = await read<Art>("./api/studio/drawing.json", base);
  return drawingsOf(placed(JSON.parse(board) as Board), art, async (west, south, east, north) =>
    region(decoded(await read<World>("./api/studio/world.json", base)), { west, south, east, north }, FINE),
  );
}
