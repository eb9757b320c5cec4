// What only happens in the map games, in words.
import { list, t } from "../i18n";
import { cardsText, oneCard } from "../lib/names";
import { commonSound, type Sound } from "../lib/sounds";
import type { NetworkEvent, NetworkView } from "../lib/types";
import { subject, tellCommon, ticketsText, type Teller } from "../lib/words";

export function prompt({ phase }: NetworkView): string {
  if (phase === "second_draw") return t("status.second_draw");
  if (phase === "tunnel") return t("status.tunnel");
  return t("status.turn");
}

export function tell(event: NetworkEvent, teller: Teller): string {
  const { names } = teller;
  switch (event.event) {
    case "market_reset":
      return t("event.market_reset", {
        cards: list(event.market.flatMap((color) => (color ? [oneCard(color)] : []))),
      });
    case "reshuffled":
      return t("event.reshuffled", { count: event.deck });
    case "claimed":
      return t("event.claimed", {
        ...subject(event.seat, teller),
        route: names.routeName(event.route),
        cards: cardsText(event.payment),
        points: event.points,
      });
    case "tunnel":
      return t("event.tunnel", {
        ...subject(event.seat, teller),
        route: names.routeName(event.route),
        cards: list(event.revealed.map(oneCard)),
        revealed: event.revealed.length,
        surcharge: event.surcharge,
      });
    case "surcharge":
      return t("event.surcharge", { ...subject(event.seat, teller), cards: cardsText(event.payment) });
    case "withdrew":
      return t("event.withdrew", { ...subject(event.seat, teller), route: names.routeName(event.route) });
    case "station":
      return t("event.station", {
        ...subject(event.seat, teller),
        city: names.place(event.city),
        cards: cardsText(event.payment),
      });
    case "ticket_done":
      return t("event.ticket_done", { ticket: ticketsText([event.ticket], teller) });
    case "final_round":
      // On a map it is always somebody whose trains run out.
      return t("event.final_round", { ...subject(event.seat!, teller), count: event.turns_left });
    default:
      return tellCommon(event, teller);
  }
}

/** What only happens in the map games, for the ear. */
export function sound(event: NetworkEvent, mine: boolean): Sound | null {
  switch (event.event) {
    case "claimed":
    case "station":
      return "train";
    case "tunnel":
      return "tunnel";
    default:
      return commonSound(event, mine);
  }
}
