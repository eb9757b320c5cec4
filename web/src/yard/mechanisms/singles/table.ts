// Three single cards of different colors, placed at once.
import type { YardMechanism } from "../../mechanism";
import { trios } from "./actions";
import { placing } from "./placing";
import Tool from "./Tool.svelte";

export const mechanism: YardMechanism = {
  placing,
  Tool,
  keys: ["trio"],
  shortcut(key, game, attention) {
    if (key !== "s" || !trios(game.legal).length) return false;
    attention.begin({ kind: "place", placing, color: null });
    return true;
  },
};
