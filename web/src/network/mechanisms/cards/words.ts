import { t } from "../../../i18n";
import { singleCards } from "../../../lib/names";
import { drawing } from "../../../table/cards";
import type { NetworkTexts } from "../../mechanism";

export const texts: NetworkTexts = {
  events: {
    took: drawing.took,
    drew: drawing.drew,
    market_reset: {
      describe: ({ market }) =>
        t("event.market_reset", { cards: singleCards(market.filter((color) => color !== null)) }),
    },
    reshuffled: { describe: ({ deck }) => t("event.reshuffled", { count: deck }) },
  },
};
