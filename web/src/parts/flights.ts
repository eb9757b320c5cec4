// Flying cards: animations across the page from one place to another. Decoration only.
import { mount, unmount, type Component } from "svelte";
import CardBack from "./CardBack.svelte";
import TrainCard from "./TrainCard.svelte";
import { find, type Place } from "./places";
import { settings } from "../lib/settings.svelte";
import type { Card } from "../lib/types";

const FLIGHT = 560;
const STAGGER = 70;

/** The visible side of a flying card: its face, the back of a train card, or that of a ticket. */
export type Shown = Card | "back" | "ticket";

export interface Flight {
  from: Place;
  to: Place;
  face: Shown;
  /** The index in a sequence; each card starts a little after the previous one. */
  order?: number;
  /** Keep the card where it lands until `clear`. */
  stay?: boolean;
  /** Turn face down on the way; only for cards that stay. */
  turn?: boolean;
  /** Hide this element, which has just appeared, until the card lands on it. */
  reveals?: Element;
}

const landed = new Set<() => void>();

export async function fly({
  from,
  to,
  face,
  order = 0,
  turn = false,
  stay = false,
  reveals,
}: Flight): Promise<void> {
  // Not by `visibility`, which would take the focus away.
  const cover = reveals?.animate({ opacity: [0, 0] }, { duration: Infinity });
  if (cover) await laidOut();
  const start = find(from);
  const end = find(to);
  if (!start || !end) return cover?.cancel();
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.setAttribute("aria-hidden", "true");
  document.body.append(ghost);
  const width = Math.min(116, Math.max(56, Math.min(start.width, end.width)));
  ghost.style.width = `${width}px`;
  const cards = turn ? [draw(ghost, face, "front"), draw(ghost, "back", "rear")] : [draw(ghost, face)];
  const remove = () => {
    landed.delete(remove);
    for (const card of cards) void unmount(card);
    ghost.remove();
  };
  /** On the board a card shrinks to the space that it pays for. */
  const size = Math.min(1, Math.max(0.32, end.width / width));
  const at = (box: DOMRect, scale: number, angle: number) =>
    `translate(${box.x + box.width / 2 - width / 2}px, ${box.y + box.height / 2 - width * 0.32}px) ` +
    `perspective(600px) rotateY(${angle}deg) scale(${scale})`;
  // Fading would flatten the card and hide its other side, so a card that turns must stay.
  const frames = stay
    ? [{ transform: at(start, 1, 0) }, { transform: at(end, 1, turn ? 180 : 0) }]
    : [
        { transform: at(start, 1, 0), opacity: 1 },
        { transform: at(between(start, end), 1.25, 0), opacity: 1, offset: 0.45 },
        { transform: at(end, size, 0), opacity: 1, offset: 0.92 },
        { transform: at(end, size * 0.9, 0), opacity: 0 },
      ];
  const flight = ghost.animate(frames, {
    duration: FLIGHT * settings.durationFactor,
    delay: order * STAGGER * settings.durationFactor,
    easing: "cubic-bezier(.3,.1,.2,1)",
    fill: "both",
  });
  await flight.finished.catch(() => undefined);
  cover?.cancel();
  if (stay) landed.add(remove);
  else remove();
}

/** Remove the cards that have landed; by now, the page shows the result. */
export function clear(): void {
  for (const remove of landed) remove();
}

/** Wait for this number of milliseconds, scaled by the pace setting. */
export const pause = (time: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, time * settings.durationFactor));

/** Wait until new elements have their final place: size observers move panels beside a board. */
const laidOut = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Halfway and a little higher: cards follow an arc. */
const between = (from: DOMRect, to: DOMRect): DOMRect =>
  new DOMRect(
    (from.x + to.x) / 2,
    (from.y + to.y) / 2 - 26,
    (from.width + to.width) / 2,
    (from.height + to.height) / 2,
  );

function draw(ghost: HTMLElement, face: Shown, side?: "front" | "rear") {
  const target = document.createElement("div");
  if (side) target.className = side;
  ghost.append(target);
  if (face === "ticket" || face === "back") {
    return mount(CardBack as Component<{ kind?: "train" | "ticket" }>, {
      target,
      props: { kind: face === "back" ? "train" : "ticket" },
    });
  }
  return mount(TrainCard as Component<{ color: Card }>, { target, props: { color: face } });
}
