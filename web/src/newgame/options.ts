// Options of a new table other than board and seats.
import type { CreateTable } from "../lib/types";

export type Options = Required<Pick<CreateTable, "clock" | "stand_in" | "comes_back" | "chat" | "hints">>;

export const USUAL: Options = { clock: null, stand_in: null, comes_back: true, chat: true, hints: false };
