// The answers of a server to the board editor, apart from drawings and bot games, which need Python.
import type { BoardFiles, BoardReport, BroughtBoard, LandOutlines, SuggestedDeck } from "../../lib/types";
import type { Board } from "../../studio/model";
import { answer, notHere, Refusal } from "../answers";
import { read } from "../files";
import { examine, type Description } from "./check";
import { DeckError, suggestDeck, type DeckWish } from "./deck";
import { boardIn, editorFile, FileError, folder, sheets } from "./files";
import { decoded, region, type World } from "./land";
import type { Table } from "../../engine/compiling/format";
import { ZipError } from "./zip";

const FORMS: Record<string, (board: Board) => Blob> = { zip: folder, json: editorFile, csv: sheets };

const refused = (message: string): Refusal => new Refusal("bad_board", message, 422);

/** Loads something once; after a failure, the next call tries again. */
function once<T>(load: (base: string) => Promise<T>): (base: string) => Promise<T> {
  let found: Promise<T> | null = null;
  return (base) => {
    found ??= load(base).catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
}
const description = once((base) => read<Description>("./api/studio/format.json", base));
const world = once(async (base) => decoded(await read<World>("./api/studio/world.json", base)));

async function check(board: Table, base: string): Promise<BoardReport> {
  return examine(board, await description(base));
}

/** Refuse a board with faults. */
async function sound(board: Table, base: string): Promise<Board> {
  const { faults } = await check(board, base);
  if (faults.length) throw refused(faults.map(({ text }) => text).join("\n"));
  return board as unknown as Board;
}

async function deck(wish: DeckWish, base: string): Promise<SuggestedDeck> {
  const { faults } = await check({ ...(wish.board as unknown as Table), tickets: [] }, base);
  const wrong = faults.filter(({ place: [table] }) => table !== "tickets");
  if (wrong.length) throw refused(wrong.map(({ text }) => text).join("\n"));
  try {
    return { tickets: suggestDeck(wish) as SuggestedDeck["tickets"] };
  } catch (error) {
    throw error instanceof DeckError ? refused(error.message) : error;
  }
}

async function bring({ files }: BoardFiles): Promise<BroughtBoard> {
  const [[name, content] = ["", ""], ...others] = Object.entries(files);
  if (others.length || !name.toLowerCase().endsWith(".zip")) {
    throw refused("Files of other programs need a site with a server. This page reads zipped board folders.");
  }
  try {
    const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
    return { board: boardIn(bytes) as unknown as BroughtBoard["board"], notes: [] };
  } catch (error) {
    throw error instanceof FileError || error instanceof ZipError ? refused(error.message) : error;
  }
}

function land(query: URLSearchParams): { west: number; south: number; east: number; north: number } {
  const [west, south, east, north] = ["west", "south", "east", "north"].map((side) =>
    Number(query.get(side)),
  ) as [number, number, number, number];
  if (!(west < east && south < north)) throw new Refusal("bad_request", "The box is empty.", 400);
  return { west, south, east, north };
}

/** Answer a request of the board editor. Rejects with a Refusal. */
export async function studio(method: string, url: URL, data: unknown, base: string): Promise<Response> {
  const what = `${method} ${url.pathname.slice("/api/studio/".length)}`;
  const given = data as { board: Table };
  if (what === "GET land") {
    const box = land(url.searchParams);
    return answer(region(await world(base), box) satisfies LandOutlines);
  }
  if (what === "POST check") return answer(await check(given.board, base));
  if (what === "POST tickets") return answer(await deck(data as DeckWish, base));
  if (what === "POST import") return answer(await bring(data as BoardFiles));
  const write = FORMS[what.replace(/^POST files\//, "")];
  if (write && what.startsWith("POST files/")) return new Response(write(await sound(given.board, base)));
  throw notHere();
}
