"""What is told of the map games, put together from the mechanisms."""

from __future__ import annotations

from whistlestop.games.telling import tellings

from .mechanisms import NAMES

TELLINGS = tellings(f"{__package__}.mechanisms", NAMES)
