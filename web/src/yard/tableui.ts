// Everything that a table of the card game needs, loaded as one chunk.
import type { TableUI } from "../lib/tableui";
import type { Lesson } from "../lib/lesson";
import Badges from "./Badges.svelte";
import TicketPicture from "./mechanisms/tickets/TicketPicture.svelte";
import { MECHANISMS } from "./table";
import { causes, chosen, prompt, remember, sound, describeEvent, times, waiting } from "./words";
import YardTable from "./YardTable.svelte";

export const ui: TableUI = {
  Table: YardTable,
  Badges,
  TicketPicture,
  ticketRule: "declare",
  waiting,
  chosen,
  prompt,
  describe: describeEvent,
  sound,
  times,
  end: () => import("./end/YardEnd.svelte"),
  hints: () => import("./hints").then(({ hints }) => hints),
  lessons: () => import("./lessons").then(({ lessons }) => lessons as readonly Lesson[]),
  charts: ["standing", "score", ...MECHANISMS.flatMap(({ charts }) => charts ?? [])],
  keys: ["draw", "slots", "tickets", "hand", ...MECHANISMS.flatMap(({ keys }) => keys ?? [])],
  gestures: ["tap_card", "hold", "players"],
  remember,
  causes,
};
