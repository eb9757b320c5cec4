// The room of a club: the chat, and when to load the club again.
import type { ClubMessage } from "../lib/types";
import { RoomSocket } from "../meeting/roomsocket.svelte";
import { clubs } from "./requests";

export class ClubRoom extends RoomSocket<Extract<ClubMessage, { type: "club_changed" }>> {
  /** `changed` is called for every change, and once per connection. */
  constructor(
    club: string,
    private readonly changed: () => void,
  ) {
    super(`/api/clubs/${encodeURIComponent(club)}/socket`, () => clubs.chat(club), { club });
  }

  protected take(): void {
    this.changed();
  }
}
