// Deferred parts of the page: the typeface, and the service worker that makes the app work offline (worker.ts).

import { persistence } from "./persistence.svelte";
import { STATIC } from "./site";

/** Set where no service worker can keep the font, but the browser's cache may have it. */
const CACHED = "whistlestop.letters";

/** Whether the font is on the device, so that using it costs no time. */
export function hadLetters(): boolean {
  try {
    return Boolean(navigator.serviceWorker?.controller) || localStorage.getItem(CACHED) !== null;
  } catch {
    return false; // storage is disabled
  }
}

/** Load the font; until then the page uses a system font. The files are part of the build. */
export async function letters(): Promise<void> {
  // The page is readable without it.
  await import("@fontsource-variable/jost/wght.css").catch(() => undefined);
}

/** Start the service worker, which from now on keeps what this page has used. */
export async function keepShell(): Promise<void> {
  if (!import.meta.env.PROD) return;
  try {
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data === "complete") persistence.complete = true;
    });
    await navigator.serviceWorker.register(STATIC ? new URL("worker.js", document.baseURI) : "/worker.js");
    await keepUsed();
  } catch {
    // A private window, or a site without encryption.
    try {
      localStorage.setItem(CACHED, "");
    } catch {
      // It loads late each time.
    }
  }
}

/** What workers of the page have loaded. */
const byWorkers = new Set<string>();

/** Let the service worker keep what the page and its workers have loaded so far, now or when it has started. */
export async function keepUsed(workers: string[] = []): Promise<void> {
  for (const path of workers) byWorkers.add(path);
  if (!(await navigator.serviceWorker?.getRegistration())) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage([...used(), ...byWorkers]);
}

/** The paths of the resources that this page has loaded. */
const used = (): string[] =>
  performance.getEntriesByType("resource").map(({ name }) => new URL(name, location.href).pathname);
