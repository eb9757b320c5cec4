"""The mechanisms of the card game, one folder each."""

from __future__ import annotations

from whistlestop.games.composing import found
from whistlestop.games.mechanisms import Mechanism

NAMES = ("cards", "tickets", "rows", "singles", "declarations", "cities", "passes")
"""The names in the order in which the mechanisms are called."""

MECHANISMS: dict[str, Mechanism] = dict(found(__name__, NAMES, "rules", "MECHANISM"))
"""The rules of the mechanisms."""
