import { t } from "../../../i18n";
import type { HintTexts } from "../../../lib/hints";
import { ticketsText, type Teller } from "../../../lib/words";
import type { Reason } from "../../hints";

const named = (ids: string[], teller: Teller) => ({ tickets: ticketsText(ids, teller), count: ids.length });

export const advice: HintTexts<Reason> = {
  conditions: {
    open: (ticket, teller, wanted) =>
      t(wanted ? "ahead.open" : "ahead.not_open", { ticket: ticketsText([ticket], teller) }),
  },
  reasons: {
    completes: ({ tickets }, teller) => t("hint.completes", named(tickets, teller)),
    tickets: ({ route, tickets }, teller) =>
      t("hint.tickets", { route: teller.names.routeName(route), ...named(tickets, teller) }),
    another_way: ({ route, tickets }, teller) =>
      t("hint.another_way", { route: teller.names.routeName(route), ...named(tickets, teller) }),
    planned: ({ ticket, points, trains }, teller) =>
      t("hint.planned", { tickets: ticketsText([ticket], teller), points, trains }),
    together: ({ tickets, routes }, teller) =>
      t("hint.together", {
        ...named(tickets, teller),
        shared: routes.length,
        route: teller.names.routeName(routes[0]!),
      }),
    connected: ({ ticket }, teller) => t("hint.connected", named([ticket], teller)),
    unplanned: ({ ticket }, teller) => t("hint.unplanned", named([ticket], teller)),
    out_of_plan: ({ ticket }, teller) => t("hint.out_of_plan", named([ticket], teller)),
    more_tickets: () => t("hint.more_tickets"),
    gamble: () => t("hint.gamble"),
  },
};
