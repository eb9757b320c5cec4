"""The mechanisms of the card game, a folder each."""

from __future__ import annotations

from importlib import import_module

from whistlestop.games.mechanisms import Mechanism

NAMES = ("cards", "tickets", "rows", "singles", "declarations", "cities", "passes")
"""In the order in which they are asked."""

MECHANISMS: tuple[Mechanism, ...] = tuple(
    import_module(f"{__name__}.{name}.rules").MECHANISM for name in NAMES
)
"""Their rules."""
