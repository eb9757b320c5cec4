"""The words of the map games: `claim:denver-omaha:purple*3+wild`, `surcharge:red`, `station:wien:green*2`."""

from __future__ import annotations

from whistlestop.games.telling.notation import ToldNotation

from .telling import TELLINGS


class NetworkNotation(ToldNotation, tellings=TELLINGS):
    """The texts of a board's actions."""
