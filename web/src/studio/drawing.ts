// The drawing of a board by the server, which takes some seconds.
import { whenDrawn } from "../lib/request";
import { typeface } from "../lib/typeface";
import type { Board } from "./model";

/** Width of a picture in pixels. */
const WIDTH = 2400;

/** The board as SVG. */
export const drawn = async (board: Board, signal?: AbortSignal): Promise<string> =>
  (await whenDrawn("POST", "/api/studio/drawing", { board }, signal)).text();

/** How to print a board. `space`: length of a train space in millimeters. */
interface PrintWish {
  paper: "a4" | "a3";
  space: number;
  language: string;
}

/** Sheets of the board, its cards and a player aid, as PDF. */
export const printed = async (board: Board, wish: PrintWish): Promise<Blob> =>
  (await whenDrawn("POST", "/api/studio/print", { board, ...wish })).blob();

/** An SVG as PNG. */
export async function pictured(svg: string): Promise<Blob> {
  const [, , width, height] = /viewBox="([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+)"/
    .exec(svg)!
    .slice(1)
    .map(Number);
  const face = await typeface().catch(() => "");
  const sized = svg
    .replace("<svg ", `<svg width="${width}" height="${height}" `)
    .replace("<style>", `<style>${face}`);
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
