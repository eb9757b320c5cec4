import { list, t } from "../../../i18n";
import { subject } from "../../../lib/words";
import type { YardTexts } from "../../mechanism";

export const texts: YardTexts = {
  prompt: ({ phase }) => (phase === "declaration" ? t("yard.declaration") : null),
  waiting: ({ phase }, names) =>
    phase === "declaration" ? t("status.waiting_declaration", { names }) : null,
  chosen: ({ phase }, count) => (phase === "declaration" ? t("chosen.declared", { count }) : null),
  events: {
    declaring: { describe: () => t("yard.event.declaring") },
    declared: { describe: (event, context) => t("yard.event.declared", subject(event.seat, context)) },
    scored: {
      sound: "ticket",
      causes: ({ players }) =>
        players.flatMap(({ seat, tickets }) =>
          tickets.length ? [{ seat, occasion: "ticket" as const }] : [],
        ),
      describe: ({ players }, context) =>
        t("yard.event.scored", {
          players: list(
            players.map(({ seat, tickets, points }) =>
              t("yard.event.scored_each", {
                ...subject(seat, context),
                count: tickets.length,
                points: t("player.points", { count: points }),
              }),
            ),
          ),
        }),
    },
  },
};
