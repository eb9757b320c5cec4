// Train cards: face-up ones, the deck and the discard pile.
import { t } from "../../../i18n";
import type { NetworkMechanism } from "../../mechanism";

export const mechanism: NetworkMechanism = {
  figures: ({ cards }) => [{ icon: "card", label: t("player.cards"), value: cards, chip: true }],
  charts: ["cards"],
};
