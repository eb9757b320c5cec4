// How this user is notified while elsewhere: requests about it, and the push subscription of this browser.
import { json, send } from "./api";
import type { Language } from "../i18n";
import type { EventKind, NewWay, NoticesInfo, RecentInfo, WayWish } from "./types";

const WAYS = "/api/notices/ways";

export const notices = {
  info: () => json<NoticesInfo>("GET", "/api/notices"),
  choose: (kinds: EventKind[]) => send("PUT", "/api/notices/kinds", { kinds }),
  recent: () => json<RecentInfo>("GET", "/api/notices/recent"),
  /** Marks the notifications of a table as read, or all. */
  read: (table: string | null) => send("POST", "/api/notices/read", { table }),
  speak: (language: Language) => send("PATCH", "/api/notices", { language }),
  add: (wish: WayWish) => json<NewWay>("POST", WAYS, wish),
  remove: (way: string) => send("DELETE", `${WAYS}/${way}`),
  /** Confirm a way that was suspended. */
  resume: (way: string) => send("POST", `${WAYS}/${way}/resume`),
  test: (way: string) => send("POST", `${WAYS}/${way}/test`),
  /** What a link in a mail asks for; its token stands in for the user. */
  follow: (purpose: "stop" | "confirm", token: string) => send("POST", `/notices/${purpose}/${token}`),
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
