"""What of the deal of a card game is done to a position whose decks are in a given order."""

from __future__ import annotations

from typing import Any

from whistlestop.games.yard.mechanisms.cards.rules import deal_market


def turn_up_market(states: Any, _rules: Any) -> None:
    """Fill the market of a new game from its deck (CARD-4)."""
    deal_market(states[0])
