// The ceremony of a map game: everybody's tickets one by one, stations that were not built, the longest trail.
import { list, t } from "../../i18n";
import { titleText } from "../../lib/ends";
import type { Names } from "../../lib/names";
import type { NetworkView } from "../../lib/types";
import { AWARD, LAST, PART, TURN, type Beat } from "../../table/end/ceremony";

export interface Setting {
  view: NetworkView;
  outcome: NonNullable<NetworkView["outcome"]>;
  names: Names;
  /** Whether the game is played with stations. */
  stations: boolean;
  who(seat: number): string;
  mine(seat: number): boolean;
}

/** The points for routes, which everybody knew before. */
export const base = ({ outcome }: Setting): Map<number, number> =>
  new Map(outcome.players.map(({ seat, routes }) => [seat, routes]));

export function beats(setting: Setting): Beat[] {
  const { view, outcome, names, who } = setting;
  const made: Beat[] = [];
  for (const result of outcome.players) {
    const { seat } = result;
    const routes = [...(view.players[seat]?.routes ?? []), ...Object.values(result.station_routes)];
    for (const ticket of result.tickets_list) {
      made.push({
        seat,
        weight: TURN,
        ticket,
        gains: new Map([[seat, ticket.scored]]),
        routes,
        cities: [ticket.from, ...ticket.to].flatMap((place) => names.citiesOf(place)),
      });
    }
    if (!result.tickets_list.length) {
      made.push({ seat, weight: PART, label: t("end.ceremony_none"), gains: new Map(), routes });
    }
    if (setting.stations) {
      made.push({
        seat,
        weight: PART,
        label: t("end.ceremony_stations"),
        gains: new Map([[seat, result.stations]]),
        routes: Object.values(result.station_routes),
        cities: view.players[seat]?.stations_built ?? [],
      });
    }
    made.at(-1)!.spoken = t("end.ceremony_tickets", {
      name: who(seat),
      done: result.tickets_completed,
      count: result.tickets_list.length,
      total: result.routes + result.tickets + result.stations,
    });
  }
  made.push(...trails(setting));
  made.push({
    seat: null,
    weight: LAST,
    label: titleText(outcome.winners, setting),
    gains: new Map(),
    routes: outcome.winners.flatMap((seat) => view.players[seat]?.routes ?? []),
  });
  return made;
}

/** Who holds the bonus for the longest trail; several may share it. */
function trails({ outcome, who }: Setting): Beat[] {
  const holders = outcome.players.filter(({ longest }) => longest > 0);
  return holders.map((holder, i): Beat => {
    const count = holder.longest_path;
    return {
      seat: null,
      weight: AWARD,
      label: t("end.ceremony_longest", { count }),
      gains: new Map([[holder.seat, holder.longest]]),
      routes: holder.trail,
      ...(i === 0 && {
        spoken: t("end.ceremony_longest_spoken", {
          names: list(holders.map(({ seat }) => who(seat))),
          count,
        }),
      }),
    };
  });
}
