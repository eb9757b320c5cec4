import { t } from "../../../i18n";
import { cityKey } from "../../../board/drawing";
import { cardsText } from "../../../lib/names";
import { subject, type TextContext } from "../../../lib/words";
import { recentText } from "../../../table/recenttext";
import type { NetworkTexts } from "../../mechanism";

/** Whose warehouse it is, as a choice of messages: the actor's, the viewer's or somebody else's. */
const whose = (seat: number, owner: number, context: TextContext) => ({
  whose: seat === owner ? "self" : context.mine(owner) ? "you" : "other",
  owner: context.nameOf(owner),
});

const PROMPTS = {
  placing: "status.placing",
  storing: "status.storing",
  collecting: "status.collecting",
} as const;

export const texts: NetworkTexts = {
  prompt: ({ phase }) => (phase in PROMPTS ? t(PROMPTS[phase as keyof typeof PROMPTS]) : null),
  events: {
    depot: {
      describe: ({ seat, city }, context) =>
        t("event.depot", { ...subject(seat, context), city: context.names.place(city) }),
      sound: "train",
      rests: 350,
      recent: ({ city }, name, { names }) => ({
        icon: "depot",
        ...recentText("depot", { name, city: names.place(city) }),
        place: cityKey(city),
      }),
    },
    announced: { describe: ({ seat }, context) => t("event.announced", subject(seat, context)) },
    stored: {
      describe: ({ seat, warehouse }, context) =>
        t("event.stored", { ...subject(seat, context), ...whose(seat, warehouse, context) }),
      flights: ({ warehouse }, stage) => [{ from: "[data-deck]", to: stage.plate(warehouse), face: "back" }],
    },
    collected: {
      describe({ seat, warehouse, count, cards }, context) {
        const values = { ...subject(seat, context), ...whose(seat, warehouse, context), count };
        return cards
          ? t("event.collected_known", { ...values, cards: cardsText(cards) })
          : t("event.collected", values);
      },
      flights: ({ seat, warehouse, count }, stage) =>
        Array.from({ length: count }, (_, order) => ({
          from: stage.plate(warehouse),
          to: stage.cardPlace(seat),
          face: "back",
          order,
        })),
      recent: ({ count }, name) => ({
        icon: "warehouse",
        ...recentText("collected", { name, count }),
        place: null,
      }),
    },
    left: { describe: ({ seat }, context) => t("event.left", subject(seat, context)) },
    emptied: { describe: ({ deck }) => t("event.emptied", { count: deck }) },
  },
};
