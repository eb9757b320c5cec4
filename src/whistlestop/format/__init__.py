"""How rulesets are written, checked and compiled: the parts that all kinds of game share."""

from __future__ import annotations

from .board import Board, City, Route, Ticket
from .notation import Notation
from .ruleset import Ruleset
from .schema import CARDS, COLORS, GRAY, WILD, Card, Color, Counts, RulesetData

__all__ = [
    "CARDS",
    "COLORS",
    "GRAY",
    "WILD",
    "Board",
    "Card",
    "City",
    "Color",
    "Counts",
    "Notation",
    "Route",
    "Ruleset",
    "RulesetData",
    "Ticket",
]
