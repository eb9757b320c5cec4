/**
 * Run a function once an element is near the visible part of the page, or before it is printed; returns a function that
 * cancels this.
 */
export function whenNear(element: Element, run: () => void): () => void {
  const stop = () => {
    watcher.disconnect();
    removeEventListener("beforeprint", now);
  };
  const now = () => {
    stop();
    run();
  };
  const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && now(), {
    rootMargin: "600px",
  });
  watcher.observe(element);
  addEventListener("beforeprint", now);
  return stop;
}
