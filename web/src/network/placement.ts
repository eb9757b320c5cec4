// Places a panel beside a place of the board without covering it or leaving the board.
import type { Attachment } from "svelte/attachments";

const GAP = 14;

interface Point {
  x: number;
  y: number;
}

interface Box extends Point {
  width: number;
  height: number;
}

/** The position of a panel in the coordinates of both boxes; `area`: where it may be. */
export function placeBeside(at: Box, area: Box, width: number, height: number): Point {
  const [midX, midY] = [at.x + at.width / 2, at.y + at.height / 2];
  const within = ({ x, y }: Point) => ({
    x: Math.max(area.x, Math.min(x, area.x + area.width - width)),
    y: Math.max(area.y, Math.min(y, area.y + area.height - height)),
  });
  const places = [
    { x: at.x + at.width + GAP, y: midY - height / 2 },
    { x: at.x - GAP - width, y: midY - height / 2 },
    { x: midX - width / 2, y: at.y + at.height + GAP },
    { x: midX - width / 2, y: at.y - GAP - height },
  ].map(within);
  const covered = ({ x, y }: Point) =>
    Math.max(0, Math.min(x + width, at.x + at.width) - Math.max(x, at.x)) *
    Math.max(0, Math.min(y + height, at.y + at.height) - Math.max(y, at.y));
  const least = Math.min(...places.map(covered));
  return places.find((place) => covered(place) === least)!;
}

/** The distance between two boxes; negative if they overlap, by how much. */
function apart(a: Box, b: Box): number {
  const across = Math.max(a.x - b.x - b.width, b.x - a.x - a.width);
  const along = Math.max(a.y - b.y - b.height, b.y - a.y - a.height);
  return across > 0 && along > 0 ? Math.hypot(across, along) : Math.max(across, along);
}

/** The corners of a room where a panel can be. */
function corners(area: Box, width: number, height: number): Point[] {
  const [right, foot] = [area.x + area.width - width, Math.max(area.y, area.y + area.height - height)];
  return [
    { x: right, y: area.y },
    { x: right, y: foot },
    { x: area.x, y: area.y },
    { x: area.x, y: foot },
  ];
}

/** The corner of a room where a panel is farthest from the nearest of some places. */
export function farthest(places: Box[], area: Box, width: number, height: number): Point {
  const all = corners(area, width, height);
  const near = all.map((corner) =>
    Math.min(...places.map((one) => apart({ ...corner, width, height }, one))),
  );
  return all[near.indexOf(Math.max(...near))]!;
}

/** Place a panel in the corner of the board that is farthest from some places in the window. */
export function inCorner(boxes: () => Box[]): Attachment<HTMLElement> {
  return (node) => {
    const container = node.offsetParent as HTMLElement;
    const place = () => {
      const board = container.querySelector(".drawing")!.getBoundingClientRect();
      const all = container.getBoundingClientRect();
      const within = ({ x, y, width, height }: Box) => new DOMRect(x - all.x, y - all.y, width, height);
      const inside = within(board);
      const free = new DOMRect(inside.x + 8, inside.y + 8, inside.width - 16, inside.height - 16);
      const { x, y } = farthest(boxes().map(within), free, node.offsetWidth, node.offsetHeight);
      node.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    };
    place(); // again when a place appears: on a new page, questions come before the drawing
    const watcher = new ResizeObserver(place);
    watcher.observe(node);
    watcher.observe(container);
    return () => watcher.disconnect();
  };
}

/** Keep a panel beside a place in the window, even while the board moves. */
export function beside(box: () => DOMRect | null): Attachment<HTMLElement> {
  return (node) => {
    const container = node.offsetParent as HTMLElement;
    const place = () => {
      const at = box();
      const all = container.getBoundingClientRect();
      if (!at) return;
      const { x, y } = placeBeside(
        new DOMRect(at.x - all.x, at.y - all.y, at.width, at.height),
        new DOMRect(8, 8, all.width - 16, all.height - 16),
        node.offsetWidth,
        node.offsetHeight,
      );
      node.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    };
    place();
    const later = () => requestAnimationFrame(place);
    const watcher = new ResizeObserver(place);
    watcher.observe(node);
    watcher.observe(container);
    container.addEventListener("wheel", later, { passive: true });
    container.addEventListener("pointermove", later, { passive: true });
    return () => {
      watcher.disconnect();
      container.removeEventListener("wheel", later);
      container.removeEventListener("pointermove", later);
    };
  };
}

/** The deck of tickets. Its box is widened, so that the panel appears above it. */
export function boxOfDeck(): DOMRect | null {
  const box = document.querySelector("[data-ticket-deck]")?.getBoundingClientRect();
  return box ? new DOMRect(box.x - 500, box.y, box.width + 1000, box.height) : null;
}
