// The messages between a page and its worker.
import type { ClientMessage, Me, ServerMessage } from "../lib/types";

/** From the page. `base` is the folder with the data of the page's version; `seen`: whether the page is visible. */
export type Asked =
  | { what: "request"; id: number; base: string; method: string; path: string; body: unknown; me: Me }
  | { what: "open"; line: number; base: string; table: string; seat: number | null; seen: boolean }
  | { what: "seen"; line: number; seen: boolean }
  | { what: "message"; line: number; message: ClientMessage }
  | { what: "close"; line: number };

/** From the worker. A body is JSON; null if it is empty. */
export type Told =
  | { what: "answer"; id: number; status: number; body: string | null }
  | { what: "message"; line: number; message: ServerMessage }
  | { what: "gone"; line: number; code: string }
  /** Whether games outlast the page from now on. */
  | { what: "keeping"; lasts: boolean };
