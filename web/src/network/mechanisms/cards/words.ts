import { t } from "../../../i18n";
import { singleCards } from "../../../lib/names";
import { drawing } from "../../../table/cards";
import type { NetworkTelling } from "../../mechanism";

export const telling: NetworkTelling = {
  events: {
    took: drawing.took,
    drew: drawing.drew,
    market_reset: {
      tell: ({ market }) =>
        t("event.market_reset", { cards: singleCards(market.filter((color) => color !== null)) }),
    },
    reshuffled: { tell: ({ deck }) => t("event.reshuffled", { count: deck }) },
  },
};
