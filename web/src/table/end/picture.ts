// A picture of the result for sharing, drawn by the browser in the language of the page.
import { number } from "../../i18n";
import { saveFile } from "../../lib/files";
import { figures } from "../../parts/figures";

export interface Row {
  seat: number;
  name: string;
  parts: number[];
  total: number;
  winner: boolean;
}

export interface Contents {
  title: string;
  subtitle: string;
  /** The column headings: each part, and the total. */
  heads: string[];
  rows: Row[];
  /** A drawing above the table. */
  drawing: HTMLImageElement | null;
  /** Lines below the table, with the seats that they concern. */
  notes: { text: string; seats: number[] }[];
}

const WIDTH = 1200;
const MARGIN = 48;
const ROW = 62;
const NOTE = 44;
const SCALE = 2;
const FONT = '"Jost Variable", "Century Gothic", Futura, system-ui, sans-serif';

/** The light theme's colors, because the reader's background is unknown. */
function palette(names: string[]): Record<string, string> {
  const probe = document.createElement("span");
  probe.style.colorScheme = "light";
  document.body.append(probe);
  const found = names.map((name): [string, string] => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(found);
}

/** Convert an SVG document to an image. */
export async function asImage(text: string, width: number, height: number): Promise<HTMLImageElement> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}

/** Shorten a text to the available width. */
function fitting(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let kept = text;
  while (kept && context.measureText(`${kept}…`).width > width) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}

function seatMark(
  context: CanvasRenderingContext2D,
  seat: number,
  x: number,
  y: number,
  color: string,
): void {
  context.save();
  context.translate(x, y);
  context.scale(1.9, 1.9);
  for (const [radius, fill] of [
    [7.4, color],
    [4.9, "#fff8e6"],
  ] as const) {
    context.beginPath();
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
  }
  context.fillStyle = "#1d1b19";
  context.fill(new Path2D(figures[seat % figures.length]!));
  context.restore();
}

export async function draw({ title, subtitle, heads, rows, drawing, notes }: Contents): Promise<Blob> {
  await document.fonts.load(`600 40px ${FONT}`);
  const seats = rows.map((row) => `seat-${row.seat}`);
  const colors = palette([
    "paper",
    "raised",
    "ink",
    "ink-soft",
    "line",
    "accent",
    "gold",
    "gold-wash",
    ...seats,
  ]);
  const inner = WIDTH - 2 * MARGIN;
  const high = drawing ? (inner * drawing.height) / drawing.width : 0;
  const top = 150;
  const table = top + (high ? high + 30 : 0);
  const height = table + 44 + ROW * rows.length + (notes.length ? 26 + NOTE * notes.length : 0) + 72;

  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.scale(SCALE, SCALE);
  context.textBaseline = "middle";
  const write = (
    text: string,
    x: number,
    y: number,
    font: string,
    color: string,
    align: CanvasTextAlign = "left",
  ) => {
    context.font = `${font} ${FONT}`;
    context.fillStyle = color;
    context.textAlign = align;
    context.fillText(text, x, y);
  };

  context.fillStyle = colors.paper!;
  context.fillRect(0, 0, WIDTH, height);
  context.fillStyle = colors.accent!;
  context.fillRect(0, 0, WIDTH, 14);
  context.font = `650 52px ${FONT}`;
  write(fitting(context, title, inner), MARGIN, 68, "650 52px", colors.ink!);
  write(subtitle, MARGIN, 116, "450 26px", colors["ink-soft"]!);

  if (drawing) {
    context.drawImage(drawing, MARGIN, top, inner, high);
    context.strokeStyle = colors.line!;
    context.lineWidth = 2;
    context.strokeRect(MARGIN, top, inner, high);
  }

  const column = Math.min(150, (inner * 0.62) / heads.length);
  const right = (index: number) => WIDTH - MARGIN - 18 - column * (heads.length - 1 - index);
  heads.forEach((head, i) => {
    context.font = `550 20px ${FONT}`;
    write(
      fitting(context, head, column - 10),
      right(i),
      table + 20,
      "550 20px",
      colors["ink-soft"]!,
      "right",
    );
  });
  rows.forEach((row, i) => {
    const y = table + 44 + ROW * i;
    context.fillStyle = row.winner ? colors["gold-wash"]! : colors.raised!;
    context.fillRect(MARGIN, y, inner, ROW - 6);
    const middle = y + ROW / 2 - 3;
    seatMark(context, row.seat, MARGIN + 32, middle, colors[`seat-${row.seat}`]!);
    context.font = `600 28px ${FONT}`;
    const room = inner - column * heads.length - 76;
    write(fitting(context, row.name, room), MARGIN + 62, middle, "600 28px", colors.ink!);
    [...row.parts, row.total].forEach((points, at) => {
      const last = at === row.parts.length;
      write(number(points), right(at), middle, last ? "700 34px" : "450 26px", colors.ink!, "right");
    });
  });
  notes.forEach(({ text, seats: about }, i) => {
    const y = table + 44 + ROW * rows.length + 26 + NOTE * i + NOTE / 2;
    about.forEach((seat, k) => seatMark(context, seat, MARGIN + 18 + k * 34, y, colors[`seat-${seat}`]!));
    write(text, MARGIN + 18 + about.length * 34, y, "450 24px", colors.ink!);
  });
  write("Whistlestop", WIDTH - MARGIN, height - 36, "600 24px", colors["ink-soft"]!, "right");

  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("no picture");
  return blob;
}

/** Share a picture, or save it if the system cannot share. Returns whether it was saved. */
export async function offer(blob: Blob, name: string, text: string): Promise<"shared" | "saved"> {
  const file = new File([blob], name, { type: blob.type });
  const data = { files: [file], title: text };
  if (navigator.canShare?.(data)) {
    try {
      await navigator.share(data);
      return "shared";
    } catch (error) {
      if ((error as Error).name === "AbortError") return "shared"; // the user canceled
    }
  }
  saveFile(name, blob);
  return "saved";
}
