// The page's side of the worker that keeps the tables of this device: requests, and connections to tables.
import { persistence } from "../lib/persistence.svelte";
import { DATA, STATIC } from "../lib/site";
import {
  uuid,
  type CommandResult,
  type TableConnection,
  type CloseReason,
  type SocketEvents,
} from "../lib/socket";
import type { ClientMessage, ServerMessage } from "../lib/types";
import { me } from "./person";
import type { Asked, Told } from "./wire";

/** Where the engine's files are: on a server, at its root. */
const base = STATIC ? DATA : location.origin;

/** Pending requests and open connections, by number. */
const waiting = new Map<number, (response: Response) => void>();
const lines = new Map<number, WorkerLine>();
let count = 0;
let worker: Worker | null = null;

/** The worker, which starts when it is first needed. */
export function started(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  worker.onerror = stop;
  return worker;
}

const seen = (): boolean => document.visibilityState === "visible";
const tell = (asked: Asked): void => started().postMessage(asked);

function hear(told: Told): void {
  if (told.what === "answer") {
    waiting.get(told.id)?.(new Response(told.body, { status: told.status }));
    waiting.delete(told.id);
  } else if (told.what === "message") lines.get(told.line)?.hear(told.message);
  else if (told.what === "gone") lines.get(told.line)?.gone(told.code as CloseReason);
  else persistence.lasting = told.lasts;
}

/** A worker that failed to load answers nothing: fail the pending requests; the next request starts a new worker. */
function stop(): void {
  worker = null;
  const error = { error: { code: "network", message: "" } };
  for (const answer of waiting.values()) answer(new Response(JSON.stringify(error), { status: 503 }));
  waiting.clear();
  for (const line of [...lines.values()]) line.lost();
}

export function ask(method: string, path: string, body: unknown): Promise<Response> {
  const id = ++count;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    tell({ what: "request", id, base, method, path, body, me: me() });
  });
}

export class WorkerLine implements TableConnection {
  private readonly line = ++count;
  private readonly pending = new Map<string, (answer: CommandResult) => void>();
  private seat: number | null = null;

  constructor(
    private readonly table: string,
    private readonly events: SocketEvents,
  ) {
    lines.set(this.line, this);
    document.addEventListener("visibilitychange", this.look);
    this.open();
  }

  private open(): void {
    tell({ what: "open", line: this.line, base, table: this.table, seat: this.seat, seen: seen() });
  }

  private readonly look = (): void => tell({ what: "seen", line: this.line, seen: seen() });

  command(version: number, action: string): Promise<CommandResult> {
    const id = uuid();
    return new Promise((resolve) => {
      this.pending.set(id, resolve);
      this.toWorker({ type: "command", id, version, action, seat: this.seat });
    });
  }

  resync(version: number): void {
    this.toWorker({ type: "resync", version });
  }

  send(message: ClientMessage): boolean {
    this.toWorker(message);
    return true;
  }

  switchSeat(seat: number): void {
    this.seat = seat;
    this.toWorker({ type: "seat", seat });
  }

  close(): void {
    lines.delete(this.line);
    document.removeEventListener("visibilitychange", this.look);
    tell({ what: "close", line: this.line });
  }

  hear(message: ServerMessage): void {
    if (message.type === "hello") this.events.status("open");
    if (message.type === "ack") this.settle(message.id, { error: null, version: message.version });
    if (message.type === "refused")
      this.settle(message.id, { error: message.error, version: message.version });
    this.events.message(message);
  }

  gone(reason: CloseReason): void {
    this.events.closed(reason);
  }

  /** The worker has stopped: connect to the table, as it was stored, in a new one. */
  lost(): void {
    const error = { code: "stale", message: "" };
    for (const id of [...this.pending.keys()]) this.settle(id, { error, version: 0 });
    this.events.status("waiting");
    setTimeout(() => lines.has(this.line) && this.open(), 1000);
  }

  private toWorker(message: ClientMessage): void {
    tell({ what: "message", line: this.line, message });
  }

  private settle(id: string | null, answer: CommandResult): void {
    if (id === null) return;
    this.pending.get(id)?.(answer);
    this.pending.delete(id);
  }
}
