import { t } from "../../../i18n";
import { ownName } from "../../../lib/cardnames.svelte";
import { singleCards } from "../../../lib/names";
import { drawing } from "../../../table/cards";
import type { NetworkTelling } from "../../mechanism";

export const telling: NetworkTelling = {
  events: {
    took: drawing.took,
    drew: drawing.drew,
    market_reset: {
      tell({ market }) {
        const cards = singleCards(market.filter((color) => color !== null));
        const name = ownName("wild");
        return name === undefined
          ? t("event.market_reset", { cards })
          : t("event.market_reset_own", { cards, name });
      },
    },
    reshuffled: { tell: ({ deck }) => t("event.reshuffled", { count: deck }) },
  },
};
