// Tickets: held and on offer.
import { t } from "../../../i18n";
import type { YardMechanism } from "../../mechanism";

export const mechanism: YardMechanism = {
  figures: ({ tickets }) => [{ icon: "ticket", label: t("yard.tickets_held"), value: tickets, chip: true }],
  charts: ["completed"],
};
