/** Runs something when the page has nothing else to do; the function that this gives calls it off. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(run, { timeout: 2000 });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(run, 200); // Safari
  return () => clearTimeout(handle);
}
