// Deferred parts of the page: the typeface, and the service worker that makes the app work offline (worker.ts).

import cyrillic from "@fontsource-variable/jost/files/jost-cyrillic-wght-normal.woff2?url";
import extended from "@fontsource-variable/jost/files/jost-latin-ext-wght-normal.woff2?url";
import latin from "@fontsource-variable/jost/files/jost-latin-wght-normal.woff2?url";
import ranges from "@fontsource-variable/jost/unicode.json";
import { persistence } from "./persistence.svelte";
import { STATIC } from "./site";

/** Set if no service worker can store the font, but the browser's cache may have it. */
const CACHED = "whistlestop.letters";

/** Whether the font is on the device, so that using it costs no time. */
export function hasFont(): boolean {
  try {
    return Boolean(navigator.serviceWorker?.controller) || localStorage.getItem(CACHED) !== null;
  } catch {
    return false; // storage is disabled
  }
}

const PARTS = { cyrillic, "latin-ext": extended, latin };
let loading: Promise<unknown> | undefined;

/**
 * Load the typeface; until then the page uses a system font. Browsers load the parts for other scripts when text needs
 * them. Not in a style sheet, which would delay the first paint.
 */
export async function loadFont(): Promise<void> {
  if (!loading) {
    for (const [part, url] of Object.entries(PARTS)) {
      const unicodeRange = ranges[part as keyof typeof PARTS];
      document.fonts.add(
        new FontFace("Jost Variable", `url(${url})`, { weight: "100 900", display: "swap", unicodeRange }),
      );
    }
    loading = document.fonts.load('1em "Jost Variable"');
  }
  await loading.catch(() => undefined); // the page is readable without it
}

/** Start the service worker, which then caches everything that this page has used. */
export async function startServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD) return;
  try {
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data === "complete") persistence.complete = true;
    });
    await navigator.serviceWorker.register(STATIC ? new URL("worker.js", document.baseURI) : "/worker.js");
    await cacheUsed();
  } catch {
    // Private windows and sites without encryption have no service worker.
    try {
      localStorage.setItem(CACHED, "");
    } catch {
      // Without storage, the font is late on every visit.
    }
  }
}

/** Paths that this page's workers have loaded. */
const loadedByWorkers = new Set<string>();

/**
 * Let the service worker cache everything that the page and its workers have loaded so far, now or once it has started.
 */
export async function cacheUsed(workers: string[] = []): Promise<void> {
  for (const path of workers) loadedByWorkers.add(path);
  if (!(await navigator.serviceWorker?.getRegistration())) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage([...used(), ...loadedByWorkers]);
}

/** The paths of the resources that this page has loaded. */
const used = (): string[] =>
  performance.getEntriesByType("resource").map(({ name }) => new URL(name, location.href).pathname);
