// The open room: the list of open tables, kept up to date by the server, and the chat.
import { Chat } from "../lib/chat.svelte";
import { meeting } from "../lib/meeting";
import { session } from "../lib/session.svelte";
import { reasonOf } from "../lib/socket";
import type { OpenTable, RoomClientMessage, RoomMessage } from "../lib/types";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const PING_EVERY = 25_000;

export class Room {
  tables = $state.raw<OpenTable[]>([]);
  people = $state(0);
  /** Whether the list is up to date. */
  open = $state(false);
  /** Why the list cannot be shown, as an error code. */
  failure = $state<string | null>(null);
  readonly chat = new Chat(null, meeting.roomChat, (message) => this.write(message));

  private version = 0;
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private timer = 0;
  private pinging = 0;
  private left = false;

  constructor() {
    this.connect();
    this.pinging = window.setInterval(() => this.write({ type: "ping" }), PING_EVERY);
  }

  close(): void {
    this.left = true;
    clearTimeout(this.timer);
    clearInterval(this.pinging);
    this.socket?.close();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/open/socket`);
    this.socket = socket;
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as RoomReceived);
    socket.onclose = ({ code }) => {
      this.open = false;
      const reason = reasonOf(code);
      if (reason === "signed_out" || reason === "banned") session.expel(reason);
      if (this.left || this.failure || reason) return;
      this.timer = window.setTimeout(() => this.connect(), this.pause * (0.7 + Math.random() * 0.6));
      this.pause = Math.min(this.pause * 1.8, LONGEST_PAUSE);
    };
  }

  private receive(message: RoomReceived): void {
    if (message.type === "open") {
      if (!this.open) void this.chat.reload();
      this.open = true;
      this.pause = FIRST_PAUSE;
      this.take(message.tables, message);
    } else if (message.type === "open_changes") {
      // After a gap the list is useless; the next socket starts with a complete one.
      if (message.version !== this.version + 1) return this.socket?.close();
      const known = new Map(this.tables.map((table) => [table.id, table]));
      for (const id of message.removed) known.delete(id);
      for (const table of message.tables) known.set(table.id, table);
      this.take([...known.values()], message);
    } else if (message.type === "said") this.chat.hear(message);
    else if (message.type === "unsaid") this.chat.unsay(message.message);
    else if (message.type === "warned") void session.renew();
    else if (message.type === "refused") this.chat.refused(message);
    else if (message.type === "error") this.failure = message.error.code;
  }

  /** Show these tables: first those with waiting players, then the oldest. */
  private take(tables: OpenTable[], { version, people }: { version: number; people: number }): void {
    const order = (table: OpenTable): string => `${table.here ? 0 : 1}${table.created}${table.id}`;
    this.tables = tables.sort((one, other) => (order(one) < order(other) ? -1 : 1));
    this.version = version;
    this.people = people;
  }

  private write(message: RoomClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}

type RoomReceived = RoomMessage | Extract<import("../lib/types").ServerMessage, { type: "error" }>;
