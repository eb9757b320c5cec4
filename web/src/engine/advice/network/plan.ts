// The plan for the tickets of a seat, and the obstacles on routes.

import type { NetworkPlan, NetworkTicketPlan } from "../../../lib/types";
import type { Knowledge } from "../../telling/knowledge";
import { Planner } from "../planner";
import { Journeys } from "./journeys";
import { cardsNeeded } from "./needs";
import { obstacles } from "./obstacles";

/** The engine's number of the state of a complete ticket. */
const DONE = 1;

export function networkPlan(knowledge: Knowledge, seat: number): NetworkPlan {
  const own = knowledge
    .members("tickets", seat)
    .filter((number) => knowledge.ask("ticket_state", seat, number) !== DONE);
  return Planner.with(knowledge, (planner) => {
    const journeys = new Journeys(knowledge, seat, planner);
    return {
      machine: "network",
      version: knowledge.number("ply"),
      tickets: [
        ...own.map((number) => ticketPlan(knowledge, planner, journeys, number, false)),
        ...knowledge.offer.map((number) => ticketPlan(knowledge, planner, journeys, number, true)),
      ],
      routes: obstacles(knowledge, seat),
    };
  });
}

/** The best path for a ticket. */
function ticketPlan(
  knowledge: Knowledge,
  planner: Planner,
  journeys: Journeys,
  number: number,
  offered: boolean,
): NetworkTicketPlan {
  const { id, points, to } = knowledge.engine.ruleset.info.tickets[number]!;
  const way = journeys.best(number);
  const built = way?.stations.filter((step) => !step.built).length ?? 0;
  return {
    id,
    offered,
    possible: way !== null,
    to: way && to[way.target]!,
    points: way ? points[way.target]! : 0,
    routes: way?.claims.map((route) => knowledge.route(route)) ?? [],
    ways: way ? journeys.near(number, way).map((route) => knowledge.route(route)) : [],
    borrowed:
      way?.stations.map(({ built, route, station }) => ({
        route: knowledge.route(route),
        city: knowledge.city(station!),
        built,
      })) ?? [],
    trains: way?.trains ?? 0,
    lacking: way
      ? cardsNeeded(knowledge.engine, planner, way.claims, built)
      : { colors: {}, gray: 0, wilds: 0 },
  };
}
