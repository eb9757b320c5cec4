// Errors of the engine and of storage as the refusals that a page receives.
import { IllegalAction, NotationError } from "../engine";
import { Refusal } from "./answers";
import { Conflict } from "./store";

export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof IllegalAction || error instanceof NotationError)
    return new Refusal(error.code, error.message);
  if (error instanceof Conflict) return new Refusal("stale", "Something else changed first. Try again.");
  return new Refusal("unknown", "");
}
