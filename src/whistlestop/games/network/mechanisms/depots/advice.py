"""Reasons to place depots, and to fill, take and leave warehouses (EUR-42 to EUR-46)."""

from __future__ import annotations

from whistlestop.games.network.advice import queries
from whistlestop.games.network.advice.findings import Findings
from whistlestop.games.network.advice.reasons import Reasons, last, time
from whistlestop.games.network.advice.shapes import NetworkReason
from whistlestop.games.plain import plain

from .rules import COLLECT, DEPOT, LEAVE, STORE


class Opening(NetworkReason, tag="opens"):
    """Claiming one of these planned routes to the city opens your warehouse, which has `cards` cards (EUR-44)."""

    city: str
    routes: list[str]
    cards: int


class Storing(NetworkReason, tag="stores"):
    """Claiming a route to one of the cities lets you take this warehouse, which then has `cards` cards (EUR-43)."""

    warehouse: int
    cards: int
    cities: list[str]


class Taking(NetworkReason, tag="takes"):
    """The depot brings you `cards` cards; `depots`: the number that you then have left (EUR-44)."""

    cards: int
    depots: int


class MostDepots(NetworkReason, tag="most_depots"):
    """The most depots left score `points`; you have `depots`, and no other player has more than `others` (EUR-46)."""

    points: int
    depots: int
    others: int


def opening(findings: Findings, city: int) -> list[NetworkReason]:
    """Name the planned routes that would open the warehouse of a depot in the city."""
    r, ruleset = findings.rules, findings.observation.ruleset
    routes = [
        ruleset.routes[route].id
        for route in findings.routes
        if city in (r["route_a"][route], r["route_b"][route])
        and not plain(queries.lends)(findings.work, route)
    ]
    cards = int(findings.observation.record["warehouse_size"][findings.seat])
    return [Opening(city=ruleset.cities[city].id, routes=routes, cards=cards)] if routes else []


def storing(findings: Findings, owner: int) -> list[NetworkReason]:
    """Name the cities that open the warehouse, if the seat could take it."""
    o, ruleset = findings.observation.record, findings.observation.ruleset
    cities = [city.id for n, city in enumerate(ruleset.cities) if o["depot_owner"][n] == owner]
    if not cities or not o["depots_left"][findings.seat]:
        return []
    return [Storing(warehouse=owner, cards=int(o["warehouse_size"][owner]) + 1, cities=cities)]


def taking(findings: Findings, owner: int) -> list[NetworkReason]:
    """Return the cards that the depot brings, and the depots that the seat then has left."""
    o = findings.observation.record
    left = int(o["depots_left"][findings.seat]) - 1
    return [Taking(cards=int(o["warehouse_size"][owner]), depots=left)]


def most_depots(findings: Findings, spent: int) -> list[NetworkReason]:
    """Return that the seat has the most depots left even after spending some; empty if it does not."""
    o, points = findings.observation.record, int(findings.rules["depot_bonus"])
    own = int(o["depots_left"][findings.seat]) - spent
    others = max(int(o["depots_left"][player]) for player in range(o["players"]) if player != findings.seat)
    return [MostDepots(points=points, depots=own, others=others)] if points and own >= others else []


def _place(findings: Findings, action: int) -> list[NetworkReason]:
    city = int(findings.rules["action_arg"][action])
    return [*last(findings), *opening(findings, city), *time(findings)]


def _store(findings: Findings, action: int) -> list[NetworkReason]:
    return storing(findings, int(findings.rules["action_arg"][action]))


def _collect(findings: Findings, action: int) -> list[NetworkReason]:
    owner = int(findings.rules["action_arg"][action])
    return [*taking(findings, owner), *most_depots(findings, 1)]


def _leave(findings: Findings, _action: int) -> list[NetworkReason]:
    return [*last(findings), *most_depots(findings, 0)]


REASONS: Reasons = {DEPOT: _place, STORE: _store, COLLECT: _collect, LEAVE: _leave}
