// The service worker that lets the app open without a network (worker.ts). Where there is none nothing is missing but that.

export function keepShell(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    void navigator.serviceWorker
      .register("/worker.js")
      .then(() => navigator.serviceWorker.ready)
      .then(({ active }) => active?.postMessage(used()))
      .catch(() => undefined);
  });
}

/** The paths of what this page has loaded. */
const used = (): string[] =>
  performance.getEntriesByType("resource").map(({ name }) => new URL(name, location.href).pathname);
