// Boards in links: a board survives the round trip, and foreign data is refused with bounded work.
import { expect, test } from "vitest";
import { boardIn, hasBoard, linkTo, LinkError } from "../src/studio/link";
import { emptyBoard, type Board } from "../src/studio/model";

const fragment = (path: string): string => path.split("#")[1]!;

async function packed(text: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = Buffer.from(await new Response(stream).arrayBuffer());
  return `board=${bytes.toString("base64url")}`;
}

const large = (rows: number): Board => ({
  ...emptyBoard("Žluťoučký 札幌 <b>", true),
  cities: Array.from({ length: rows }, (_, n) => ({
    id: `c${n}`,
    name: `City ${Math.sin(n)}`,
    lat: n / 7,
    lon: n,
  })),
});

test("a board comes out as it went in", async () => {
  for (const rows of [0, 1, 64]) {
    const link = await linkTo(large(rows));
    expect(link).toMatch(/^\/studio#board=[\w-]+$/);
    expect(hasBoard(fragment(link))).toBe(true);
    expect(await boardIn(fragment(link))).toEqual(large(rows));
  }
});

test("a board that is too large gets no link", async () => {
  await expect(linkTo(large(3000))).rejects.toThrow(LinkError);
});

test.each([
  "board=",
  "board=AAAA",
  "board=%00",
  "board=a b",
  "board=" + "A".repeat(20_000),
  "board=" + "A".repeat(4001),
])("what is not packed is refused: %.20s", async (text) => {
  await expect(boardIn(text)).rejects.toThrow(LinkError);
});

test.each(["", "7", "null", "[]", '"board"', "{", '{"id":'])(
  "what is no object is refused: %s",
  async (text) => {
    await expect(boardIn(await packed(text))).rejects.toThrow(LinkError);
  },
);

test("bytes that are no text are refused", async () => {
  await expect(boardIn(await packed(new Uint8Array([123, 34, 255, 34, 125])))).rejects.toThrow(LinkError);
});

test("a small link that unpacks to a large board is refused", async () => {
  const bomb = await packed(JSON.stringify({ id: "x".repeat(8_000_000) }));
  expect(bomb.length).toBeLessThan(16_000);
  await expect(boardIn(bomb)).rejects.toThrow(LinkError);
});
