// Deferred parts of the page: the typeface, and the service worker that makes the app work offline (worker.ts).

import { STATIC } from "./site";

const LETTERS = "whistlestop.letters";

/**
 * Whether the font is on the device, so that using it costs no time: the service worker keeps it. Without one, the
 * browser's cache still has it as a rule if it was loaded before.
 */
export function hadLetters(): boolean {
  if ("serviceWorker" in navigator) return navigator.serviceWorker.controller !== null;
  try {
    return localStorage.getItem(LETTERS) !== null;
  } catch {
    return false; // storage is disabled
  }
}

/** Load the font; until then the page uses a system font. The files are part of the build. */
export async function letters(): Promise<void> {
  try {
    await import("@fontsource-variable/jost/wght.css");
    localStorage.setItem(LETTERS, "");
  } catch {
    // The page is readable without it.
  }
}

export function keepShell(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  void navigator.serviceWorker
    .register(STATIC ? new URL("worker.js", document.baseURI) : "/worker.js")
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage(used()))
    .catch(() => undefined);
}

/** The paths of the resources that this page has loaded. */
const used = (): string[] =>
  performance.getEntriesByType("resource").map(({ name }) => new URL(name, location.href).pathname);
