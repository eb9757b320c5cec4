"""The data format of the map games, combined from the mechanisms."""

from __future__ import annotations

from whistlestop.games.writing import writings

from .format.in_full import IN_FULL
from .mechanisms import NAMES

FIRST = ("cards", "tickets", "claims")
"""The catalogue starts with the actions of these mechanisms; payments of a tunnel's surcharge follow the claims."""

WRITINGS = writings(
    f"{__package__}.mechanisms", [*FIRST, *(name for name in NAMES if name not in FIRST)], IN_FULL
)
