import { list, t } from "../../../i18n";
import { subject } from "../../../lib/words";
import type { YardTelling } from "../../mechanism";

export const telling: YardTelling = {
  prompt: ({ phase }) => (phase === "declaration" ? t("yard.declaration") : null),
  waiting: ({ phase }, names) =>
    phase === "declaration" ? t("status.waiting_declaration", { names }) : null,
  chosen: ({ phase }, count) => (phase === "declaration" ? t("chosen.declared", { count }) : null),
  events: {
    declaring: { tell: () => t("yard.event.declaring") },
    declared: { tell: (event, teller) => t("yard.event.declared", subject(event.seat, teller)) },
    scored: {
      sound: "ticket",
      causes: ({ players }) =>
        players.flatMap(({ seat, tickets }) =>
          tickets.length ? [{ seat, occasion: "ticket" as const }] : [],
        ),
      tell: ({ players }, teller) =>
        t("yard.event.scored", {
          players: list(
            players.map(({ seat, tickets, points }) =>
              t("yard.event.scored_each", {
                ...subject(seat, teller),
                count: tickets.length,
                points: t("player.points", { count: points }),
              }),
            ),
          ),
        }),
    },
  },
};
