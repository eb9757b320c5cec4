// Tickets: held, on offer, and what they still need.
import { showPins } from "../../../board/pins";
import { t } from "../../../i18n";
import type { NetworkMechanism } from "../../mechanism";
import { pinsOf } from "./pins";

export const mechanism: NetworkMechanism = {
  figures: ({ tickets }) => [{ icon: "ticket", label: t("player.tickets"), value: tickets }],
  charts: ["completed"],
  draw(drawing, { view, names }) {
    if (view) showPins(drawing, pinsOf(view, names));
  },
};
