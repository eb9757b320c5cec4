// The status line: who has a decision to make.
import { list, t } from "../i18n";
import type { GameStore } from "./game.svelte";
import { screen } from "./screen.svelte";
import type { TableInfo } from "./types";

/** The delay in minutes with which spectators see a game between people; 0 for its players. */
export function minutesLate({ state, you, seats, delay }: TableInfo): number {
  const people = seats.filter(({ kind }) => kind === "person").length;
  return state === "playing" && you === null && people > 1 ? (delay ?? 0) / 60 : 0;
}

export function statusText(game: GameStore): string {
  const { view, table } = game;
  if (!view || !table) return "";
  if (view.phase === "over") return t("status.over");
  if (table.abandoned) return t(table.decided ? "status.over" : "status.abandoned");
  if (game.replaced) return t("status.bot");
  if (game.unfinished) return t("status.closed");
  const others = list(
    view.to_act.filter((seat) => game.past || !game.mine(seat)).map((seat) => game.nameOf(seat)),
  );
  if (!game.mustAct) {
    if (view.phase === "opening") return t("status.waiting_opening", { names: others });
    return game.ui?.waiting(view, others) ?? t("status.waiting", { name: others });
  }
  if (game.activity) return game.activity;
  if (view.phase === "opening" || view.phase === "ticket_choice") {
    return t(`status.${view.phase}`, { count: view.keep_min });
  }
  return game.ui?.prompt(view, screen.phone) ?? "";
}
