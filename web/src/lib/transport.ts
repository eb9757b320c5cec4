// Where requests go, and the lines of tables: to the server that the page comes from, or to this device.
import { TableSocket, type Line, type SocketEvents } from "./socket";

export interface Transport {
  /** Answers a request, as `fetch` does. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Opens the connection to a table. */
  connect(table: string, events: SocketEvents): Line;
  /** Loads what a new game with a ruleset will need on this device. */
  prepare?(ruleset: string, kind: string): void;
  /** Where the browser itself finds a picture of the service; null if only a request gets it. */
  address(path: string): string | null;
}

export const server: Transport = {
  fetch: (path, init) => fetch(path, init),
  connect: (table, events) => new TableSocket(table, events),
  address: (path) => path,
};

export let transport = server;

/** Uses another transport for later requests. */
export function use(other: Transport): void {
  transport = other;
}
