"""A stand-in with minimal effect, for a seat whose player has left.

Passing is never voluntary (RUL-12), so the stand-in draws blind cards, keeps as few tickets as possible, never draws
tickets and claims a route only if nothing else is legal. Everything already on the table stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whistlestop.observation import Observation

PASSES = "passes"
"""Its name. It is not among the bots that can be chosen for a seat."""

ORDER = ("pass", "stop", "withdraw", "keep", "declare", "draw", "take")
"""Words of the notation in order of increasing effect; all others come after them."""
LAST = "tickets"
"""The word that comes last, since more tickets could cost points."""


class Passes:
    """The stand-in. It has no memory and uses no random numbers."""

    def choose(self, observation: Observation) -> str:
        """Return the legal action with the least effect."""
        return min(observation.legal(), key=_weight)  # of equals the first; declarations list the best first


def _weight(action: str) -> tuple[int, int]:
    word, _, rest = action.partition(":")
    if word == LAST:
        return len(ORDER) + 1, 0
    if word not in ORDER:
        return len(ORDER), rest.count("*") + rest.count("+")
    kept = len(rest.split(",")) if word == "keep" else 0
    return ORDER.index(word), kept + (rest == "wild")
