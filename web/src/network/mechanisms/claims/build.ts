// Claiming a route: its texts and settings.
import { t } from "../../../i18n";
import type { Build } from "../../mechanism";
import { claims } from "./actions";
import About from "./About.svelte";

export const build: Build = {
  on: "route",
  payments: claims,
  confirmation: "routes",
  title: (route, names) => t("payment.claim", { route: names.routeName(route) }),
  description: (route, names) => t("doing.claim", { route: names.routeName(route) }),
  confirm: "payment.do_claim",
  rule(id, names) {
    const route = names.route(id);
    if (route && route.kind !== "normal") return route.kind;
    return route?.twins.length ? "double" : route?.color === "gray" ? "claim-gray" : "claim";
  },
  About,
  hint: "board.hint_route",
};
