// The player aid of a map game.
import { list } from "../i18n";
import { item, part, tell, type Aid } from "../lib/aid";
import { say } from "../lib/book";
import type { NetworkRulesetInfo } from "../lib/types";
import { openness, routePoints, scoring } from "./book";

export const aid: Aid = (any) => {
  const ruleset = any as NetworkRulesetInfo;
  const { numbers, routes, stations } = ruleset;
  const has = (kind: "ferry" | "tunnel") => routes.some((route) => route.kind === kind);
  const special = [
    has("ferry") && item(tell("ferry.title"), tell("ferry")),
    has("tunnel") && item(tell("tunnel.title"), tell("tunnel", { count: numbers.surcharge_cards })),
    routes.some((route) => route.twins.length > 0) &&
      item(say("double.title"), say("double"), say(openness(ruleset), { open: numbers.twins_open_from })),
  ];
  const countries = ruleset.tickets.some((ticket) => ticket.to.length > 1);
  const wilds = numbers.wilds_pay.includes("normal") ? "wilds" : "wilds_tunnels";
  const drawn = { count: numbers.draw_tickets, keep: numbers.draw_keep };
  return [
    part("turn", tell("turn"), [
      item(tell("draw.title"), tell("draw"), numbers.wild_ends_draw && tell("draw_wild")),
      item(tell("claim.title"), tell("claim"), tell(wilds)),
      item(tell("tickets.title"), tell("tickets", drawn)),
      stations > 0 && item(tell("station.title"), tell("station")),
    ]),
    ...(special.some(Boolean) ? [part("special", tell("special"), special)] : []),
    part("points", say("points.title"), [], routePoints(ruleset)),
    part(
      "end",
      say("section.end"),
      [
        item(say("last-round.title"), say("last-round", { trains: numbers.last_trains })),
        item(
          say("winner.title"),
          say("winner", { order: list(numbers.tie_breaks.map((one) => say(`tie.${one}`))) }),
        ),
      ],
      scoring(ruleset, countries),
    ),
  ];
};
