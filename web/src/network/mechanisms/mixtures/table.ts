// Mixtures: from which of two decks tickets come.
import { t } from "../../../i18n";
import { typedQuestion, type NetworkMechanism } from "../../mechanism";
import MixturePanel from "./MixturePanel.svelte";

export const mechanism: NetworkMechanism = {
  question({ view, mustAct }) {
    if (!mustAct || (view?.phase !== "dealing" && view?.phase !== "mixing")) return null;
    return typedQuestion({ key: `${view.phase} ${view.turn}`, Panel: MixturePanel, props: {} });
  },
  figures: ({ long_tickets }, { numbers }) =>
    numbers.mixture
      ? [{ icon: "plus_ticket", label: t("player.long_tickets"), value: long_tickets ?? 0 }]
      : [],
};
