// Placing a row from the hand.
import { t } from "../../../i18n";
import { cardsOf } from "../../../lib/names";
import type { Placing } from "../../mechanism";
import { sets } from "./actions";
import PlacePanel from "./PlacePanel.svelte";

export const placing: Placing = {
  payments: (legal, color) => sets(legal).get(color) ?? [],
  isLegal: (legal, color) => color !== null && sets(legal).has(color),
  label: (color, count) => t("yard.hand_pick", { cards: cardsOf(color, count) }),
  confirmation: "rows",
  Panel: PlacePanel,
  instead: "yard.place_set",
};
