// How this user is notified while elsewhere: requests about it, and the push subscription of this browser.
import { call } from "./request";
import type { Language } from "../i18n";
import type { EventKind, WayWish } from "./types";

export const notices = {
  info: () => call("GET /api/notices"),
  choose: (kinds: EventKind[]) => call("PUT /api/notices/kinds", { body: { kinds } }),
  recent: () => call("GET /api/notices/recent"),
  /** Marks the notifications of a table as read, or all. */
  read: (table: string | null) => call("POST /api/notices/read", { body: { table } }),
  speak: (language: Language) => call("PATCH /api/notices", { body: { language } }),
  add: (body: WayWish) => call("POST /api/notices/ways", { body }),
  remove: (way: string) => call("DELETE /api/notices/ways/{way}", { path: { way } }),
  /** Confirm a way that was suspended. */
  resume: (way: string) => call("POST /api/notices/ways/{way}/resume", { path: { way } }),
  test: (way: string) => call("POST /api/notices/ways/{way}/test", { path: { way } }),
  /** What a link in a mail asks for; its token stands in for the user. */
  follow: (purpose: "stop" | "confirm", token: string) =>
    call(`POST /notices/${purpose}/{token}`, { path: { token } }),
};

/** Whether this browser could show notices that are pushed: it needs https, and on some systems an installed app. */
export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The subscription of this browser, if it has one. */
export async function subscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Subscribes this browser after asking the person; null if they do not allow it. */
export async function subscribe(key: string, language: Language): Promise<WayWish | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const worker = await navigator.serviceWorker.getRegistration();
  if (!worker) throw new Error("no service worker");
  // One that was made for another key would stand in the way.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  return {
    kind: "push",
    endpoint: endpoint ?? "",
    key: keys?.["p256dh"] ?? "",
    auth: keys?.["auth"] ?? "",
    language,
  };
}
