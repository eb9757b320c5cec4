// Train cards: face-up ones, the deck and the discard pile.
import { t } from "../../../i18n";
import { act } from "../../../lib/act";
import type { YardMechanism } from "../../mechanism";
import { stop, stopAction } from "./actions";
import Tool from "./Tool.svelte";

export const mechanism: YardMechanism = {
  figures: ({ cards }) => [{ icon: "card", label: t("player.cards"), value: cards, chip: true }],
  charts: ["cards"],
  Tool,
  keys: ["stop"],
  shortcut(key, game, attention) {
    const action = key === "x" && stop(game.legal);
    if (action) act(game, attention, stopAction(action));
    return Boolean(action);
  },
};
