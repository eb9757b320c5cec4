import { t } from "../../../i18n";
import type { HintTexts } from "../../../lib/hints";
import { ticketsText, type TextContext } from "../../../lib/words";
import type { Reason } from "../../hints";

const named = (ids: string[], context: TextContext) => ({
  tickets: ticketsText(ids, context),
  count: ids.length,
});

export const advice: HintTexts<Reason> = {
  conditions: {
    open: (ticket, context, wanted) =>
      t(wanted ? "ahead.open" : "ahead.not_open", { ticket: ticketsText([ticket], context) }),
  },
  reasons: {
    completes: ({ tickets }, context) => t("hint.completes", named(tickets, context)),
    tickets: ({ route, tickets }, context) =>
      t("hint.tickets", { route: context.names.routeName(route), ...named(tickets, context) }),
    another_way: ({ route, tickets }, context) =>
      t("hint.another_way", { route: context.names.routeName(route), ...named(tickets, context) }),
    planned: ({ ticket, points, trains }, context) =>
      t("hint.planned", { tickets: ticketsText([ticket], context), points, trains }),
    together: ({ tickets, routes }, context) =>
      t("hint.together", {
        ...named(tickets, context),
        shared: routes.length,
        route: context.names.routeName(routes[0]!),
      }),
    connected: ({ ticket }, context) => t("hint.connected", named([ticket], context)),
    unplanned: ({ ticket }, context) => t("hint.unplanned", named([ticket], context)),
    out_of_plan: ({ ticket }, context) => t("hint.out_of_plan", named([ticket], context)),
    more_tickets: () => t("hint.more_tickets"),
    gamble: () => t("hint.gamble"),
  },
};
