// Long presses.
import type { Attachment } from "svelte/attachments";

const LONG = 450;
const SLIP = 10;

/** Call `held` during a long press, and suppress the click that follows it. */
export function longPress(held: () => void): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let done = false;
    const stop = () => clearTimeout(timer);
    const down = (event: PointerEvent) => {
      done = false;
      if (event.pointerType === "mouse") return;
      start = { x: event.clientX, y: event.clientY };
      stop();
      timer = setTimeout(() => {
        done = true;
        held();
      }, LONG);
    };
    const move = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLIP) stop();
    };
    const click = (event: MouseEvent) => {
      if (done) event.stopImmediatePropagation();
      done = false;
    };
    // Suppress the browser's context menu for a long press on a picture.
    const menu = (event: Event) => {
      if (done || timer !== undefined) event.preventDefault();
    };
    const listeners: [string, (event: never) => void][] = [
      ["pointerdown", down],
      ["pointermove", move],
      ["pointerup", stop],
      ["pointercancel", stop],
      ["click", click],
      ["contextmenu", menu],
    ];
    for (const [name, listener] of listeners) node.addEventListener(name, listener as EventListener, true);
    return () => {
      stop();
      for (const [name, listener] of listeners)
        node.removeEventListener(name, listener as EventListener, true);
    };
  };
}
