// What is said at one place, a table or the open room: read back when it is opened, then as it comes.
import { languages, t, type MessageId } from "../i18n";
import { personName } from "./guests";
import { announcer } from "./announcer.svelte";
import { ApiError } from "./request";
import { meeting } from "./meeting";
import { session } from "./session.svelte";
import { uuid } from "./socket";
import type { ChatAnswer, ChatMessage, ErrorInfo, Phrase, Said, Say } from "./types";

/** What is to be said. */
export type Words = { text: string } | { phrase: Phrase };

/** So many messages a page keeps. */
const KEPT = 200;
/** Milliseconds after which a message that got no answer counts as not said. */
const PATIENCE = 8000;

/** Whom this person does not want to hear, on all their devices. */
class Muting {
  users = $state.raw<ReadonlySet<string>>(new Set());
  private asked = false;

  async load(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    this.users = new Set((await meeting.muted()).users);
  }

  async set(user: string, muted: boolean): Promise<void> {
    this.users = new Set((await meeting.mute(user, muted)).users);
  }
}

export const muting = new Muting();

export class Chat {
  messages = $state.raw<ChatMessage[]>([]);
  /** How many have come since somebody last looked. */
  unread = $state(0);
  /** Whether its panel is chosen where it shares its place with another. */
  open = $state(false);
  /** Whether it has been read back. */
  loaded = $state(false);
  /** The newest message that nobody has seen, for where its panel is closed. */
  newest = $state.raw<ChatMessage | null>(null);
  private seen = false;
  private waiting = new Map<string, (error: ErrorInfo | null) => void>();

  /** `table` is the key by which one came to it; null: the open room. */
  constructor(
    readonly table: string | null,
    private readonly fetch: () => Promise<ChatAnswer>,
    private readonly send: (message: Say) => boolean,
  ) {}

  /** Without those that this person has muted. */
  readonly shown = $derived(this.messages.filter(({ user }) => !muting.users.has(user)));

  /** Whether somebody is looking at it now. */
  set looking(looking: boolean) {
    this.seen = looking;
    this.look();
  }

  /** What is in sight is read, as soon as the page is. */
  look = (): void => {
    if (!this.seen || document.visibilityState === "hidden") return;
    this.unread = 0;
    this.newest = null;
  };

  async load(): Promise<void> {
    await Promise.all([languages.open("meeting"), muting.load()]);
    const { messages } = await this.fetch();
    const known = new Set(messages.map(({ id }) => id));
    // What has come meanwhile stays; what is older and was not read back was deleted.
    const newest = Math.max(0, ...known);
    this.messages = [...messages, ...this.messages.filter(({ id }) => id > newest)].slice(-KEPT);
    this.loaded = true;
  }

  /** What was missed while the line was down; nothing where nobody has looked yet. */
  async reload(): Promise<void> {
    if (this.loaded) await this.load().catch(() => undefined); // the next reload brings it
  }

  hear({ message, id }: Said): void {
    if (id !== null) this.answer(id, null);
    if (this.messages.some((known) => known.id === message.id)) return;
    this.messages = [...this.messages, message].slice(-KEPT);
    if (message.user === session.me?.id) return;
    void this.tell(message);
  }

  /** A moderator has deleted a message. */
  unsay(message: number): void {
    this.messages = this.messages.filter(({ id }) => id !== message);
  }

  private async tell(message: ChatMessage): Promise<void> {
    await Promise.all([languages.open("meeting"), muting.load()]).catch(() => undefined);
    if (muting.users.has(message.user)) return;
    this.unread++;
    this.newest = message;
    this.look();
    announcer.say(t("chat.spoken", { name: personName(message.name), text: said(message) }));
  }

  /** Says something; what went wrong is given back. */
  say(words: Words): Promise<ErrorInfo | null> {
    return new Promise((settle) => {
      const id = uuid();
      this.waiting.set(id, settle);
      setTimeout(() => this.answer(id, { code: "network", message: "" }), PATIENCE);
      if (!this.send({ type: "say", id, ...words })) this.answer(id, { code: "network", message: "" });
    });
  }

  /** Whether a refusal was of something said here. */
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

/** A message in words: phrases are in the language of who reads them. */
export function said({ text, phrase }: ChatMessage): string {
  return text ?? t(`phrase.${phrase}` as MessageId);
}

const KEY = "whistlestop.watching";

/** Whether a person who watches shows their name, on this device. */
class Watching {
  named = $state(stored());

  choose(named: boolean): void {
    this.named = named;
    try {
      localStorage.setItem(KEY, String(named));
    } catch {
      // Then it holds until the page is closed.
    }
  }
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === "true";
  } catch {
    return false; // a browser that keeps nothing
  }
}

export const watching = new Watching();

export const errorOf = (error: unknown): ErrorInfo =>
  error instanceof ApiError ? { code: error.code, message: error.message } : { code: "network", message: "" };
