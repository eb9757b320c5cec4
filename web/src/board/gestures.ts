// Touch, mouse and wheel on the board. A press that moves becomes a drag, not a click.
import type { Camera } from "./camera";

const SLIP = 6;

export function gestures(node: HTMLElement, camera: () => Camera | null, changed: () => void): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let start = { x: 0, y: 0 };
  let dragged = false;

  const local = (event: PointerEvent | WheelEvent) => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (fingers.size === 0) {
      dragged = false;
      start = local(event);
    }
    fingers.set(event.pointerId, local(event));
  }

  function move(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    const view = camera();
    if (!before || !view) return;
    const now = local(event);
    const [first, second] = [...fingers.values()];
    const dx = now.x - before.x;
    const dy = now.y - before.y;
    if (fingers.size > 1 || Math.hypot(now.x - start.x, now.y - start.y) > SLIP) dragged = true;
    if (fingers.size === 2 && first && second) {
      const other = before === first ? second : first;
      const spread = Math.hypot(now.x - other.x, now.y - other.y);
      const old = Math.hypot(before.x - other.x, before.y - other.y);
      view.drag(dx / 2, dy / 2);
      if (old > 0) view.zoomAt({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, spread / old);
    } else if (fingers.size === 1 && view.zoom > 1 && dragged) {
      if (!node.hasPointerCapture(event.pointerId)) node.setPointerCapture(event.pointerId);
      view.drag(dx, dy);
    }
    fingers.set(event.pointerId, now);
    changed();
  }

  function up(event: PointerEvent): void {
    fingers.delete(event.pointerId);
  }

  /** The click that ends a drag or a pinch must not choose a route. */
  function click(event: MouseEvent): void {
    if (dragged && event.detail > 0) event.stopPropagation();
    dragged = false;
  }

  /** Prevent the browser from handling the drag as well: it would swallow the next tap. */
  function touch(event: TouchEvent): void {
    const ours = fingers.size > 1 || (camera()?.zoom ?? 1) > 1; // otherwise the page may scroll
    if (dragged && ours && event.cancelable) event.preventDefault();
  }

  function wheel(event: WheelEvent): void {
    const view = camera();
    const scrolls = document.documentElement.scrollHeight > window.innerHeight + 1;
    if (!view || (scrolls && !event.ctrlKey)) return; // leave the wheel to a page that scrolls
    event.preventDefault();
    view.zoomAt(local(event), Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)));
    changed();
  }

  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", up);
  node.addEventListener("pointerleave", up);
  node.addEventListener("click", click, true);
  node.addEventListener("touchmove", touch, { passive: false });
  node.addEventListener("wheel", wheel, { passive: false });
  return () => {
    node.removeEventListener("pointerdown", down);
    node.removeEventListener("pointermove", move);
    node.removeEventListener("pointerup", up);
    node.removeEventListener("pointercancel", up);
    node.removeEventListener("pointerleave", up);
    node.removeEventListener("click", click, true);
    node.removeEventListener("touchmove", touch);
    node.removeEventListener("wheel", wheel);
  };
}
