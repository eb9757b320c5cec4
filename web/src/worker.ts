// Lets the app open without a network. It keeps the page and the files that this device has used of one build; what the
// server says of games it never touches. Pages come from the network as long as there is one, so whoever is connected
// always has the newest build; files under /assets/ never change, so those that are kept need not be asked for.
// It also shows the notices that the server pushes to this device, as they are.
/// <reference lib="webworker" />
import type { PushMessage } from "./lib/types";

declare const self: ServiceWorkerGlobalScope;
/** What has to be there from the first, and a name for this build; written in front of this file (plugins/shell.ts). */
declare const SHELL: { version: string; files: string[] };

const PAGE = "/";
const PREFIX = "shell-";
const CACHE = PREFIX + SHELL.version;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      await cache.add(new Request(PAGE, { cache: "reload" }));
      await cache.addAll(SHELL.files);
    }),
  );
});

// It only takes over when no page of the build before is open any more, so nothing is taken away from one.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => {
      const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
      return Promise.all(old.map((name) => caches.delete(name)));
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

// A page says what it had loaded before this was there to see it.
self.addEventListener("message", (event) => {
  const used = (event.data as string[]).filter((path) => path.startsWith("/assets/"));
  event.waitUntil(Promise.all(used.map((path) => asset(new Request(path)))));
});

self.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, tag, url, language } = event.data.json() as PushMessage;
  const shown = { body, tag, lang: language, icon: "/icon-192.png", badge: "/icon-192.png", data: url };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(String(event.notification.data)));
});

/** The page of a table that is open already, or a new one. */
async function visit(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === path);
  await (open ? open.focus() : self.clients.openWindow(path));
}

async function page(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  // What stands before a server that is down answers in its place.
  if (answer && answer.status < 502) return answer;
  return (await caches.match(PAGE, { cacheName: CACHE })) ?? answer ?? Response.error();
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: CACHE });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}
