// Events of map games in words, with their sounds.
import { t } from "../i18n";
import { listed } from "../lib/listed";
import type { Cause, Viewer } from "../lib/remarks";
import { commonSound, type Sound } from "../lib/sounds";
import type { NetworkEvent, NetworkView } from "../lib/types";
import type { Turn } from "../lib/turns";
import { describeCommon, type TextContext } from "../lib/words";
import { presentations, type SeatPlaces } from "../table/mechanism";
import { entriesOf, type Entry } from "../table/recent";
import type { NetworkTexts } from "./mechanism";
import { NAMES } from "./mechanisms";

const TEXTS = listed(
  NAMES,
  import.meta.glob<NetworkTexts>("./mechanisms/*/words.ts", { eager: true, import: "texts" }),
);

export const presentationOf = presentations<NetworkEvent, SeatPlaces>(TEXTS);

export function prompt(view: NetworkView, short = false): string {
  if (view.phase === "second_draw") return t("status.second_draw");
  return (
    TEXTS.map(({ prompt }) => prompt?.(view)).find(Boolean) ?? t(short ? "status.turn_short" : "status.turn")
  );
}

export const waiting = (view: NetworkView, names: string): string | null =>
  TEXTS.map(({ waiting }) => waiting?.(view, names)).find(Boolean) ?? null;

export const chosen = (view: NetworkView, count: number): string | null =>
  TEXTS.map(({ chosen }) => chosen?.(view, count)).find(Boolean) ?? null;

export const describeEvent = (event: NetworkEvent, context: TextContext): string =>
  presentationOf(event)?.describe?.(event, context) ?? describeCommon(event, context);

export const remember = (event: NetworkEvent): NetworkEvent =>
  presentationOf(event)?.remember?.(event) ?? event;

export function sound(event: NetworkEvent, mine: boolean): Sound | null {
  const own = presentationOf(event)?.sound;
  return (typeof own === "function" ? own(event) : own) ?? commonSound(event, mine);
}

export const times = (event: NetworkEvent): number => presentationOf(event)?.times?.(event) ?? 1;

export const causes = (event: NetworkEvent, viewer: Viewer): Cause[] =>
  presentationOf(event)?.causes?.(event, viewer) ?? [];

/** The others' turns, in short. */
export const recentEntries = (turns: readonly Turn[], context: TextContext): Entry[] =>
  entriesOf(turns, context, presentationOf);
