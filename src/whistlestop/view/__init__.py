"""An Observation as plain data for JSON, and what happened between two of them (docs/protocol.md).

Everything here is made from observations, so nothing hidden can get out. Names replace the engine's numbers.
`common` has what all games have, `network` and `yard` what one machine has.
"""

from __future__ import annotations

from typing import Any

from whistlestop.observation import Observation

from . import common, network, yard

__all__ = ["events", "outcome", "view"]


def view(observation: Observation, look: bool = False) -> dict[str, Any]:
    """What a seat knows, and what it may do, as plain data.

    look: the option for beginners, by which a player may always look at his own stack (CARD-22).
    """
    if observation.ruleset.kind == "yard":
        return yard.view(observation, look)
    return network.view(observation)


def outcome(observation: Observation) -> dict[str, Any] | None:
    """Final scores by part and the ranking (USA-32, CARD-50, COM-22); None while the game is under way."""
    result = yard.result if observation.ruleset.kind == "yard" else network.result
    return common.outcome(observation, result)


def events(before: Observation, after: Observation, live: bool = True) -> list[dict[str, Any]]:
    """What the seat learns from one action, in order; the observations are of one seat and one action apart.

    live: told as it happens. A log offered later does not say which cards were moved in the open (RUL-61).
    """
    if after.record["ply"] == before.record["ply"]:
        return []
    if after.ruleset.kind == "yard":
        return yard.events(before, after, live)
    return network.events(before, after)
