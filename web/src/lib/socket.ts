// The connection of a table. It reconnects with growing pauses, and resends unanswered commands with the same id, so
// that each command takes effect once.
import type { ClientMessage, ErrorInfo, ServerMessage } from "./types";

/** `connecting`: before the first connection; `waiting`: after a disconnect, until reconnected. */
export type ConnectionStatus = "connecting" | "open" | "waiting";

export interface SocketEvents {
  message(message: ServerMessage): void;
  status(status: ConnectionStatus): void;
  /** The server has closed the connection for good. */
  closed(reason: CloseReason): void;
}

interface Command {
  id: string;
  version: number;
  action: string;
  seat: number | null;
  settle(answer: CommandResult): void;
}

/** The result of a command: the version that it created, or the error. */
export interface CommandResult {
  error: ErrorInfo | null;
  version: number;
}

/** The close code for leaving the page; without it the server assumes a lost connection. */
const NORMAL_CLOSURE = 1000;
/** Why the server closes a socket for good, by close code; after any other code the client reconnects. */
const REASONS = {
  4401: "signed_out",
  4403: "banned",
  4404: "not_found",
  4410: "unreadable",
  4411: "closed",
  4412: "removed",
  4413: "cancelled",
} as const;
export type CloseReason = (typeof REASONS)[keyof typeof REASONS];

/** The reason not to reconnect after a close code; null: reconnect. */
export const closeReason = (code: number): CloseReason | null =>
  (REASONS as Record<number, CloseReason | undefined>)[code] ?? null;

/** Receives a table's messages and sends commands. */
export interface TableConnection {
  command(version: number, action: string): Promise<CommandResult>;
  resync(version: number): void;
  /** Send a message without waiting for an answer; return whether it was sent. */
  send(message: ClientMessage): boolean;
  /** Switch to another seat on this device. */
  switchSeat(seat: number): void;
  close(): void;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;

/** crypto.randomUUID requires HTTPS or localhost, but clubs may use plain HTTP addresses. */
export function uuid(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export class TableSocket implements TableConnection {
  private socket: WebSocket | null = null;
  private pending = new Map<string, Command>();
  private pause = FIRST_PAUSE;
  private reconnectTimer = 0;
  private pingTimer = 0;
  private pongTimer = 0;
  private closed = false;
  private readonly url: string;
  /** The active seat if the user has several; otherwise null. */
  private seat: number | null = null;
  /** The seat that the server currently assumes. */
  private serverSeat: number | null = null;

  constructor(
    table: string,
    private readonly events: SocketEvents,
  ) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.url = `${scheme}//${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
    addEventListener("online", this.reconnectNow);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.reconnectNow);
    document.addEventListener("visibilitychange", this.reportVisibility);
    this.connect();
  }

  /** Send a command; resolves when the server has stored or refused it. */
  command(version: number, action: string): Promise<CommandResult> {
    return new Promise((resolve) => {
      const id = uuid();
      const command: Command = { id, version, action, seat: this.seat, settle: resolve };
      this.pending.set(id, command);
      this.sendCommand(command);
    });
  }

  send(message: ClientMessage): boolean {
    return this.write(message);
  }

  switchSeat(seat: number): void {
    this.seat = seat;
    if (this.write({ type: "seat", seat })) this.serverSeat = seat;
  }

  resync(version: number): void {
    this.write({ type: "resync", version });
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.reconnectNow);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.reconnectNow);
    document.removeEventListener("visibilitychange", this.reportVisibility);
    this.stopTimers();
    this.socket?.close(NORMAL_CLOSURE);
    this.pending.clear();
  }

  private connect(): void {
    const { seat } = this;
    const socket = new WebSocket(seat === null ? this.url : `${this.url}?seat=${seat}`);
    this.socket = socket;
    this.serverSeat = seat;
    this.expect();
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      const reason = closeReason(code);
      if (reason === null) return this.reconnectLater();
      this.close();
      this.events.closed(reason);
    };
  }

  /** Any message shows that the connection is alive. The first one is always the hello. */
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
    if (this.seat !== null && this.seat !== this.serverSeat) this.switchSeat(this.seat);
    this.reportVisibility();
    clearInterval(this.pingTimer);
    this.pingTimer = window.setInterval(() => this.ping(), PING_EVERY);
    for (const command of this.pending.values()) this.sendCommand(command);
  }

  private ping(): void {
    this.write({ type: "ping" });
    this.expect();
  }

  /** Treat the connection as lost if nothing arrives in time. */
  private expect(): void {
    clearTimeout(this.pongTimer);
    this.pongTimer = window.setTimeout(this.drop, PONG_WITHIN);
  }

  /** Drop a silent or broken connection and reconnect at once. */
  private drop = (): void => {
    const silent = this.socket;
    if (!silent) return;
    this.reconnectLater();
    silent.close();
  };

  private reconnectLater(): void {
    this.socket = null;
    this.stopTimers();
    if (this.closed) return;
    this.events.status("waiting");
    const spread = 0.7 + Math.random() * 0.6; // spreads out the reconnections of many clients
    this.reconnectTimer = window.setTimeout(() => this.connect(), this.pause * spread);
    this.pause = Math.min(this.pause * 1.8, LONGEST_PAUSE);
  }

  /** Reconnect without waiting for the timer after sleep or when back online. */
  private reconnectNow = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.socket) {
      if (this.socket.readyState === WebSocket.OPEN) this.ping();
      return;
    }
    clearTimeout(this.reconnectTimer);
    this.pause = FIRST_PAUSE;
    if (!this.closed) this.connect();
  };

  /** Say whether the table is visible, so that the server sends no notifications about it. */
  private reportVisibility = (): void => {
    this.write({ type: "looking", looking: document.visibilityState === "visible" });
  };

  private settle(id: string | null, answer: CommandResult): void {
    if (id === null) return;
    const command = this.pending.get(id);
    this.pending.delete(id);
    command?.settle(answer);
  }

  private sendCommand({ id, version, action, seat }: Command): void {
    this.write({ type: "command", id, version, action, seat });
  }

  /** Send a message; return whether it was possible. */
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
