// Warehouses and depots: whose warehouse gets a card, which one is taken, where depots stand.
import { t } from "../../../i18n";
import { cityKey, idOf } from "../../../board/drawing";
import { typedQuestion, type NetworkMechanism } from "../../mechanism";
import { build } from "./build";
import { showDepots } from "./piece";
import Tools from "./Tools.svelte";
import WarehousePanel from "./WarehousePanel.svelte";

export const mechanism: NetworkMechanism = {
  build,
  Tools,
  question({ view, mustAct }) {
    const collecting = view?.phase === "collecting";
    if (!mustAct || (!collecting && view?.phase !== "storing")) return null;
    return typedQuestion({
      key: [view.phase, view.turn, view.players.map(({ warehouse }) => warehouse)].join(" "),
      Panel: WarehousePanel,
      props: { collecting },
    });
  },
  figures: ({ depots, warehouse }, { numbers }) =>
    numbers.depots
      ? [
          { icon: "depot", label: t("player.depots"), value: depots ?? 0 },
          { icon: "warehouse", label: t("player.warehouse"), value: warehouse ?? 0, chip: true },
        ]
      : [],
  owners: ({ players }) =>
    players.flatMap(({ seat, depots_placed }) =>
      (depots_placed ?? []).map((id): [string, number] => [cityKey(id), seat]),
    ),
  draw(drawing, { view, ruleset }) {
    if (!ruleset?.numbers.depots) return;
    showDepots(drawing, new Set(view?.players.flatMap(({ depots_placed }) => depots_placed ?? [])));
  },
  describe(key, owner, game) {
    const id = idOf(key);
    if (key !== cityKey(id) || owner === undefined) return null;
    if (!game.view?.players[owner]?.depots_placed?.includes(id)) return null;
    return t("depots.city", { city: game.names.place(id), name: game.nameOf(owner) });
  },
};
