"""Number the figures with which the planner sums up a situation: inputs of networks (`whistlestop.bots.values`)."""

from __future__ import annotations


class Figures:
    """The figures of a kind of game, followed by those that mechanisms add."""

    count: int
    """The number of figures, with those of all mechanisms imported so far."""

    def __init__(self, count: int) -> None:
        """Start with the number of figures that the kind itself defines."""
        self.count = count

    def own(self) -> int:
        """Add a figure of a mechanism, when its `planner.py` is imported; return its index.

        Networks trained without the figure give it no weight.
        """
        self.count += 1
        return self.count - 1
