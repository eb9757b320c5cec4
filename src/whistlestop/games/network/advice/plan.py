"""The plan for the tickets of a seat, and the obstacles on routes."""

from __future__ import annotations

from whistlestop.games.network.board.links import best_target
from whistlestop.games.plain import plain
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of

from .journeys import Journeys, look
from .needs import cards_needed
from .obstacles import obstacles
from .shapes import Borrowed, Lacking, NetworkPlan, NetworkTicketPlan


def plan(observation: Knowledge, seat: int, _look: bool) -> NetworkPlan:
    """Return the plan of the observation's seat."""
    o, r = observation.record, observation.ruleset.rules[0]
    journeys = Journeys(observation, seat, look(observation))
    own = [
        ticket
        for ticket in numbers_of(o["tickets"][seat])
        if plain(best_target)(r, o["link"][seat], ticket) < 0
    ]
    return NetworkPlan(
        version=int(o["ply"]),
        tickets=[
            *(_ticket(journeys, ticket, offered=False) for ticket in own),
            *(_ticket(journeys, ticket, offered=True) for ticket in observation.offer()),
        ],
        routes=obstacles(observation, seat),
    )


def _ticket(journeys: Journeys, number: int, *, offered: bool) -> NetworkTicketPlan:
    """Return the best path for a ticket."""
    ruleset, w = journeys.observation.ruleset, journeys.work
    ticket, r = ruleset.tickets[number], ruleset.rules[0]
    way = journeys.best(number)
    if way is None:
        return NetworkTicketPlan(
            id=ticket.id,
            offered=offered,
            possible=False,
            to=None,
            points=0,
            routes=[],
            ways=[],
            borrowed=[],
            trains=0,
            lacking=Lacking(colors={}, gray=0, wilds=0),
        )
    return NetworkTicketPlan(
        id=ticket.id,
        offered=offered,
        possible=True,
        to=ticket.targets[way.target],
        points=ticket.points[way.target],
        routes=[ruleset.routes[route].id for route in way.claims],
        ways=[ruleset.routes[route].id for route in journeys.near(number, way)],
        borrowed=[
            Borrowed(
                route=ruleset.routes[step.route].id, city=ruleset.cities[step.station].id, built=step.built
            )
            for step in way.stations
            if step.station is not None
        ],
        trains=way.trains,
        lacking=cards_needed(r, w, way.claims, sum(not step.built for step in way.stations)),
    )
