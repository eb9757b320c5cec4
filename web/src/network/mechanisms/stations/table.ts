// Stations: cities in which another player's route may be used.
import { t } from "../../../i18n";
import { cityKey, idOf } from "../../../board/drawing";
import type { NetworkMechanism } from "../../mechanism";
import { build } from "./build";
import Tools from "./Tools.svelte";

export const mechanism: NetworkMechanism = {
  build,
  figures: ({ stations: value }, { stations }) =>
    stations ? [{ icon: "station", label: t("player.stations"), value }] : [],
  Tools,
  owners: ({ players }) =>
    players.flatMap(({ seat, stations_built }) =>
      stations_built.map((id): [string, number] => [cityKey(id), seat]),
    ),
  describe(key, owner, game) {
    const id = idOf(key);
    if (key !== cityKey(id) || owner === undefined) return null;
    if (!game.view?.players[owner]?.stations_built.includes(id)) return null;
    return t("board.city_station", { city: game.names.place(id), name: game.nameOf(owner) });
  },
};
