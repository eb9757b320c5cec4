// Cards in place of others: after the claim, the player chooses them one at a time.
import { t } from "../../../i18n";
import { typedQuestion, type NetworkMechanism } from "../../mechanism";
import { build } from "../claims/build";
import { othersFor } from "./actions";
import GivePanel from "./GivePanel.svelte";

export const mechanism: NetworkMechanism = {
  question({ view }) {
    const owed = view?.owed;
    if (!owed) return null;
    return typedQuestion({
      key: `${owed.seat} ${owed.route}`,
      Panel: GivePanel,
      props: { owed },
      route: owed.route,
      place: { build, id: owed.route },
    });
  },
  extraCost(id, payment, { names, ruleset }) {
    const count = ruleset ? othersFor(names.route(id), payment, ruleset) : 0;
    return count ? t("payment.besides", { count }) : "";
  },
};
