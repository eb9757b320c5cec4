// The one connection of a table. It reconnects with growing pauses, and sends an unanswered command again with the same
// id after every reconnection, so that a command takes effect once however often the line drops.
import type { ClientMessage, ErrorInfo, ServerMessage } from "./types";

/** `connecting` is the first time only; a line that was lost is `waiting` until it is back. */
export type Connection = "connecting" | "open" | "waiting";

export interface SocketEvents {
  message(message: ServerMessage): void;
  status(status: Connection): void;
  /** The server has closed the line for good. */
  gone(reason: Reason): void;
}

interface Command {
  id: string;
  version: number;
  action: string;
  seat: number | null;
  settle(answer: Answer): void;
}

/** What became of a command: the version that it made, or why it was refused. */
export interface Answer {
  error: ErrorInfo | null;
  version: number;
}

/** The code with which the page says goodbye; without it the server takes the line for lost. */
const LEFT = 1000;
/** Why the server closes a socket for good, by the code of the close; after every other close the client reconnects. */
const REASONS = {
  4401: "signed_out",
  4403: "banned",
  4404: "not_found",
  4410: "unreadable",
  4411: "closed",
  4412: "removed",
  4413: "cancelled",
} as const;
export type Reason = (typeof REASONS)[keyof typeof REASONS];

/** Why a socket that was closed with this code is not opened again; null: it is. */
export const reasonOf = (code: number): Reason | null =>
  (REASONS as Record<number, Reason | undefined>)[code] ?? null;

/** A way to what a table is told, and back. */
export interface Line {
  command(version: number, action: string): Promise<Answer>;
  resync(version: number): void;
  /** Whether a message that needs no answer to be kept for could be sent at all. */
  tell(message: ClientMessage): boolean;
  /** The device goes to whoever sits there. */
  turn(seat: number): void;
  close(): void;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;

/** crypto.randomUUID needs https or localhost; a club's plain http address has neither. */
export function uuid(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export class TableSocket implements Line {
  private socket: WebSocket | null = null;
  private pending = new Map<string, Command>();
  private pause = FIRST_PAUSE;
  private reconnectTimer = 0;
  private pingTimer = 0;
  private pongTimer = 0;
  private closed = false;
  private readonly url: string;
  /** Which of several own seats is looked from and played for; null where there is but one. */
  private seat: number | null = null;
  /** The seat that the server knows of. */
  private asked: number | null = null;

  constructor(
    table: string,
    private readonly events: SocketEvents,
  ) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.url = `${scheme}//${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
    addEventListener("online", this.hurry);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.hurry);
    document.addEventListener("visibilitychange", this.look);
    this.connect();
  }

  /** Settles when the server has the command on disk or has refused it. */
  command(version: number, action: string): Promise<Answer> {
    return new Promise((resolve) => {
      const id = uuid();
      const command: Command = { id, version, action, seat: this.seat, settle: resolve };
      this.pending.set(id, command);
      this.send(command);
    });
  }

  tell(message: ClientMessage): boolean {
    return this.write(message);
  }

  turn(seat: number): void {
    this.seat = seat;
    if (this.write({ type: "seat", seat })) this.asked = seat;
  }

  resync(version: number): void {
    this.write({ type: "resync", version });
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.hurry);
    document.removeEventListener("visibilitychange", this.look);
    this.stopTimers();
    this.socket?.close(LEFT);
    this.pending.clear();
  }

  private connect(): void {
    const { seat } = this;
    const socket = new WebSocket(seat === null ? this.url : `${this.url}?seat=${seat}`);
    this.socket = socket;
    this.asked = seat;
    this.expect();
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      const reason = reasonOf(code);
      if (reason === null) return this.lost();
      this.close();
      this.events.gone(reason);
    };
  }

  /** Whatever arrives shows that the line is alive. The first message is always the hello. */
  private receive(message: ServerMessage): void {
    clearTimeout(this.pongTimer);
    if (message.type === "hello") this.opened();
    if (message.type === "ack") this.settle(message.id, { error: null, version: message.version });
    if (message.type === "refused") {
      this.settle(message.id, { error: message.error, version: message.version });
    }
    this.events.message(message);
  }

  private opened(): void {
    this.pause = FIRST_PAUSE;
    this.events.status("open");
    if (this.seat !== null && this.seat !== this.asked) this.turn(this.seat);
    this.look();
    clearInterval(this.pingTimer);
    this.pingTimer = window.setInterval(() => this.ping(), PING_EVERY);
    for (const command of this.pending.values()) this.send(command);
  }

  private ping(): void {
    this.write({ type: "ping" });
    this.expect();
  }

  /** A line on which nothing comes in time is lost. */
  private expect(): void {
    clearTimeout(this.pongTimer);
    this.pongTimer = window.setTimeout(this.drop, PONG_WITHIN);
  }

  /** Gives up a line that is silent, or that the browser says is gone; a new one is tried at once. */
  private drop = (): void => {
    const silent = this.socket;
    if (!silent) return;
    this.lost();
    silent.close();
  };

  private lost(): void {
    this.socket = null;
    this.stopTimers();
    if (this.closed) return;
    this.events.status("waiting");
    const spread = 0.7 + Math.random() * 0.6; // so that a hall full of players does not come back in one instant
    this.reconnectTimer = window.setTimeout(() => this.connect(), this.pause * spread);
    this.pause = Math.min(this.pause * 1.8, LONGEST_PAUSE);
  }

  /** Back from sleep or back on line: do not wait for the timer. */
  private hurry = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.socket) {
      if (this.socket.readyState === WebSocket.OPEN) this.ping();
      return;
    }
    clearTimeout(this.reconnectTimer);
    this.pause = FIRST_PAUSE;
    if (!this.closed) this.connect();
  };

  /** Whoever sees the table is not told elsewhere that it is their turn. */
  private look = (): void => {
    this.write({ type: "looking", looking: document.visibilityState === "visible" });
  };

  private settle(id: string | null, answer: Answer): void {
    if (id === null) return;
    const command = this.pending.get(id);
    this.pending.delete(id);
    command?.settle(answer);
  }

  private send({ id, version, action, seat }: Command): void {
    this.write({ type: "command", id, version, action, seat });
  }

  /** Whether it could be sent. */
  private write(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private stopTimers(): void {
    clearTimeout(this.reconnectTimer);
    clearInterval(this.pingTimer);
    clearTimeout(this.pongTimer);
  }
}
