"""Text and data of the big cities and the players with their bonus cards (CARD-51)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from whistlestop.format import Ruleset
from whistlestop.games.telling import Part, Telling
from whistlestop.games.yard.format.tickets import bonuses
from whistlestop.games.yard.mechanisms.tickets.told import held
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of


class InResult(Struct, kw_only=True):
    """In a player's result: the cities that gave the bonus, and completed tickets by big city."""

    cities: list[str]
    city_counts: dict[str, int]


def in_result(observation: Knowledge, player: int) -> dict[str, Any]:
    """Return a player's gains from the big cities."""
    o, ruleset = observation.values, observation.ruleset
    done = [city for ticket in held(observation, player) if ticket.state == "done" for city in ticket.cities]
    return {
        "cities": _scored(ruleset, o, player),
        "city_counts": {city: done.count(city) for city in bonuses(ruleset) if city in done},
    }


def _scored(ruleset: Ruleset, s: Any, player: int) -> list[str]:
    cities = list(bonuses(ruleset))
    return [cities[number] for number in numbers_of([s["cities"][player]])]


def listed(ruleset: Ruleset, states: Any, player: int) -> tuple[list[Any], ...]:
    """Return the big cities whose bonus a player scored."""
    return (_scored(ruleset, states[0], player),)


def brief(ruleset: Any) -> list[str]:
    """Return the rule of the big cities (CARD-51, CARD-52)."""
    cities = ", ".join(f"{city} {points}" for city, points in bonuses(ruleset).items())
    return [f"The player with the most completed tickets of a big city scores its bonus: {cities}."]


TELLING = Telling(
    brief=brief,
    result=Part(InResult, in_result),
    outcome_columns=("cities",),
    lists={"city_ids": "string"},
    listed=listed,
)
