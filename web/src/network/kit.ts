// The map games: everything that a table of theirs needs, in one piece to be loaded.
import "../board/board.css";
import type { Kit } from "../lib/kit";
import type { Lesson } from "../lib/lesson";
import TicketPicture from "./mechanisms/tickets/TicketPicture.svelte";
import NetworkTable from "./NetworkTable.svelte";
import { MECHANISMS } from "./table";
import { chosen, prompt, remember, sound, tell, waiting } from "./words";

const own = MECHANISMS.flatMap(({ keys }) => keys ?? []);

export const kit: Kit = {
  Table: NetworkTable,
  TicketPicture,
  ticketRule: "tickets",
  waiting,
  chosen,
  prompt,
  tell,
  sound,
  hints: () => import("./hints").then(({ hints }) => hints),
  lessons: () => import("./lessons").then(({ lessons }) => lessons as readonly Lesson[]),
  charts: ["standing", "score", ...MECHANISMS.flatMap(({ charts }) => charts ?? [])],
  keys: ["board", "arrows", "page", "enter", "draw", "slots", "tickets", ...own, "zoom"],
  gestures: ["tap", "twice", "pinch", "drag", "hold", "players"],
  remember,
};
