"""Text and data of districts (MECH-1)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from whistlestop.games.telling import Part, Telling
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of


class InResult(Struct, kw_only=True):
    """In a player's result: the ids of the complete districts."""

    complete_districts: list[str]


def in_result(observation: Knowledge, player: int) -> dict[str, Any]:
    """Return the districts that a player has connected."""
    data: Any = observation.ruleset.data
    ids = sorted(data.scoring.districts)
    complete = numbers_of(observation.record["complete_districts"][player])
    return {"complete_districts": [ids[district] for district in complete]}


def brief(ruleset: Any) -> list[str]:
    """Return the rule of districts."""
    districts = "; ".join(
        f"{name} {one.points} ({', '.join(one.cities)})"
        for name, one in sorted(ruleset.data.scoring.districts.items())
    )
    return [f"At the end, each district whose cities your own routes connect scores points: {districts}."]


TELLING = Telling(brief=brief, result=Part(InResult, in_result), outcome_columns=("complete_districts",))
