"""Reasons to build a station."""

from __future__ import annotations

from whistlestop.games.network.advice.reasons import Reasons, last, time
from whistlestop.games.network.advice.shapes import NetworkReason
from whistlestop.games.network.advice.thoughts import Thoughts
from whistlestop.games.plain import plain

from .planner import NEW_STATION, station_city
from .rules import STATION


class Borrowing(NetworkReason, tag="station"):
    """A station in the city lets these tickets use another player's route (EUR-27)."""

    city: str
    route: str
    tickets: list[str]


def borrowed_at(thoughts: Thoughts, city: int) -> int | None:
    """Return the planned route of another player that a station in the city would use."""
    o, r, w = thoughts.observation.record, thoughts.rules, thoughts.work
    lent = (route for route in thoughts.routes if w["loan"][route] == NEW_STATION)
    return next((route for route in lent if plain(station_city)(o, r, route) == city), None)


def station(thoughts: Thoughts, city: int) -> list[NetworkReason]:
    """Name the route that the station would use, and the tickets that need it."""
    route = borrowed_at(thoughts, city)
    if route is None:
        return []
    ruleset = thoughts.observation.ruleset
    return [
        Borrowing(
            city=ruleset.cities[city].id, route=ruleset.routes[route].id, tickets=thoughts.tickets_by(route)
        )
    ]


def reasons(thoughts: Thoughts, action: int) -> list[NetworkReason]:
    """Return why to build a station."""
    city = int(thoughts.rules["action_arg"][action])
    return [*last(thoughts), *station(thoughts, city), *time(thoughts)]


REASONS: Reasons = {STATION: reasons}
