// Requests of the service, by their names in its OpenAPI description.
import type { Paths } from "./paths";
import type { ErrorInfo } from "./types";

/** An answer of the server that is not a success; `code` is one of the protocol's, or "network". */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** What was asked for is being made; the answer is in the form of an error that says so. */
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
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch {
    throw new ApiError("network", "");
  }
  if (response.ok && response.status !== NOT_YET) return response;
  const error = await response
    .json()
    .then((answer: { error?: ErrorInfo }) => answer.error)
    .catch(() => undefined);
  throw new ApiError(error?.code ?? "network", error?.message ?? "");
}

type Wants<K extends keyof Paths> = Omit<Paths[K], "answer">;
type Given<K extends keyof Paths> =
  Record<never, never> extends Wants<K>
    ? [wants?: Wants<K>, signal?: AbortSignal]
    : [wants: Wants<K>, signal?: AbortSignal];

/** An answer that has not been read yet. */
interface Answer<T> extends Response {
  json(): Promise<T>;
}

interface Parts {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The address of a request: what it names in its path, and what is wanted as far as it is given. */
function addressOf(template: string, { path = {}, query = {} }: Parts): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!));
  const asked = Object.entries(query).filter(([, value]) => value != null && value !== "");
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}

/** Sends a request of the service; what it wants and answers follows from its name. */
export function ask<K extends keyof Paths>(
  request: K,
  ...[wants, signal]: Given<K>
): Promise<Answer<Paths[K]["answer"]>> {
  const [method, template] = request.split(" ") as [string, string];
  const parts: Parts = wants ?? {};
  return send(method, addressOf(template, parts), parts.body, signal);
}

/** The same with the answer read; nothing where there is none. */
export async function call<K extends keyof Paths>(
  request: K,
  ...given: Given<K>
): Promise<Paths[K]["answer"]> {
  const answer = await ask(request, ...given);
  const text = await answer.text();
  return text ? JSON.parse(text) : undefined;
}

/** For requests about one table. */
export const at = (table: string) => ({ path: { table } });
