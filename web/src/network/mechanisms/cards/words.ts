import { t } from "../../../i18n";
import { singleCards } from "../../../lib/names";
import { drawPresentations } from "../../../table/cards";
import type { NetworkTexts } from "../../mechanism";

export const texts: NetworkTexts = {
  events: {
    took: drawPresentations.took,
    drew: drawPresentations.drew,
    market_reset: {
      describe: ({ market }) =>
        t("event.market_reset", { cards: singleCards(market.filter((color) => color !== null)) }),
    },
    reshuffled: { describe: ({ deck }) => t("event.reshuffled", { count: deck }) },
  },
};
