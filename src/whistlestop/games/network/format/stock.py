"""The pieces of a player for each route, as data: ordinary trains, or small trains (MECH-7)."""

from __future__ import annotations

from typing import Any


def stock_for(data: Any, route: str) -> int:
    """Return how many pieces a player starts with for a route."""
    small = route in data.small_trains.routes
    return int(data.small_trains.count if small else data.trains.count)


def name_of_stock(data: Any, route: str) -> str:
    """Return these pieces with their number, for messages."""
    small = "small " if route in data.small_trains.routes else ""
    return f"{stock_for(data, route)} {small}trains"
