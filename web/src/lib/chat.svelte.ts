// The chat of a table or of a room: its history is loaded when it opens, then messages arrive live.
import { languages, t, type MessageId } from "../i18n";
import { personName } from "./guests";
import { announcer } from "./announcer.svelte";
import { ApiError } from "./request";
import { meeting } from "./meeting";
import { session } from "./session.svelte";
import { uuid } from "./socket";
import type { Blocked, ChatAnswer, ChatMessage, ErrorInfo, Phrase, ReportMessage, Said, Say } from "./types";

/** The place of a chat in the form that reports use: a table, by the key with which the user reached it, or a room. */
export type ChatPlace = Pick<ReportMessage, "table" | "club" | "language">;

/** A message to send. */
export type MessageContent = { text: string } | { phrase: Phrase };

/** The maximum number of messages that a page keeps. */
const KEPT = 200;
/** Milliseconds after which an unanswered message counts as not sent. */
const PATIENCE = 8000;

/** The users whom this user has blocked, on all their devices. */
class Blocking {
  users = $state.raw<ReadonlySet<string>>(new Set());
  private requested = false;

  async load(): Promise<void> {
    if (this.requested) return;
    this.requested = true;
    this.users = idsOf(await meeting.blocked());
  }

  async set(user: string, blocked: boolean): Promise<void> {
    this.users = idsOf(await meeting.block(user, blocked));
  }
}

const idsOf = ({ users }: Blocked): ReadonlySet<string> => new Set(users.map(({ id }) => id));

export const blocking = new Blocking();

export class Chat {
  messages = $state.raw<ChatMessage[]>([]);
  /** The number of unread messages. */
  unread = $state(0);
  /** Whether the chat is the selected tab where it shares a panel. */
  open = $state(false);
  /** Whether the history is loaded. */
  loaded = $state(false);
  /** The newest unread message, to show while the panel is closed. */
  newest = $state.raw<ChatMessage | null>(null);
  private onScreen = false;
  private waiting = new Map<string, (error: ErrorInfo | null) => void>();

  constructor(
    readonly place: ChatPlace,
    private readonly fetch: () => Promise<ChatAnswer>,
    private readonly send: (message: Say) => boolean,
  ) {}

  /** The messages without those of blocked users. */
  readonly visibleMessages = $derived(this.messages.filter(({ user }) => !blocking.users.has(user)));

  /** Whether the chat is visible on the page. */
  set visible(visible: boolean) {
    this.onScreen = visible;
    this.markRead();
  }

  /** Mark visible messages as read once the page itself is visible. */
  markRead = (): void => {
    if (!this.onScreen || document.visibilityState === "hidden") return;
    this.unread = 0;
    this.newest = null;
  };

  async load(): Promise<void> {
    await Promise.all([languages.open("meeting"), blocking.load()]);
    const { messages } = await this.fetch();
    const known = new Set(messages.map(({ id }) => id));
    // Keep messages that arrived in the meantime; older ones that are missing from the history were deleted.
    const newest = Math.max(0, ...known);
    this.messages = [...messages, ...this.messages.filter(({ id }) => id > newest)].slice(-KEPT);
    this.loaded = true;
  }

  /** Load messages missed while offline; do nothing if the chat has not been opened yet. */
  async reload(): Promise<void> {
    if (this.loaded) await this.load().catch(() => undefined); // the next reload gets it
  }

  receive({ message, id }: Said): void {
    if (id !== null) this.answer(id, null);
    if (this.messages.some((known) => known.id === message.id)) return;
    this.messages = [...this.messages, message].slice(-KEPT);
    if (message.user === session.me?.id) return;
    void this.notify(message);
  }

  /** Remove a message that a moderator deleted. */
  remove(message: number): void {
    this.messages = this.messages.filter(({ id }) => id !== message);
  }

  private async notify(message: ChatMessage): Promise<void> {
    await Promise.all([languages.open("meeting"), blocking.load()]).catch(() => undefined);
    if (blocking.users.has(message.user)) return;
    this.unread++;
    this.newest = message;
    this.markRead();
    announcer.say(t("chat.spoken", { name: personName(message.name), text: messageText(message) }));
  }

  /** Send a message; return the error, if any. */
  post(content: MessageContent): Promise<ErrorInfo | null> {
    return new Promise((settle) => {
      const id = uuid();
      this.waiting.set(id, settle);
      setTimeout(() => this.answer(id, { code: "network", message: "" }), PATIENCE);
      if (!this.send({ type: "say", id, ...content })) this.answer(id, { code: "network", message: "" });
    });
  }

  /** Handle a refused message; return false if the refusal concerns something else. */
  refused({ id, error }: { id: string | null; error: ErrorInfo }): boolean {
    return id !== null && this.answer(id, error);
  }

  private answer(id: string, error: ErrorInfo | null): boolean {
    const settle = this.waiting.get(id);
    this.waiting.delete(id);
    settle?.(error);
    return settle !== undefined;
  }
}

/** The text of a message; phrases are in the reader's language. */
export function messageText({ text, phrase }: ChatMessage): string {
  return text ?? t(`phrase.${phrase}` as MessageId);
}

const KEY = "whistlestop.watching";

/** Whether the user shows their name while spectating; stored on this device. */
class Watching {
  named = $state(stored());

  choose(named: boolean): void {
    this.named = named;
    try {
      localStorage.setItem(KEY, String(named));
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
  }
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === "true";
  } catch {
    return false; // a browser without storage
  }
}

export const watching = new Watching();

export const errorOf = (error: unknown): ErrorInfo =>
  error instanceof ApiError ? error : { code: "network", message: "" };
