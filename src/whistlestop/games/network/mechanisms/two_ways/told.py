"""Text and data of the bonus for tickets completed in two ways (IND-6, IND-7)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from whistlestop.games.telling import Part, Telling
from whistlestop.text.knowledge import Knowledge


class InResult(Struct, kw_only=True):
    """In a player's result: the number of tickets completed in two ways."""

    two_ways_tickets: int


def in_result(observation: Knowledge, player: int) -> dict[str, Any]:
    """Return how many tickets a player completed in two ways."""
    return {"two_ways_tickets": observation.values["two_ways_tickets"][player]}


def brief(ruleset: Any) -> list[str]:
    """Return the rule of the bonus."""
    values = ", ".join(map(str, ruleset.data.scoring.two_ways))
    return [
        (
            "A completed ticket whose cities you join by two paths without a common route scores a bonus at the end: "
            f"{values} points for the first, the second and so on."
        )
    ]


TELLING = Telling(brief=brief, result=Part(InResult, in_result), outcome_columns=("two_ways_tickets",))
