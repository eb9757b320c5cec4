"""Mechanisms, the building blocks of the kinds of game.

A mechanism is a folder in `mechanisms/` of a kind. Its `rules.py` defines one `Mechanism`: the fields that it adds to
the records, and its part of each step of a turn, as compiled functions. `turn.compose` combines them into the rules of
the kind.
"""

from __future__ import annotations

from .mechanism import BEYOND, ENDED, GOES_ON, NO, YES, Mechanism, ScorePart, Step
from .turn import Turn, compose

__all__ = ["BEYOND", "ENDED", "GOES_ON", "NO", "YES", "Mechanism", "ScorePart", "Step", "Turn", "compose"]
