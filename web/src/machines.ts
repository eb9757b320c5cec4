// The kinds of game. Each is loaded only when it is needed.
import type { Kind } from "./kind";
import type { Machine } from "./lib/views";
import { network } from "./network/kind";
import { yard } from "./yard/kind";

export const kinds: Record<Machine, Kind> = { network, yard };
