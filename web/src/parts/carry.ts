// Dragging a card of the hand by mouse or finger.
import { mount, unmount, type Component } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { Card } from "../lib/types";
import TrainCard from "./TrainCard.svelte";

/** The distance at which a press becomes a drag, in pixels. */
const SLIP = 8;

export interface Carrying {
  /** The card is over a point of the window; null: the drag has been canceled. */
  over(color: Card, at: { x: number; y: number } | null): void;
  drop(color: Card, at: { x: number; y: number }): void;
}

export function carried(color: Card, { over, drop }: Carrying): Attachment<HTMLElement> {
  return (node) => {
    let start: PointerEvent | null = null;
    let ghost: { element: HTMLElement; remove: () => void } | null = null;

    function lift(): void {
      const element = document.createElement("div");
      element.className = "ghost carried";
      element.setAttribute("aria-hidden", "true");
      document.body.append(element);
      const card = mount(TrainCard as Component<{ color: Card }>, { target: element, props: { color } });
      ghost = { element, remove: () => (void unmount(card), element.remove()) };
      node.classList.add("away");
    }

    function move(event: PointerEvent): void {
      if (!start || event.pointerId !== start.pointerId) return;
      if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < SLIP) return;
      if (!ghost) lift();
      ghost!.element.style.transform = `translate(${event.clientX - 46}px, ${event.clientY - 66}px) rotate(-4deg)`;
      over(color, { x: event.clientX, y: event.clientY });
    }

    function end(event: PointerEvent | KeyboardEvent): void {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      const dropped = ghost !== null && event.type === "pointerup";
      stop();
      if (dropped) drop(color, { x: (event as PointerEvent).clientX, y: (event as PointerEvent).clientY });
    }

    function stop(): void {
      start = null;
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
      window.removeEventListener("keydown", end, true);
      if (!ghost) return;
      ghost.remove();
      ghost = null;
      node.classList.remove("away");
      over(color, null);
    }

    function down(event: PointerEvent): void {
      if (start || event.button !== 0) return;
      start = event;
      window.addEventListener("pointermove", move);
      window.addEventListener("pointerup", end);
      window.addEventListener("pointercancel", end);
      window.addEventListener("keydown", end, true);
    }

    node.addEventListener("pointerdown", down);
    return () => {
      stop();
      node.removeEventListener("pointerdown", down);
    };
  };
}
