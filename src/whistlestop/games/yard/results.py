"""Which numbers of a card game are shown in tables of players and results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whistlestop.format import Ruleset
from whistlestop.observation import Observation
from whistlestop.text.names import counted, numbers_of, tickets_of
from whistlestop.text.view import Held

from .format.compile import bonuses

PARTS = {"tickets": "ticket_sum", "lost": "lost", "cities": "bonus", "completed": "completed"}
NUMBERS: dict[str, Callable[[Any], Any]] = {
    "kept": lambda state: state["ticket_count"] + state["completed"],
    "failed": lambda state: state["ticket_count"],
}
LISTS = {"ticket_ids": "string", "ticket_points": "int16", "city_ids": "string"}
MOVE_NUMBERS: dict[str, Callable[[Any], int]] = {
    "victim": lambda state: int(state["did_rob"]),
    "robbed": lambda state: int(state["did_rob_colored"] + state["did_rob_wild"]),
}
PLAYER_COLUMNS = ("score", "cards", "tickets", "stack")
OUTCOME_COLUMNS = ("rank", "score", "tickets", "lost", "bonus", "tickets_completed", "cities")


def listed(ruleset: Ruleset, states: Any, player: int) -> tuple[list[Any], ...]:
    """The tickets of a player and what each scored (CARD-41, CARD-50); the big cities scored for (CARD-51)."""
    s, worth = states[0], ruleset.rules["ticket_points"][0]
    done = numbers_of(s["declared"][player])
    tickets = sorted([*done, *numbers_of(s["tickets"][player])])
    cities = list(bonuses(ruleset))
    return (
        [ruleset.tickets[number].id for number in tickets],
        [int(worth[number] if number in done else -worth[number]) for number in tickets],
        [cities[number] for number in numbers_of([s["cities"][player]])],
    )


def placed(player: dict[str, Any], _ruleset: Ruleset) -> str:
    """The rows in a player's siding."""
    rows = ({row["color"]: row["cards"], "wild": row["wilds"]} for row in player["siding"])
    return f"siding: {'  '.join(map(counted, rows)) or '-'}"


def held(observation: Observation, player: int) -> Held:
    """The tickets that a player has completed, and those that were left."""
    o, ruleset = observation.record, observation.ruleset
    return Held([], tickets_of(ruleset, o["declared"][player]), tickets_of(ruleset, o["tickets"][player]))
