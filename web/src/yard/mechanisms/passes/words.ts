import { t } from "../../../i18n";
import { cardsText } from "../../../lib/names";
import type { YardTelling } from "../../mechanism";

export const telling: YardTelling = {
  events: {
    final_round: { tell: (event) => t("yard.event.final_round", { count: event.turns_left }) },
    new_pass: {
      tell({ pass, deck, cards }) {
        const begins = t("yard.event.new_pass", { pass, deck });
        return cards ? `${begins} ${t("yard.event.dealt", { cards: cardsText(cards) })}` : begins;
      },
    },
  },
};
