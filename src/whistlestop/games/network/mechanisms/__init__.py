"""The mechanisms of the map games, one folder each."""

from __future__ import annotations

from whistlestop.games.composing import found
from whistlestop.games.mechanisms import Mechanism

NAMES = (
    *("depots", "cards", "mixtures", "tickets", "tunnels", "substitutes", "claims", "mountains"),
    *(
        "small_trains",
        "stations",
        "passengers",
        "two_ways",
        "most_tickets",
        "most_cities",
        "districts",
        "bonuses",
        "passing",
    ),
)
"""The names in the order in which the mechanisms are called: a draw stores a card before it takes one, and announces
tickets before it offers them; an attempt at a tunnel precedes the claim that it may become."""

MECHANISMS: dict[str, Mechanism] = dict(found(__name__, NAMES, "rules", "MECHANISM"))
"""The rules of the mechanisms."""
