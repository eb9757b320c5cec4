"""Text and data of mountain routes (ASI-6)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from whistlestop.games.telling import Part, Telling
from whistlestop.text.knowledge import Knowledge


class InResult(Struct, kw_only=True):
    """In a player's result: the number of mountain routes."""

    mountain_routes: int


def in_result(observation: Knowledge, player: int) -> dict[str, Any]:
    """Return how many mountain routes a player has."""
    return {"mountain_routes": observation.values["mountain_routes"][player]}


def brief(ruleset: Any) -> list[str]:
    """Return the rule of mountain routes."""
    own = ruleset.data.mountains
    routes = ", ".join(f"{route} {trains}" for route, trains in own.routes.items())
    return [
        f"Mountain routes take more trains, which leave the game and score {own.points} points each at once: {routes}."
    ]


TELLING = Telling(brief=brief, result=Part(InResult, in_result), outcome_columns=("mountain_routes",))
