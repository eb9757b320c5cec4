"""The mechanisms of the card game, a folder each."""

from __future__ import annotations

from whistlestop.games.composing import found
from whistlestop.games.mechanisms import Mechanism

NAMES = ("cards", "tickets", "rows", "singles", "declarations", "cities", "passes")
"""In the order in which they are asked."""

MECHANISMS: dict[str, Mechanism] = dict(found(__name__, NAMES, "rules", "MECHANISM"))
"""Their rules."""
