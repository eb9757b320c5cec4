// Where requests and the connections of tables go: to the server that the page comes from, or to this device.
import { TableSocket, type TableConnection, type SocketEvents } from "./socket";

export interface Transport {
  /** Answers a request, as `fetch` does. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Opens the connection to a table. */
  connect(table: string, events: SocketEvents): TableConnection;
  /** Loads what a new game with a ruleset needs on this device. */
  prepare?(ruleset: string, kind: string): void;
  /** The URL at which the browser can load a picture itself; null if it needs a request of the client. */
  address(path: string): string | null;
}

export const server: Transport = {
  fetch: (path, init) => fetch(path, init),
  connect: (table, events) => new TableSocket(table, events),
  address: (path) => path,
};

export let transport = server;

/** Uses another transport for later requests. */
export function setTransport(other: Transport): void {
  transport = other;
}
