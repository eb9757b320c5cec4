// Events of map games in words, with their sounds.
import { t } from "../i18n";
import { listed } from "../lib/listed";
import type { Cause, Viewer } from "../lib/remarks";
import { commonSound, type Sound } from "../lib/sounds";
import type { NetworkEvent, NetworkView } from "../lib/types";
import type { Turn } from "../lib/turns";
import { tellCommon, type Teller } from "../lib/words";
import { happenings, type Homes } from "../table/mechanism";
import { entriesOf, type Entry } from "../table/recent";
import type { NetworkTelling } from "./mechanism";
import { NAMES } from "./mechanisms";

const TELLINGS = listed(
  NAMES,
  import.meta.glob<NetworkTelling>("./mechanisms/*/words.ts", { eager: true, import: "telling" }),
);

export const happening = happenings<NetworkEvent, Homes>(TELLINGS);

export function prompt(view: NetworkView, short = false): string {
  if (view.phase === "second_draw") return t("status.second_draw");
  return (
    TELLINGS.map(({ prompt }) => prompt?.(view)).find(Boolean) ??
    t(short ? "status.turn_short" : "status.turn")
  );
}

export const waiting = (view: NetworkView, names: string): string | null =>
  TELLINGS.map(({ waiting }) => waiting?.(view, names)).find(Boolean) ?? null;

export const chosen = (view: NetworkView, count: number): string | null =>
  TELLINGS.map(({ chosen }) => chosen?.(view, count)).find(Boolean) ?? null;

export const tell = (event: NetworkEvent, teller: Teller): string =>
  happening(event)?.tell?.(event, teller) ?? tellCommon(event, teller);

export const remember = (event: NetworkEvent): NetworkEvent => happening(event)?.remember?.(event) ?? event;

export function sound(event: NetworkEvent, mine: boolean): Sound | null {
  const own = happening(event)?.sound;
  return (typeof own === "function" ? own(event) : own) ?? commonSound(event, mine);
}

export const times = (event: NetworkEvent): number => happening(event)?.times?.(event) ?? 1;

export const causes = (event: NetworkEvent, viewer: Viewer): Cause[] =>
  happening(event)?.causes?.(event, viewer) ?? [];

/** The others' turns, in short. */
export const recently = (turns: readonly Turn[], teller: Teller): Entry[] =>
  entriesOf(turns, teller, happening);
