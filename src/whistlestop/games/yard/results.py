"""Which numbers of a card game are shown in tables of players and results."""

from __future__ import annotations

from typing import Any

from whistlestop.format import Ruleset
from whistlestop.observation import Observation
from whistlestop.text.names import counted, tickets_of
from whistlestop.text.view import Held

PLAYER_COLUMNS = ("score", "cards", "tickets", "stack")
OUTCOME_COLUMNS = ("rank", "score", "tickets", "lost", "bonus", "tickets_completed", "cities")


def placed(player: dict[str, Any], _ruleset: Ruleset) -> str:
    """The rows in a player's siding."""
    rows = ({row["color"]: row["cards"], "wild": row["wilds"]} for row in player["siding"])
    return f"siding: {'  '.join(map(counted, rows)) or '-'}"


def held(observation: Observation, player: int) -> Held:
    """The tickets that a player has completed, and those that were left."""
    o, ruleset = observation.record, observation.ruleset
    return Held([], tickets_of(ruleset, o["declared"][player]), tickets_of(ruleset, o["tickets"][player]))
