"""What of the deal of a map game is done to a position whose decks are in a given order."""

from __future__ import annotations

from typing import Any

from whistlestop.core.deck import settle


def turn_up_market(states: Any, rules: Any) -> None:
    """Fill the market of a new game from its deck, and deal it anew while it shows too many wilds (USA-2, COM-10)."""
    settle(states[0], rules[0])
