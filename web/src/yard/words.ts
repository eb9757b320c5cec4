// Events of the card game in words, with their sounds.
import { t } from "../i18n";
import { listed } from "../lib/listed";
import type { Cause, Viewer } from "../lib/remarks";
import { commonSound, type Sound } from "../lib/sounds";
import type { YardEvent, YardView } from "../lib/types";
import type { Turn } from "../lib/turns";
import { tellCommon, type Teller } from "../lib/words";
import { happenings } from "../table/mechanism";
import { entriesOf, type Entry } from "../table/recent";
import type { YardTelling } from "./mechanism";
import { NAMES } from "./mechanisms";
import type { YardStage } from "./stage";

const TELLINGS = listed(
  NAMES,
  import.meta.glob<YardTelling>("./mechanisms/*/words.ts", { eager: true, import: "telling" }),
);

export const happening = happenings<YardEvent, YardStage>(TELLINGS);

export function prompt(view: YardView, short = false): string {
  if (view.phase === "second_draw") return t("yard.second_draw");
  const asked = TELLINGS.map(({ prompt }) => prompt?.(view)).find(Boolean);
  if (asked) return asked;
  return t(view.final_round ? "yard.turn_last" : short ? "yard.turn_short" : "yard.turn");
}

export const waiting = (view: YardView, names: string): string | null =>
  TELLINGS.map(({ waiting }) => waiting?.(view, names)).find(Boolean) ?? null;

export const chosen = (view: YardView, count: number): string | null =>
  TELLINGS.map(({ chosen }) => chosen?.(view, count)).find(Boolean) ?? null;

export const tell = (event: YardEvent, teller: Teller): string =>
  happening(event)?.tell?.(event, teller) ?? tellCommon(event, teller);

export const remember = (event: YardEvent): YardEvent => happening(event)?.remember?.(event) ?? event;

export function sound(event: YardEvent, mine: boolean): Sound | null {
  const own = happening(event)?.sound;
  return (typeof own === "function" ? own(event) : own) ?? commonSound(event, mine);
}

export const times = (event: YardEvent): number => happening(event)?.times?.(event) ?? 1;

export const causes = (event: YardEvent, viewer: Viewer): Cause[] =>
  happening(event)?.causes?.(event, viewer) ?? [];

/** The others' turns, in short. */
export const recently = (turns: readonly Turn[], teller: Teller): Entry[] =>
  entriesOf(turns, teller, happening);
