// The messages between a page and its worker.
import type { ClientMessage, Me, ServerMessage } from "../lib/types";

/** From the page. `base` is the folder with the data of the page's version; `visible`: whether the page is visible. */
export type PageMessage =
  | { type: "request"; id: number; base: string; method: string; path: string; body: unknown; me: Me }
  | { type: "open"; connection: number; base: string; table: string; seat: number | null; visible: boolean }
  | { type: "visibility"; connection: number; visible: boolean }
  | { type: "message"; connection: number; message: ClientMessage }
  | { type: "close"; connection: number };

/** From the worker. A body is JSON; null if it is empty. */
export type WorkerMessage =
  | { type: "answer"; id: number; status: number; body: string | null }
  | { type: "message"; connection: number; message: ServerMessage }
  | { type: "closed"; connection: number; code: string }
  /** Whether games outlast the page from now on. */
  | { type: "persistence"; lasts: boolean };
