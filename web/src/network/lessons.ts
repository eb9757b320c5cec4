// What a guide tells at a map game. What only some boards have is told where there is some of it.
import type { Values } from "../i18n";
import { did, when } from "../learn/lessons";
import type { Lesson, Situation } from "../lib/lesson";
import type { NetworkTicketView, RouteInfo } from "../lib/types";

type Now = Situation<"network">;

/** Turns of each player after which somebody knows what a turn is. */
const TURNS = 10;
/** Trains of which there are so few that the end is near. */
const FEW = 12;

const acting = ({ view, seat }: Now): boolean => view.to_act.includes(seat);
const own = ({ view, seat }: Now) => view.players[seat]!;

/** The longest route of a sort that can be claimed now. */
function claimable({ legal, ruleset }: Now, sort: (route: RouteInfo) => boolean): RouteInfo | undefined {
  return ruleset.routes
    .filter((route) => legal.claims.has(route.id) && sort(route))
    .sort((a, b) => b.length - a.length)[0];
}

const onBoard = (route: RouteInfo | undefined): string => (route ? `[data-route="${route.id}"]` : ".drawing");

/** A lesson about routes of one sort, told when the first of them can be claimed. */
function about(
  id: string,
  rule: string,
  sort: (route: RouteInfo, now: Now) => boolean,
  more: (now: Now) => Values = () => ({}),
): Lesson<"network"> {
  const route = (now: Now) => claimable(now, (one) => sort(one, now));
  return {
    id,
    rule,
    sees: (now) => {
      const found = route(now);
      return found
        ? { route: now.names.routeName(found.id), cost: now.names.routeCost(found.id), ...more(now) }
        : null;
    },
    target: (now) => onBoard(route(now)),
  };
}

/** A lesson about a ticket of the own, told when there is one of that sort. */
function aboutTicket(
  id: string,
  rule: string,
  sort: (ticket: NetworkTicketView, now: Now) => boolean,
): Lesson<"network"> {
  return {
    id,
    rule,
    sees: (now) => {
      const found = now.view.tickets.find((ticket) => sort(ticket, now));
      return found ? { ticket: now.names.ticketName(found), points: Math.max(...found.points) } : null;
    },
    target: () => "section.tickets",
  };
}

const twinsOpen = ({ view, ruleset }: Now): boolean => view.players_count >= ruleset.numbers.twins_open_from;

/** Whoever has fewest trains left. */
const shortest = ({ view }: Now) => [...view.players].sort((a, b) => a.trains - b.trains)[0]!;
const nearEnd = (now: Now): boolean =>
  !now.view.outcome && !now.view.final_round && shortest(now).trains <= FEW;

export const lessons: Lesson<"network">[] = [
  {
    id: "score",
    rule: "score",
    sees: ({ view }) => when(view.outcome !== null),
    target: () => ".end",
  },
  {
    id: "opening",
    rule: "start-tickets",
    sees: (now) =>
      now.view.phase === "opening" && acting(now) ? { keep: now.ruleset.numbers.start_keep } : null,
    target: () => ".offer",
    over: ({ view }) => view.phase !== "opening",
  },
  {
    id: "long-ticket",
    rule: "start-tickets",
    sees: ({ view }) => when(view.phase === "opening" && view.offer.some((ticket) => ticket.long)),
    target: () => ".offer",
    over: ({ view }) => view.phase !== "opening",
  },
  {
    id: "surcharge",
    rule: "tunnel-surcharge",
    sees: ({ view, seat }) => (view.tunnel?.seat === seat ? { count: view.tunnel.surcharge } : null),
    target: () => ".tunnel",
  },
  {
    id: "last-round",
    rule: "last-round",
    sees: ({ view }) => when(view.final_round !== null && view.outcome === null),
    target: () => "[data-status]",
  },
  {
    id: "hand",
    rule: "hand",
    sees: ({ view }) => when(view.phase !== "opening" && view.outcome === null),
    target: () => "[data-hand]",
    over: (now) => did(now, "took", "drew", "claimed"),
  },
  {
    id: "second",
    rule: "draw-refill",
    sees: (now) => when(now.view.phase === "second_draw" && acting(now)),
    target: () => ".market",
  },
  {
    id: "draw",
    rule: "draw",
    sees: (now) => when(now.legal.draw !== null && now.view.phase === "turn"),
    target: () => ".market",
    over: (now) => did(now, "took", "drew"),
  },
  aboutTicket("country-ticket", "country-ticket", (ticket) => ticket.to.length > 1),
  {
    id: "wild-free",
    rule: "draw-wild",
    sees: (now) => when(!now.ruleset.numbers.wild_ends_draw && now.legal.takes.has("wild")),
    target: () => '[data-slot][data-color="wild"]',
  },
  {
    id: "wild",
    rule: "draw-wild",
    sees: (now) => when(now.ruleset.numbers.wild_ends_draw && now.legal.takes.has("wild")),
    target: () => '[data-slot][data-color="wild"]',
  },
  {
    ...aboutTicket("ticket", "tickets", (ticket) => ticket.state === "open" && ticket.to.length === 1),
  },
  about("ferry", "ferry", (route) => route.kind === "ferry"),
  about(
    "tunnel",
    "tunnel",
    (route) => route.kind === "tunnel",
    ({ ruleset }) => ({
      count: ruleset.numbers.surcharge_cards,
    }),
  ),
  {
    ...about("claim", "claim", (route) => route.kind === "normal"),
    over: (now) => did(now, "claimed"),
  },
  {
    id: "points",
    rule: "points",
    sees: (now) => (own(now).routes.length > 0 ? { trains: own(now).trains } : null),
    target: (now) => `[data-seat="${now.seat}"]`,
  },
  about("gray", "claim-gray", (route) => route.color === "gray" && route.kind === "normal"),
  about("double", "double", (route, now) => route.twins.length > 0 && !twinsOpen(now)),
  about("double-open", "double", (route, now) => route.twins.length > 0 && twinsOpen(now)),
  aboutTicket("ticket-done", "tickets", (ticket) => ticket.state === "done"),
  aboutTicket("blocked", "tickets", (ticket) => ticket.state === "impossible"),
  {
    id: "station",
    rule: "station",
    sees: (now) =>
      now.legal.stations.size > 0 && own(now).routes.length > 0
        ? { points: now.ruleset.numbers.station_points }
        : null,
    target: () => "[data-stations]",
  },
  {
    id: "longest",
    rule: "longest",
    sees: (now) => (own(now).routes.length >= 3 ? { points: now.ruleset.numbers.longest } : null),
    target: () => ".drawing",
  },
  {
    id: "ticket-draw",
    rule: "ticket-draw",
    sees: (now) =>
      now.legal.tickets !== null &&
      now.view.tickets.length > 0 &&
      now.view.tickets.every((ticket) => ticket.state !== "open")
        ? { keep: now.ruleset.numbers.draw_keep }
        : null,
    target: () => "[data-ticket-deck]",
    over: (now) => did(now, "drew_tickets"),
  },
  {
    id: "own-end-near",
    rule: "last-round",
    sees: (now) =>
      nearEnd(now) && shortest(now).seat === now.seat
        ? { trains: own(now).trains, last: now.ruleset.numbers.last_trains }
        : null,
    target: (now) => `[data-seat="${now.seat}"]`,
  },
  {
    id: "end-near",
    rule: "last-round",
    sees: (now) =>
      nearEnd(now) && shortest(now).seat !== now.seat
        ? {
            name: now.who(shortest(now).seat),
            trains: shortest(now).trains,
            last: now.ruleset.numbers.last_trains,
          }
        : null,
    target: (now) => `[data-seat="${shortest(now).seat}"]`,
  },
  {
    id: "enough",
    rule: "turn",
    sees: (now) =>
      when(
        now.view.turn >= TURNS * now.view.players_count &&
          now.view.outcome === null &&
          own(now).routes.length > 0,
      ),
  },
];
