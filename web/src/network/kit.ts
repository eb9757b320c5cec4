// The map games: everything that a table of theirs needs, in one piece to be loaded.
import "../board/board.css";
import type { Kit } from "../lib/kit";
import NetworkTable from "./NetworkTable.svelte";
import { prompt, tell } from "./words";

export const kit: Kit = {
  Table: NetworkTable,
  prompt,
  tell,
  keys: ["board", "arrows", "page", "enter", "draw", "slots", "tickets", "routes", "zoom"],
  gestures: ["tap", "twice", "pinch", "drag", "hold", "players"],
  remember: (event) => event,
};
