"""Text and data of the bonus for the most connected cities (ASI-8)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from whistlestop.games.telling import Part, Telling
from whistlestop.text.knowledge import Knowledge


class InResult(Struct, kw_only=True):
    """In a player's result: the cities in the largest connected part of the network."""

    connected_cities: int


def in_result(observation: Knowledge, player: int) -> dict[str, Any]:
    """Return the cities in the largest connected part of a player's network."""
    return {"connected_cities": observation.values["connected_cities"][player]}


def brief(ruleset: Any) -> list[str]:
    """Return the rule of the bonus."""
    points = ruleset.data.scoring.most_cities
    return [f"The most cities in one connected network score {points} points at the end."]


TELLING = Telling(brief=brief, result=Part(InResult, in_result), outcome_columns=("connected_cities",))
