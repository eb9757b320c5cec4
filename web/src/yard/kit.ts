// The card game: everything that a table of its needs, in one piece to be loaded.
import type { Kit } from "../lib/kit";
import type { Lesson } from "../lib/lesson";
import Badges from "./Badges.svelte";
import TicketPicture from "./mechanisms/tickets/TicketPicture.svelte";
import { MECHANISMS } from "./table";
import { chosen, prompt, remember, sound, tell, waiting } from "./words";
import YardTable from "./YardTable.svelte";

export const kit: Kit = {
  Table: YardTable,
  Badges,
  TicketPicture,
  ticketRule: "declare",
  waiting,
  chosen,
  prompt,
  tell,
  sound,
  hints: () => import("./hints").then(({ hints }) => hints),
  lessons: () => import("./lessons").then(({ lessons }) => lessons as readonly Lesson[]),
  charts: ["standing", "score", ...MECHANISMS.flatMap(({ charts }) => charts ?? [])],
  keys: ["draw", "slots", "tickets", "hand", ...MECHANISMS.flatMap(({ keys }) => keys ?? [])],
  gestures: ["tap_card", "hold", "players"],
  remember,
};
