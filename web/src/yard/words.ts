// Events of the card game in words, with their sounds.
import { t } from "../i18n";
import { listed } from "../lib/listed";
import type { Cause, Viewer } from "../lib/remarks";
import { commonSound, type Sound } from "../lib/sounds";
import type { YardEvent, YardView } from "../lib/types";
import type { Turn } from "../lib/turns";
import { describeCommon, type TextContext } from "../lib/words";
import { presentations } from "../table/mechanism";
import { entriesOf, type Entry } from "../table/recent";
import type { YardTexts } from "./mechanism";
import { NAMES } from "./mechanisms";
import type { YardStage } from "./stage";

const TEXTS = listed(
  NAMES,
  import.meta.glob<YardTexts>("./mechanisms/*/words.ts", { eager: true, import: "texts" }),
);

export const presentationOf = presentations<YardEvent, YardStage>(TEXTS);

export function prompt(view: YardView, short = false): string {
  if (view.phase === "second_draw") return t("yard.second_draw");
  const asked = TEXTS.map(({ prompt }) => prompt?.(view)).find(Boolean);
  if (asked) return asked;
  return t(view.final_round ? "yard.turn_last" : short ? "yard.turn_short" : "yard.turn");
}

export const waiting = (view: YardView, names: string): string | null =>
  TEXTS.map(({ waiting }) => waiting?.(view, names)).find(Boolean) ?? null;

export const chosen = (view: YardView, count: number): string | null =>
  TEXTS.map(({ chosen }) => chosen?.(view, count)).find(Boolean) ?? null;

export const describeEvent = (event: YardEvent, context: TextContext): string =>
  presentationOf(event)?.describe?.(event, context) ?? describeCommon(event, context);

export const remember = (event: YardEvent): YardEvent => presentationOf(event)?.remember?.(event) ?? event;

export function sound(event: YardEvent, mine: boolean): Sound | null {
  const own = presentationOf(event)?.sound;
  return (typeof own === "function" ? own(event) : own) ?? commonSound(event, mine);
}

export const times = (event: YardEvent): number => presentationOf(event)?.times?.(event) ?? 1;

export const causes = (event: YardEvent, viewer: Viewer): Cause[] =>
  presentationOf(event)?.causes?.(event, viewer) ?? [];

/** The others' turns, in short. */
export const recentEntries = (turns: readonly Turn[], context: TextContext): Entry[] =>
  entriesOf(turns, context, presentationOf);
