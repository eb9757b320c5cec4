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
import type { PageMessage, WorkerMessage } from "./messages";

/** Where the engine's files are: on a server, at its root. */
const base = STATIC ? DATA : location.origin;

/** Pending requests and open connections, by number. */
const waiting = new Map<number, (response: Response) => void>();
const connections = new Map<number, WorkerConnection>();
let count = 0;
let worker: Worker | null = null;

/** The worker, which starts when it is first needed. */
export function tableWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => dispatch(data);
  worker.onerror = stop;
  return worker;
}

const pageVisible = (): boolean => document.visibilityState === "visible";
const post = (message: PageMessage): void => tableWorker().postMessage(message);

function dispatch(message: WorkerMessage): void {
  if (message.type === "answer") {
    waiting.get(message.id)?.(new Response(message.body, { status: message.status }));
    waiting.delete(message.id);
  } else if (message.type === "message") connections.get(message.connection)?.receive(message.message);
  else if (message.type === "closed")
    connections.get(message.connection)?.closed(message.code as CloseReason);
  else persistence.lasting = message.lasts;
}

/** A worker that failed to load answers nothing: fail the pending requests; the next request starts a new worker. */
function stop(): void {
  worker = null;
  const error = { error: { code: "network", message: "" } };
  for (const answer of waiting.values()) answer(new Response(JSON.stringify(error), { status: 503 }));
  waiting.clear();
  for (const line of [...connections.values()]) line.reconnect();
}

export function askWorker(method: string, path: string, body: unknown): Promise<Response> {
  const id = ++count;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    post({ type: "request", id, base, method, path, body, me: me() });
  });
}

export class WorkerConnection implements TableConnection {
  private readonly id = ++count;
  private readonly pending = new Map<string, (answer: CommandResult) => void>();
  private seat: number | null = null;

  constructor(
    private readonly table: string,
    private readonly events: SocketEvents,
  ) {
    connections.set(this.id, this);
    document.addEventListener("visibilitychange", this.reportVisibility);
    this.open();
  }

  private open(): void {
    post({
      type: "open",
      connection: this.id,
      base,
      table: this.table,
      seat: this.seat,
      visible: pageVisible(),
    });
  }

  private readonly reportVisibility = (): void =>
    post({ type: "visibility", connection: this.id, visible: pageVisible() });

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
    connections.delete(this.id);
    document.removeEventListener("visibilitychange", this.reportVisibility);
    post({ type: "close", connection: this.id });
  }

  receive(message: ServerMessage): void {
    if (message.type === "hello") this.events.status("open");
    if (message.type === "ack") this.settle(message.id, { error: null, version: message.version });
    if (message.type === "refused")
      this.settle(message.id, { error: message.error, version: message.version });
    this.events.message(message);
  }

  closed(reason: CloseReason): void {
    this.events.closed(reason);
  }

  /** The worker has stopped: connect to the table, as it was stored, in a new one. */
  reconnect(): void {
    const error = { code: "stale", message: "" };
    for (const id of [...this.pending.keys()]) this.settle(id, { error, version: 0 });
    this.events.status("waiting");
    setTimeout(() => connections.has(this.id) && this.open(), 1000);
  }

  private toWorker(message: ClientMessage): void {
    post({ type: "message", connection: this.id, message });
  }

  private settle(id: string | null, answer: CommandResult): void {
    if (id === null) return;
    this.pending.get(id)?.(answer);
    this.pending.delete(id);
  }
}
