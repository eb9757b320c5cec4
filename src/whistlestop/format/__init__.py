"""How a ruleset is written down, checked and compiled: the parts that all kinds of game share."""

from __future__ import annotations

from .ruleset import City, Route, Ruleset, Ticket
from .schema import CARDS, COLORS, GRAY, WILD, Card, Color, Counts, RulesetData

__all__ = [
    "CARDS",
    "COLORS",
    "GRAY",
    "WILD",
    "Card",
    "City",
    "Color",
    "Counts",
    "Route",
    "Ruleset",
    "RulesetData",
    "Ticket",
]
