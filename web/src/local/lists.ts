// The lists of the tables on this device: unfinished ones, and past games.
import type { Waiting } from "../lib/types";
import { infoOf, localSeats, playedSeats, type StoredTable } from "./storedtable";
import * as offline from "./offline";
import { accuracyOf } from "./statistics";
import type { Store } from "./store";

const PAGE = 20;

/** The tables that are not over; first those where somebody on this device has to act. */
export async function waiting(store: Store, user: string | null): Promise<Waiting[]> {
  const tables = (await store.list()).filter(
    (table) => table.state === "playing" && offline.isListed(table, user),
  );
  tables.sort((a, b) => b.changed.localeCompare(a.changed));
  tables.sort((a, b) => Number(b.standing?.your_turn) - Number(a.standing?.your_turn));
  return tables.map((table) => ({ table: infoOf(table), standing: table.standing }));
}

/** The finished games, newest first. */
export async function finished(store: Store): Promise<StoredTable[]> {
  const tables = (await store.list()).filter(({ state }) => state === "over");
  return tables.sort((a, b) => b.changed.localeCompare(a.changed));
}

/** A page of the finished games that match the filters `ruleset`, `who`, `result` and `user`, starting at `before`. */
export async function played(store: Store, wanted: URLSearchParams) {
  const [ruleset, who, result] = ["ruleset", "who", "result"].map((name) => wanted.get(name) ?? "");
  const before = Number(wanted.get("before") ?? 0);
  const user = wanted.get("user");
  const found = (await finished(store)).filter((table) => {
    const seats = playedSeats(table);
    const won = localSeats(table).some((seat) => seats[seat]!.won);
    return (
      !table.imported &&
      offline.isListed(table, user) &&
      (!ruleset || table.ruleset === ruleset) &&
      (!who || seats.some(({ name }) => name?.toLowerCase().includes(who.toLowerCase()))) &&
      (!result || result === (table.abandoned ? "unfinished" : won ? "won" : "lost"))
    );
  });
  const end = before + PAGE;
  const games = found.slice(before, end).map(async (table) => {
    const review = await store.review(table.id);
    return {
      table: table.id,
      ruleset: table.ruleset,
      ended: table.changed,
      you: localSeats(table),
      abandoned: table.abandoned,
      offline: !!table.offline,
      seats: playedSeats(table).map((seat) => ({
        ...seat,
        accuracy: accuracyOf(review, seat.seat, table.handed),
      })),
    };
  });
  return {
    games: await Promise.all(games),
    more: end < found.length ? String(end) : null,
  };
}
