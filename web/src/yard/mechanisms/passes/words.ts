import { t } from "../../../i18n";
import { cardsText } from "../../../lib/names";
import type { YardTexts } from "../../mechanism";

export const texts: YardTexts = {
  events: {
    final_round: { describe: (event) => t("yard.event.final_round", { count: event.turns_left }) },
    new_pass: {
      describe({ pass, deck, cards }) {
        const begins = t("yard.event.new_pass", { pass, deck });
        return cards ? `${begins} ${t("yard.event.dealt", { cards: cardsText(cards) })}` : begins;
      },
    },
  },
};
