/** Run a function when the page is idle. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(run, { timeout: 2000 });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(run, 200); // Safari
  return () => clearTimeout(handle);
}

/** Milliseconds during which a new page does not share the connection. */
const HEAD_START = 4000;

/** Wait before loading what a new page may need only later. */
export const headStart = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, HEAD_START));

/** Continue in a new task, so that the browser can paint and handle input first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Run functions one after the other, each in a task of its own. Returns a function that cancels the remaining ones. */
export function inTasks(...steps: (() => void)[]): () => void {
  let timer = 0;
  const next = (): void => {
    steps.shift()?.();
    if (steps.length) timer = window.setTimeout(next);
  };
  timer = window.setTimeout(next);
  return () => clearTimeout(timer);
}
