// The ceremony of a card game: the tickets that everybody completed and those that were lost, then city after city.
import { list, t } from "../../i18n";
import { titleText } from "../../lib/ends";
import type { LogEntry, YardView } from "../../lib/types";
import { AWARD, LAST, PART, TURN, type Beat } from "../../table/end/ceremony";

export interface Setting {
  outcome: NonNullable<YardView["outcome"]>;
  log: LogEntry[];
  /** The big cities: their ids, names and values. */
  cities: { id: string; name: string; points: number }[];
  who(seat: number): string;
  mine(seat: number): boolean;
}

/** Everybody begins with nothing: tickets that were completed in an earlier pass are turned again. */
export const base = ({ outcome }: Setting): Map<number, number> =>
  new Map(outcome.players.map(({ seat }) => [seat, 0]));

/** Rows that a seat placed and robbed, and that it lost to others. */
export function rowsOf(log: LogEntry[], seat: number): { placed: number; robbed: number; lost: number } {
  const events = log.flatMap((entry) => entry.events);
  const count = (wanted: (event: (typeof events)[number]) => number) =>
    events.reduce((sum, event) => sum + wanted(event), 0);
  return {
    placed: count((event) => (event.event === "placed" && event.seat === seat ? event.rows.length : 0)),
    robbed: count((event) => (event.event === "robbed" && event.seat === seat ? 1 : 0)),
    lost: count((event) => (event.event === "robbed" && event.victim === seat ? 1 : 0)),
  };
}

export function rowsText(log: LogEntry[], seat: number): string {
  const { placed, robbed, lost } = rowsOf(log, seat);
  return list([
    t("yard.end_rows", { count: placed }),
    t("yard.end_robbed", { count: robbed }),
    t("yard.end_victim", { count: lost }),
  ]);
}

export function beats(setting: Setting): Beat[] {
  const { outcome, cities, who } = setting;
  const made: Beat[] = [];
  for (const result of outcome.players) {
    const { seat } = result;
    made.push({ seat, weight: PART, label: rowsText(setting.log, seat), gains: new Map() });
    // What was completed first, what was not at the end.
    const order = [...result.tickets_list].sort((a, b) => Number(b.scored > 0) - Number(a.scored > 0));
    for (const ticket of order) {
      const { scored } = ticket;
      made.push({ seat, weight: TURN, ticket, gains: new Map([[seat, scored]]), cities: ticket.cities });
    }
    made.at(-1)!.spoken = t("yard.end_spoken", {
      name: who(seat),
      done: result.tickets_completed,
      count: result.tickets_list.length,
      lost: result.tickets_list.length - result.tickets_completed,
      total: result.tickets + result.lost,
    });
  }
  for (const city of cities) {
    const seats = outcome.players.filter((player) => player.cities.includes(city.id)).map(({ seat }) => seat);
    if (!seats.length) continue;
    made.push({
      seat: null,
      weight: AWARD,
      label: city.name,
      gains: new Map(seats.map((seat) => [seat, city.points])),
      cities: [city.id],
      spoken: t("yard.end_city_spoken", {
        city: city.name,
        names: list(seats.map(who)),
        points: city.points,
      }),
    });
  }
  made.push({
    seat: null,
    weight: LAST,
    label: titleText(outcome.winners, setting),
    gains: new Map(),
  });
  return made;
}
