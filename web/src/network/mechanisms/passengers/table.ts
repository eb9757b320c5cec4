// Passengers: the figures at cities and countries, and which of them are taken along.
import { cityKey, idOf } from "../../../board/drawing";
import { list, t } from "../../../i18n";
import { countOf } from "../../../lib/legal";
import { colorName, entries } from "../../../lib/names";
import type { Counts } from "../../../lib/types";
import { typedQuestion, type NetworkMechanism } from "../../mechanism";
import BoardingPanel from "./BoardingPanel.svelte";
import { showFigures } from "./figures";

const counted = (figures: Counts): string =>
  list(entries(figures).map(([color, count]) => t("passengers.number", { color: colorName(color), count })));

/** A player's figures by color. */
const named = (figures: Counts): string =>
  countOf(figures) ? t("player.passengers_each", { passengers: counted(figures) }) : t("player.passengers");

export const mechanism: NetworkMechanism = {
  question({ view, mustAct }) {
    if (!mustAct || view?.phase !== "boarding") return null;
    const place = view.boarding?.[0];
    return typedQuestion({
      key: `${view.turn} ${place}`,
      Panel: BoardingPanel,
      props: { place: place ?? "" },
    });
  },
  figures: ({ passengers }, { numbers }) =>
    numbers.passengers
      ? [{ icon: "person", label: named(passengers ?? {}), value: countOf(passengers ?? {}), chip: true }]
      : [],
  draw(drawing, { view, names, ruleset }) {
    if (ruleset?.numbers.passengers) showFigures(drawing, view?.figures ?? {}, names);
  },
  describe(key, _owner, { view, ruleset, names }) {
    const id = idOf(key);
    if (key !== cityKey(id) || !view?.figures) return null;
    const place = ruleset?.cities.find((city) => city.id === id)?.country ?? id;
    const figures = view.figures[place];
    return figures ? t("passengers.at", { place: names.place(id), passengers: counted(figures) }) : null;
  },
};
