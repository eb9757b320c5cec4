import { t } from "../../../i18n";
import { cityKey } from "../../../board/drawing";
import { cardsText } from "../../../lib/names";
import { subject, type Teller } from "../../../lib/words";
import { recentText } from "../../../table/recenttext";
import type { NetworkTelling } from "../../mechanism";

/** Whose warehouse it is, as a choice of messages: the actor's, the viewer's or somebody else's. */
const whose = (seat: number, owner: number, teller: Teller) => ({
  whose: seat === owner ? "self" : teller.mine(owner) ? "you" : "other",
  owner: teller.who(owner),
});

const PROMPTS = {
  placing: "status.placing",
  storing: "status.storing",
  collecting: "status.collecting",
} as const;

export const telling: NetworkTelling = {
  prompt: ({ phase }) => (phase in PROMPTS ? t(PROMPTS[phase as keyof typeof PROMPTS]) : null),
  events: {
    depot: {
      tell: ({ seat, city }, teller) =>
        t("event.depot", { ...subject(seat, teller), city: teller.names.place(city) }),
      sound: "train",
      rests: 350,
      recent: ({ city }, name, { names }) => ({
        icon: "depot",
        ...recentText("depot", { name, city: names.place(city) }),
        place: cityKey(city),
      }),
    },
    announced: { tell: ({ seat }, teller) => t("event.announced", subject(seat, teller)) },
    stored: {
      tell: ({ seat, warehouse }, teller) =>
        t("event.stored", { ...subject(seat, teller), ...whose(seat, warehouse, teller) }),
      flights: ({ warehouse }, stage) => [{ from: "[data-deck]", to: stage.plate(warehouse), face: "back" }],
    },
    collected: {
      tell({ seat, warehouse, count, cards }, teller) {
        const values = { ...subject(seat, teller), ...whose(seat, warehouse, teller), count };
        return cards
          ? t("event.collected_known", { ...values, cards: cardsText(cards) })
          : t("event.collected", values);
      },
      flights: ({ seat, warehouse, count }, stage) =>
        Array.from({ length: count }, (_, order) => ({
          from: stage.plate(warehouse),
          to: stage.home(seat),
          face: "back",
          order,
        })),
      recent: ({ count }, name) => ({
        icon: "warehouse",
        ...recentText("collected", { name, count }),
        place: null,
      }),
    },
    left: { tell: ({ seat }, teller) => t("event.left", subject(seat, teller)) },
    emptied: { tell: ({ deck }) => t("event.emptied", { count: deck }) },
  },
};
