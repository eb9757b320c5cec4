// The page of open tables: their list, kept up to date by the server, and the chat of one of the rooms there.
import type { Language } from "../i18n";
import { meeting } from "../lib/meeting";
import type { OpenTable, RoomMessage } from "../lib/types";
import { RoomSocket } from "./roomsocket.svelte";

type About = Extract<RoomMessage, { type: "open" | "open_changes" }>;

export class Room extends RoomSocket<About> {
  tables = $state.raw<OpenTable[]>([]);
  people = $state(0);
  /** The languages with a room of their own. */
  rooms = $state.raw<string[]>([]);
  private version = 0;

  /** `language`: the language of the room; null: the room for all. `before`: the room shown until now. */
  constructor(
    readonly language: Language | null,
    before?: Room,
  ) {
    const query = language === null ? "" : `?language=${language}`;
    super(`/api/open/socket${query}`, () => meeting.roomChat(language), { language });
    if (before) [this.tables, this.people, this.rooms] = [before.tables, before.people, before.rooms];
  }

  protected take(message: About): void {
    if (message.type === "open") {
      this.rooms = message.rooms;
      return this.show(message.tables, message);
    }
    // After a missed message the list is useless; a new connection starts with a complete one.
    if (message.version !== this.version + 1) return this.restart();
    const known = new Map(this.tables.map((table) => [table.id, table]));
    for (const id of message.removed) known.delete(id);
    for (const table of message.tables) known.set(table.id, table);
    this.show([...known.values()], message);
  }

  /** Show these tables: first those with waiting players, then the oldest ones. */
  private show(tables: OpenTable[], { version, people }: { version: number; people: number }): void {
    const order = (table: OpenTable): string => `${table.here ? 0 : 1}${table.created}${table.id}`;
    this.tables = tables.sort((one, other) => (order(one) < order(other) ? -1 : 1));
    this.version = version;
    this.people = people;
  }
}
