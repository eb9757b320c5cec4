// Answers in the form of the server's.
import type { ErrorAnswer } from "../lib/types";

/** A JSON answer; without a body, an empty one. */
export const answer = (body?: unknown): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status: body === undefined ? 204 : 200,
    headers: { "content-type": "application/json" },
  });

/** Why a request is refused; `code` is one of the protocol's. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 409,
  ) {
    super(message);
  }

  get response(): Response {
    const body: ErrorAnswer = { error: { code: this.code, message: this.message } };
    return new Response(JSON.stringify(body), { status: this.status });
  }
}

/** The refusal of a request that only a server can answer. */
export const notHere = (): Refusal => new Refusal("not_here", "This site has no server for this.", 404);

export const notFound = (what: string): Refusal => new Refusal("not_found", `There is no such ${what}.`, 404);
