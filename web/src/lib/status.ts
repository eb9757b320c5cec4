// The one line that says whose decision is awaited.
import { list, t } from "../i18n";
import type { GameStore } from "./game.svelte";

export function statusText(game: GameStore): string {
  const { view, table } = game;
  if (!view || !table) return "";
  if (view.phase === "over") return t("status.over");
  const others = list(view.to_act.filter((seat) => !game.mine(seat)).map((seat) => game.who(seat)));
  if (!game.mustAct) {
    if (view.phase === "opening") return t("status.waiting_opening", { names: others });
    return t("status.waiting", { name: others });
  }
  switch (view.phase) {
    case "opening":
      return t("status.opening", { count: view.keep_min });
    case "ticket_choice":
      return t("status.ticket_choice", { count: view.keep_min });
    case "second_draw":
      return t("status.second_draw");
    case "tunnel":
      return t("status.tunnel");
    default:
      return t("status.turn");
  }
}
