// Makes the app work offline. The service worker caches the page, the files of one build that this device has used, and
// boards and the engine for games on this device, but never the server's game data. Pages come from the network when
// possible, so online users always get the newest build. Files in /assets/ never change, so cached ones need no check.
// It also shows the server's push notifications.
/// <reference lib="webworker" />
import type { PushMessage } from "./lib/types";

declare const self: ServiceWorkerGlobalScope;
/** Not all browsers have it, and TypeScript does not declare it. */
type Connected = { readonly connection?: { readonly saveData?: boolean } };
/** The files to cache at once, all files, and a name for this build; inserted by plugins/shell.ts. */
declare const SHELL: { version: string; files: string[]; all: string[] };
/** All files of a static site, which works without a network; inserted by static_site.py. */
declare const SITE: { version: string; files: string[] } | undefined;

const STATIC = typeof SITE === "undefined" ? null : SITE;
/** The path of the page: the folder of this file. */
const PAGE = new URL("./", self.location.href).pathname;
const PREFIX = `shell-${STATIC ? PAGE : ""}`;
const CACHE = PREFIX + (STATIC ?? SHELL).version;
/** Whether a cache belongs to another build of this page, and not to a site in a subfolder. */
const isOther = (name: string): boolean =>
  name.startsWith(PREFIX) && !name.slice(PREFIX.length).includes("/") && name !== CACHE;
const below = (name: string): string => PAGE + name;
const ASSETS = below("assets/");
const KEPT = new Set(STATIC?.files.map(below));
/** Milliseconds to wait for the page of a static site before the stored one is shown. */
const PATIENCE = 3000;
/** Server files that games on this device need: the newest version or, without a connection, the cached one. */
const PLAYED = /^[/](engine[/]|api[/]rulesets(?:[/][^/]+(?:[/](?:board|thumbnail)[.]svg)?)?$)/;
/** Whether to cache files that have not been used: all of a static site, unless the user saves data. */
const WHOLE = STATIC && !(self.navigator as Connected).connection?.saveData;
const isKept = (path: string): boolean => path.startsWith(ASSETS) || KEPT.has(path);
/** A static site has one page; subfolders may contain others. */
const isPage = (path: string): boolean =>
  STATIC ? path === PAGE || path === below("index.html") : !path.startsWith("/api/");

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      await cache.add(new Request(PAGE, { cache: "reload" }));
      await cache.addAll(SHELL.files.map(below));
      // A new version must be complete before it takes over, so that everything that worked offline still does.
      if (self.registration.active) await (WHOLE ? keepAll() : renew());
    }),
  );
});

// Activate only when no page of the previous build is open, because it may need the old files.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(isOther).map((name) => caches.delete(name)))),
  );
  // If only used files are cached, those of the first visit must be included.
  if (STATIC && !WHOLE) event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (isKept(pathname)) event.respondWith(asset(request));
  else if (PLAYED.test(pathname)) event.respondWith(played(request, (kept) => event.waitUntil(kept)));
  else if (request.mode === "navigate" && isPage(pathname)) event.respondWith(page(request));
});

// Pages report what they loaded before the worker was active.
self.addEventListener("message", (event) => {
  const used = event.data as string[];
  const assets = used.filter(isKept).map((path) => asset(new Request(path)));
  const others = used.filter((path) => PLAYED.test(path)).map(keepPlayed);
  const done = Promise.allSettled([...assets, ...others]);
  event.waitUntil(WHOLE ? done.then(keepAll).then(() => tellKept(event.source)) : done);
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

/** Focus an open page at this path, or open a new one. */
async function visit(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === path);
  await (open ? open.focus() : self.clients.openWindow(path));
}

/** Caches all of a static site, one file at a time, so that the page can use the connection. */
async function keepAll(): Promise<void> {
  for (const path of KEPT) await asset(new Request(path, { priority: "low" }));
}

/** Tells a page that the whole site is cached, unless files are missing because the disk was full. */
async function tellKept(page: ExtendableMessageEvent["source"]): Promise<void> {
  const kept = await caches.open(CACHE).then((cache) => cache.keys());
  const paths = new Set(kept.map(({ url }) => new URL(url).pathname));
  if ([...KEPT].every((path) => paths.has(path))) page?.postMessage("complete");
}

/** Caches this build's version of every file that previous builds cached. */
async function renew(): Promise<void> {
  const names = (await caches.keys()).filter(isOther);
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const paths = new Set(kept.flat().map(({ url }) => new URL(url).pathname));
  const parts = new Set([...paths].map(withoutHash));
  const files = STATIC?.files ?? SHELL.all;
  const assets = files.map(below).filter((path) => parts.has(withoutHash(path)));
  await Promise.allSettled([
    ...assets.map((path) => asset(new Request(path, { priority: "low" }))),
    ...[...paths].filter((path) => PLAYED.test(path)).map(keepPlayed),
  ]);
}

/** The path without the hash in the name of the file or, on a static site, of the data folder. */
const withoutHash = (path: string): string =>
  path.replace(/-[\w-]{8}(?=[.]\w+$)|(?<=[/]data)-\w{12}(?=[/])/g, "");

async function page(request: Request): Promise<Response> {
  // If a host says nothing about caching, browsers may keep a page for days.
  const asked = fetch(request, { cache: "no-cache" }).catch(() => null);
  // On a bad connection, a request may neither succeed nor fail; a static site then uses its cached page.
  const late = new Promise<null>((done) => setTimeout(done, PATIENCE, null));
  const answer = await (STATIC ? Promise.race([asked, late]) : asked);
  // A proxy may answer in place of a server that is down.
  if (answer && answer.status < 502) return answer;
  return (await caches.match(PAGE, { cacheName: CACHE })) ?? (await asked) ?? Response.error();
}

/** The answer, from the network if possible; the page does not wait until it is cached. */
async function played(request: Request, later: (kept: Promise<void>) => void): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  // A proxy may answer in place of a server that is down.
  if (!answer || answer.status >= 502)
    return (await caches.match(request, { cacheName: CACHE })) ?? answer ?? Response.error();
  if (answer.ok) later(keep(request, answer.clone()));
  return answer;
}

async function keepPlayed(path: string): Promise<void> {
  const answer = await fetch(path);
  if (answer.ok) await keep(new Request(path), answer);
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: CACHE });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer.clone());
  return answer;
}

/** Cache an answer, unless the disk is full. */
async function keep(request: Request, answer: Response): Promise<void> {
  await caches
    .open(CACHE)
    .then((cache) => cache.put(request, answer))
    .catch(() => undefined);
}
