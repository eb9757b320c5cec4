// The drawing of a board by the server, which takes some seconds.
import { ApiError, send } from "../lib/request";
import type { Board } from "./model";

const PAUSE = 1500;
/** Width of a picture in pixels. */
const WIDTH = 2400;

/** The answer to a request that needs a drawing. Rejects with the server's error, or when the signal says so. */
async function once(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await send("POST", path, body, signal);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "drawing") throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** The board as SVG. */
export const drawn = async (board: Board, signal?: AbortSignal): Promise<string> =>
  (await once("/api/studio/drawing", { board }, signal)).text();

/** How a board is printed. `space`: length of a train space in millimeters. */
interface PrintWish {
  paper: "a4" | "a3";
  space: number;
  language: string;
}

/** Sheets of the board, its cards and a player aid, as PDF. */
export const printed = async (board: Board, wish: PrintWish): Promise<Blob> =>
  (await once("/api/studio/print", { board, ...wish })).blob();

/** An SVG as PNG. */
export async function pictured(svg: string): Promise<Blob> {
  const [, , width, height] = /viewBox="([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+)"/
    .exec(svg)!
    .slice(1)
    .map(Number);
  const sized = svg.replace("<svg ", `<svg width="${width}" height="${height}" `);
  const picture = new Image();
  const bytes = new TextEncoder().encode(sized);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  picture.src = `data:image/svg+xml;base64,${btoa(binary)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * height!) / width!);
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}
