// Places a panel beside a place of the board without covering it or leaving the board.
import type { Attachment } from "svelte/attachments";

const GAP = 14;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The position of a panel in the coordinates of both boxes; `room`: the area that it may cover. */
export function placeBeside(at: Box, room: Box, width: number, height: number): { x: number; y: number } {
  const [midX, midY] = [at.x + at.width / 2, at.y + at.height / 2];
  const within = ({ x, y }: { x: number; y: number }) => ({
    x: Math.max(room.x, Math.min(x, room.x + room.width - width)),
    y: Math.max(room.y, Math.min(y, room.y + room.height - height)),
  });
  const places = [
    { x: at.x + at.width + GAP, y: midY - height / 2 },
    { x: at.x - GAP - width, y: midY - height / 2 },
    { x: midX - width / 2, y: at.y + at.height + GAP },
    { x: midX - width / 2, y: at.y - GAP - height },
  ].map(within);
  const covered = ({ x, y }: { x: number; y: number }) =>
    Math.max(0, Math.min(x + width, at.x + at.width) - Math.max(x, at.x)) *
    Math.max(0, Math.min(y + height, at.y + at.height) - Math.max(y, at.y));
  const least = Math.min(...places.map(covered));
  return places.find((place) => covered(place) === least)!;
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The corner of a room where a panel covers the fewest of some places. */
export function leastCovering(
  places: Box[],
  room: Box,
  width: number,
  height: number,
): { x: number; y: number } {
  const [right, foot] = [room.x + room.width - width, room.y + room.height - height];
  const corners = [
    { x: right, y: room.y },
    { x: right, y: foot },
    { x: room.x, y: room.y },
    { x: room.x, y: foot },
  ];
  const covered = corners.map(
    (corner) => places.filter((one) => overlaps({ ...corner, width, height }, one)).length,
  );
  return corners[covered.indexOf(Math.min(...covered))]!;
}

/** Place a panel in the corner of the board where it covers the fewest elements of a selector. */
export function inCorner(selector: string): Attachment<HTMLElement> {
  return (node) => {
    const room = node.offsetParent as HTMLElement;
    const place = () => {
      const board = room.querySelector(".drawing")!.getBoundingClientRect();
      const all = room.getBoundingClientRect();
      const within = ({ x, y, width, height }: Box) => new DOMRect(x - all.x, y - all.y, width, height);
      const places = [...room.querySelectorAll(selector)].map((one) => within(one.getBoundingClientRect()));
      const inside = within(board);
      const free = new DOMRect(inside.x + 8, inside.y + 8, inside.width - 16, inside.height - 16);
      const { x, y } = leastCovering(places, free, node.offsetWidth, node.offsetHeight);
      node.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    };
    const watcher = new ResizeObserver(place);
    watcher.observe(node);
    watcher.observe(room);
    return () => watcher.disconnect();
  };
}

export function beside(box: () => DOMRect | null): Attachment<HTMLElement> {
  return (node) => {
    const room = node.offsetParent as HTMLElement;
    const place = () => {
      const at = box();
      const all = room.getBoundingClientRect();
      if (!at) return;
      const { x, y } = placeBeside(
        new DOMRect(at.x - all.x, at.y - all.y, at.width, at.height),
        new DOMRect(8, 8, all.width - 16, all.height - 16),
        node.offsetWidth,
        node.offsetHeight,
      );
      node.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    };
    const later = () => requestAnimationFrame(place);
    const watcher = new ResizeObserver(place);
    watcher.observe(node);
    watcher.observe(room);
    room.addEventListener("wheel", later, { passive: true });
    room.addEventListener("pointermove", later, { passive: true });
    return () => {
      watcher.disconnect();
      room.removeEventListener("wheel", later);
      room.removeEventListener("pointermove", later);
    };
  };
}
