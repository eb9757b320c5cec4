import { t } from "../../../i18n";
import { ownName } from "../../../lib/cardnames.svelte";
import { singleCards } from "../../../lib/names";
import { drawPresentations } from "../../../table/cards";
import type { NetworkTexts } from "../../mechanism";

export const texts: NetworkTexts = {
  events: {
    took: drawPresentations.took,
    drew: drawPresentations.drew,
    market_reset: {
      describe({ market }) {
        const cards = singleCards(market.filter((color) => color !== null));
        const name = ownName("wild");
        return name === undefined
          ? t("event.market_reset", { cards })
          : t("event.market_reset_own", { cards, name });
      },
    },
    reshuffled: { describe: ({ deck }) => t("event.reshuffled", { count: deck }) },
  },
};
