"""The parts of a hint that all kinds of game share: the action, and the result of a search."""

from __future__ import annotations

from typing import Any

from whistlestop.text.advice import Searched
from whistlestop.text.knowledge import Knowledge


def told(observation: Knowledge, searched: Searched | None, planned: int) -> dict[str, Any]:
    """Return the fields of a hint, without its reasons; `planned` is the planner's action."""
    action = planned if searched is None else searched.action
    gain = None if searched is None or action == planned else searched.gain
    notation, offer = observation.ruleset.notation, observation.offer()
    return {
        "version": int(observation.record["ply"]),
        "action": notation.text(action, offer),
        "searched": searched is not None,
        "instead": None if action == planned else notation.text(planned, offer),
        "gain": None if gain is None else round(gain * 100),
    }
