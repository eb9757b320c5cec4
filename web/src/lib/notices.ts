// Requests about notifications, and this browser's push subscription.
import { call } from "./request";
import type { Language } from "../i18n";
import type { EventKind, WayWish } from "./types";

export const notices = {
  info: () => call("GET /api/notices"),
  choose: (kinds: EventKind[]) => call("PUT /api/notices/kinds", { body: { kinds } }),
  recent: () => call("GET /api/notices/recent"),
  /** Mark the notifications of a table, or all, as read. */
  read: (table: string | null) => call("POST /api/notices/read", { body: { table } }),
  speak: (language: Language) => call("PATCH /api/notices", { body: { language } }),
  add: (body: WayWish) => call("POST /api/notices/ways", { body }),
  remove: (way: string) => call("DELETE /api/notices/ways/{way}", { path: { way } }),
  /** Resume a suspended channel. */
  resume: (way: string) => call("POST /api/notices/ways/{way}/resume", { path: { way } }),
  test: (way: string) => call("POST /api/notices/ways/{way}/test", { path: { way } }),
  /** The request behind a link in an e-mail; its token identifies the user. */
  follow: (purpose: "stop" | "confirm", token: string) =>
    call(`POST /notices/${purpose}/{token}`, { path: { token } }),
};

/** Whether this browser supports push notifications: they need HTTPS and, on some systems, an installed app. */
export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** This browser's push subscription, if any. */
export async function subscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Subscribe this browser after asking for permission; null if it is denied. */
export async function subscribe(key: string, language: Language): Promise<WayWish | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const worker = await navigator.serviceWorker.getRegistration();
  if (!worker) throw new Error("no service worker");
  // A subscription with another key must be removed first.
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
