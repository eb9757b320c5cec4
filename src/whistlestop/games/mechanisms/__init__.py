"""Mechanisms: what the kinds of game are made of.

A mechanism is a folder in `mechanisms/` of a kind. Its `rules.py` makes one `Mechanism`: the fields that it adds to the
records, and its part of each step of a turn, as compiled functions. `turn.compose` makes the rules of the kind of them.
"""

from __future__ import annotations

from .mechanism import BEYOND, ENDED, GOES_ON, NO, YES, Mechanism, ScorePart, Step
from .turn import Turn, compose

__all__ = ["BEYOND", "ENDED", "GOES_ON", "NO", "YES", "Mechanism", "ScorePart", "Step", "Turn", "compose"]
