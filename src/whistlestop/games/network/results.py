"""Which numbers of a map game are shown in tables of players and results."""

from __future__ import annotations

from typing import Any

from whistlestop.format import Ruleset
from whistlestop.games.network import machine
from whistlestop.observation import Observation
from whistlestop.text.names import numbers_of
from whistlestop.text.view import Held

PLAYER_COLUMNS = ("score", "trains", "stations", "cards", "tickets")
OUTCOME_COLUMNS = ("rank", "score", "routes", "tickets", "stations", "longest", "longest_path")


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
