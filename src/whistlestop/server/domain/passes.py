"""A player that does the least that the rules allow, for a seat whose person is gone.

There is no voluntary pass (RUL-12), so it draws unseen cards, keeps as few tickets as it may, never draws any and
never claims anything while it can do something else. What lies on the table stays as it was left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whistlestop.observation import Observation

PASSES = "passes"
"""Its name. It is not among the bots that a seat can be given."""

ORDER = ("pass", "stop", "withdraw", "keep", "declare", "draw", "take")
"""Words of the notation, those that change least first; whatever else there is comes after them."""
LAST = "tickets"
"""More tickets could cost points."""


class Passes:
    """The player. It has no memory and throws no dice."""

    def choose(self, observation: Observation) -> str:
        """Return the legal action that does least."""
        return min(observation.legal(), key=_weight)  # of equals the first: of declarations that is the best


def _weight(action: str) -> tuple[int, int]:
    word, _, rest = action.partition(":")
    if word == LAST:
        return len(ORDER) + 1, 0
    if word not in ORDER:
        return len(ORDER), rest.count("*") + rest.count("+")
    kept = len(rest.split(",")) if word == "keep" else 0
    return ORDER.index(word), kept + (rest == "wild")
