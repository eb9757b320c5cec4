"""Small payments in the catalogue of actions."""

from __future__ import annotations

from whistlestop.core import fields
from whistlestop.format.catalogue import Catalogue
from whistlestop.games.network.mechanisms.payments import MOST


def add_small(catalogue: Catalogue, action_type: int, arg: int = 0) -> int:
    """Add payments of one to three cards, in the order of the table `small`; return the first action."""
    small, first = catalogue.r["small"], catalogue.size
    for color in range(fields.COLORS):
        for colored in range(1, MOST + 1):
            for wild in range(MOST + 1 - colored):
                small[color, colored, wild] = catalogue.size - first
                catalogue.add(action_type, arg, color, colored, wild)
    for wild in range(1, MOST + 1):
        small[:, 0, wild] = catalogue.size - first
        catalogue.add(action_type, arg, fields.WILD, 0, wild)
    return first
