"""Which numbers of a map game are shown in tables of players and results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whistlestop.format import Ruleset
from whistlestop.games.network import machine
from whistlestop.observation import Observation
from whistlestop.text.names import numbers_of
from whistlestop.text.view import Held

from .telling import TELLINGS

PARTS = {name: field for each in TELLINGS for name, field in each.parts.items()}
NUMBERS = {name: number for each in TELLINGS for name, number in each.numbers.items()}
LISTS = {name: kind for each in TELLINGS for name, kind in each.lists.items()}
MOVE_NUMBERS: dict[str, Callable[[Any], int]] = {}
PLAYER_COLUMNS = ("score", "trains", "stations", "cards", "tickets")
OUTCOME_COLUMNS = ("rank", "score", "routes", "tickets", "stations", "longest", "longest_path")


def listed(ruleset: Ruleset, states: Any, player: int) -> tuple[list[Any], ...]:
    """The lists of a player, in the order of LISTS."""
    return tuple(
        found
        for each in TELLINGS
        if each.listed is not None
        for found in each.listed(ruleset, states, player)
    )


def placed(player: dict[str, Any], ruleset: Ruleset) -> str:
    """The routes of a player with their lengths, and the stations."""
    lengths = {route.id: route.length for route in ruleset.routes}
    routes = ", ".join(f"{route} ({lengths[route]})" for route in player["routes"])
    built = f"; stations: {', '.join(player['stations_built'])}" if player["stations_built"] else ""
    return f"{routes or 'no routes'}{built}"


def held(observation: Observation, player: int) -> Held:
    """The routes of a player, and the tickets as they were scored."""
    o, ruleset = observation.record, observation.ruleset
    done: list[str] = []
    failed: list[str] = []
    for number in numbers_of(o["tickets"][player]):
        scored = machine.ticket_score(observation.array, ruleset.rules, 0, player, number)
        (done if scored > 0 else failed).append(ruleset.tickets[number].id)
    return Held([ruleset.routes[number].id for number in numbers_of(o["owned"][player])], done, failed)
