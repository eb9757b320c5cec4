"""Which numbers of a map game are shown in tables of players and results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whistlestop.core import fields
from whistlestop.format import Ruleset
from whistlestop.games.network import machine
from whistlestop.observation import Observation
from whistlestop.text.names import numbers_of
from whistlestop.text.view import Held

PARTS = {
    "routes": "score",
    "tickets": "ticket_sum",
    "stations": "station_sum",
    "longest": "bonus",
    "completed": "completed",
}
NUMBERS: dict[str, Callable[[Any], Any]] = {
    "kept": lambda state: state["ticket_count"],
    "failed": lambda state: state["ticket_count"] - state["completed"],
    "trail": lambda state: state["longest"],
    "trains_left": lambda state: state["trains"],
}
LISTS = {
    "ticket_ids": "string",
    "ticket_points": "int16",
    "route_ids": "string",
    "station_cities": "string",
    "station_routes": "string",
}
MOVE_NUMBERS: dict[str, Callable[[Any], int]] = {}
PLAYER_COLUMNS = ("score", "trains", "stations", "cards", "tickets")
OUTCOME_COLUMNS = ("rank", "score", "routes", "tickets", "stations", "longest", "longest_path")


def listed(ruleset: Ruleset, states: Any, player: int) -> tuple[list[Any], ...]:
    """The tickets of a player and what each scored, the routes, the stations and the route that each of them used."""
    s, rules = states[0], ruleset.rules
    tickets = numbers_of(s["tickets"][player])
    stations = [
        (ruleset.cities[city].id, None if route == fields.NONE else ruleset.routes[route].id)
        for city, route in zip(s["station_city"][player], s["lent"][player], strict=True)
        if city != fields.NONE
    ]
    return (
        [ruleset.tickets[number].id for number in tickets],
        [int(machine.ticket_score(states, rules, 0, player, number)) for number in tickets],
        [ruleset.routes[number].id for number in numbers_of(s["owned"][player])],
        [city for city, _ in stations],
        [route for _, route in stations],
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
