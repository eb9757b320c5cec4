// What no page needs to begin with: the typeface, and the service worker that lets the app open without a network
// (worker.ts). Where there is none nothing is missing but that.

const LETTERS = "whistlestop.letters";

/** Whether the letters came before, so that the browser has them and they cost no time. */
export function hadLetters(): boolean {
  try {
    return localStorage.getItem(LETTERS) !== null;
  } catch {
    return false; // no storage is allowed
  }
}

/** The letters; until they are there the page has those of the system. The files are part of the build. */
export async function letters(): Promise<void> {
  try {
    await import("@fontsource-variable/jost/wght.css");
    localStorage.setItem(LETTERS, "");
  } catch {
    // The page can be read without them.
  }
}

export function keepShell(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  void navigator.serviceWorker
    .register("/worker.js")
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage(used()))
    .catch(() => undefined);
}

/** The paths of what this page has loaded. */
const used = (): string[] =>
  performance.getEntriesByType("resource").map(({ name }) => new URL(name, location.href).pathname);
