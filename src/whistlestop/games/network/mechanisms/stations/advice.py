"""Reasons to build a station."""

from __future__ import annotations

from whistlestop.core.jit import jit
from whistlestop.core.types import Observation, Rules
from whistlestop.games.network.advice.findings import Findings
from whistlestop.games.network.advice.reasons import Reasons, last, time
from whistlestop.games.network.advice.shapes import NetworkReason
from whistlestop.games.plain import plain

from .planner import NEW_STATION, station_city
from .rules import STATION


class Borrowing(NetworkReason, tag="station"):
    """A station in the city lets these tickets use another player's route (EUR-27)."""

    city: str
    route: str
    tickets: list[str]


@jit
def city_to_use(o: Observation, r: Rules, route: int) -> int:
    """Return the city of the station that would use a route of another player."""
    return station_city(o, r, route)


def borrowed_at(findings: Findings, city: int) -> int | None:
    """Return the planned route of another player that a station in the city would use."""
    o, r, w = findings.observation.record, findings.rules, findings.work
    lent = (route for route in findings.routes if w["loan"][route] == NEW_STATION)
    return next((route for route in lent if plain(city_to_use)(o, r, route) == city), None)


def station(findings: Findings, city: int) -> list[NetworkReason]:
    """Name the route that the station would use, and the tickets that need it."""
    route = borrowed_at(findings, city)
    if route is None:
        return []
    ruleset = findings.observation.ruleset
    return [
        Borrowing(
            city=ruleset.cities[city].id, route=ruleset.routes[route].id, tickets=findings.tickets_by(route)
        )
    ]


def reasons(findings: Findings, action: int) -> list[NetworkReason]:
    """Return the reasons to build a station."""
    city = int(findings.rules["action_arg"][action])
    return [*last(findings), *station(findings, city), *time(findings)]


REASONS: Reasons = {STATION: reasons}
