// Everything that a table of a map game needs, loaded as one chunk.
import "../board/board.css";
import type { TableUI } from "../lib/tableui";
import type { Lesson } from "../lib/lesson";
import TicketPicture from "./mechanisms/tickets/TicketPicture.svelte";
import { pinLabels } from "./mechanisms/tickets/pins";
import NetworkTable from "./NetworkTable.svelte";
import { MECHANISMS } from "./table";
import { causes, chosen, prompt, remember, sound, describeEvent, times, waiting } from "./words";

const own = MECHANISMS.flatMap(({ keys }) => keys ?? []);

export const ui: TableUI = {
  Table: NetworkTable,
  TicketPicture,
  ticketRule: "tickets",
  ticketLabels: pinLabels,
  waiting,
  chosen,
  prompt,
  describe: describeEvent,
  sound,
  times,
  end: () => import("./end/NetworkEnd.svelte"),
  hints: () => import("./hints").then(({ hints }) => hints),
  lessons: () => import("./lessons").then(({ lessons }) => lessons as readonly Lesson[]),
  charts: ["standing", "score", ...MECHANISMS.flatMap(({ charts }) => charts ?? [])],
  keys: ["board", "arrows", "page", "enter", "draw", "slots", "tickets", ...own, "zoom"],
  gestures: ["tap", "twice", "pinch", "drag", "hold", "players"],
  remember,
  causes,
};
