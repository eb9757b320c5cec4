// The kinds of games that there are. Only what is needed of the kind at hand is loaded.
import type { Kind } from "./kind";
import type { Machine } from "./lib/views";
import { network } from "./network/kind";
import { yard } from "./yard/kind";

export const kinds: Record<Machine, Kind> = { network, yard };
