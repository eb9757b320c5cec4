// Requests to the server, by their names in its OpenAPI description.
import type { Paths } from "./paths";
import { STATIC } from "./site";
import { transport } from "./transport";
import type { ErrorInfo } from "./types";

/** An error from the server; `code` is one of the protocol's, or "network". */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly users?: string[],
  ) {
    super(message);
  }
}

/** Milliseconds between requests for a drawing that is not ready. */
const DRAWING = 1500;
/** The server is still preparing the resource; its answer has the form of an error. */
const NOT_YET = 202;

function csrfToken(): string {
  return /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}

export async function send(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (method !== "GET") headers["x-csrftoken"] = decodeURIComponent(csrfToken());
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await transport.fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch {
    // Without workers, nothing in a static site could answer.
    throw new ApiError(STATIC && typeof Worker === "undefined" ? "no_wasm" : "network", "");
  }
  if (response.ok && response.status !== NOT_YET) return response;
  const error = await response
    .json()
    .then((answer: { error?: ErrorInfo }) => answer.error)
    .catch(() => undefined);
  throw new ApiError(error?.code ?? "network", error?.message ?? "", error?.users);
}

/**
 * Send a request that needs a drawing, and repeat it until the server has made the drawing. Rejects if the signal
 * aborts.
 */
export async function whenDrawn(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await send(method, path, body, signal);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "drawing") throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, DRAWING));
  }
}

type Wants<K extends keyof Paths> = Omit<Paths[K], "answer">;
type Given<K extends keyof Paths> =
  Record<never, never> extends Wants<K>
    ? [wants?: Wants<K>, signal?: AbortSignal]
    : [wants: Wants<K>, signal?: AbortSignal];

/** An answer whose body has not been read. */
interface Answer<T> extends Response {
  json(): Promise<T>;
}

interface Parts {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The URL of a request, with its path and query parameters. */
function addressOf(template: string, { path = {}, query = {} }: Parts): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!));
  const given = Object.entries(query).filter(([, value]) => value != null && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}

/** Send a request; parameters and answer are typed by its name. */
export function sendRequest<K extends keyof Paths>(
  request: K,
  ...[wants, signal]: Given<K>
): Promise<Answer<Paths[K]["answer"]>> {
  const [method, template] = request.split(" ") as [string, string];
  const parts: Parts = wants ?? {};
  return send(method, addressOf(template, parts), parts.body, signal);
}

/** Send a request and parse the answer; null if it has no body. */
export async function call<K extends keyof Paths>(
  request: K,
  ...given: Given<K>
): Promise<Paths[K]["answer"]> {
  const answer = await sendRequest(request, ...given);
  const text = await answer.text();
  return text ? JSON.parse(text) : undefined;
}

export const forTable = (table: string) => ({ path: { table } });
