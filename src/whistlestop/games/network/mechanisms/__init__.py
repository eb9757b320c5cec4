"""The mechanisms of the map games, a folder each."""

from __future__ import annotations

from importlib import import_module

from whistlestop.games.mechanisms import Mechanism

NAMES = ("cards", "tickets", "tunnels", "claims", "stations", "bonuses", "passing")
"""In the order in which they are asked: an attempt at a tunnel comes before the claim that it may become."""

MECHANISMS: tuple[Mechanism, ...] = tuple(
    import_module(f"{__name__}.{name}.rules").MECHANISM for name in NAMES
)
"""Their rules."""
