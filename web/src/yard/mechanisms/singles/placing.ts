// Placing three single cards from the hand.
import { t } from "../../../i18n";
import { cardsOf } from "../../../lib/names";
import type { Placing } from "../../mechanism";
import { trios, triosWith } from "./actions";
import TrioPanel from "./TrioPanel.svelte";

export const placing: Placing = {
  payments: (legal, color) => triosWith(trios(legal), [color]),
  isLegal: (legal) => trios(legal).length > 0,
  label: (color, count) => t("yard.hand_single", { cards: cardsOf(color, count) }),
  Panel: TrioPanel,
  instead: "yard.place_trio",
};
