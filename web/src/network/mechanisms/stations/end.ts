import { t } from "../../../i18n";
import { PART } from "../../../table/end/ceremony";
import type { NetworkEnding } from "../../end/ending";

export const ending: NetworkEnding = {
  shown: ({ stations }) => stations > 0,
  extras: ({ station }, { names }) =>
    station ? [{ icon: "station", text: t("end.turn_station", { city: names.place(station) }) }] : [],
  beats: ({ ruleset, view }, { seat, stations, station_routes }) =>
    ruleset.stations
      ? [
          {
            seat,
            weight: PART,
            label: t("end.ceremony_stations"),
            gains: new Map([[seat, stations]]),
            routes: Object.values(station_routes),
            cities: view.players[seat]?.stations_built ?? [],
          },
        ]
      : [],
};
