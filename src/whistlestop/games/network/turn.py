"""The rules of the map games, composed from the mechanisms, as functions of single records."""

from __future__ import annotations

from whistlestop.games.mechanisms import compose

from .mechanisms import MECHANISMS
from .records import LAYOUT

__all__ = ["TURN", "determinize", "list_legal", "random_action", "unplaced_cards"]

TURN = compose(tuple(MECHANISMS.values()), LAYOUT)
list_legal, random_action = TURN.list_legal, TURN.random_action
determinize, unplaced_cards = TURN.determinize, TURN.unplaced_cards
