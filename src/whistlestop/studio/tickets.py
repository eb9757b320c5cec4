"""Tickets for a board that is being edited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whistlestop.errors import RulesetError
from whistlestop.format.schema import end_cities
from whistlestop.mapmaking import CityTicket, Distances, suggest_tickets

from .checking import BoardFault, read

__all__ = ["deck"]


def deck(
    board: dict[str, Any],
    count: int | None = None,
    *,
    long: int = 0,
    keep: Sequence[tuple[str, str]] = (),
    seed: int = 0,
) -> list[CityTicket]:
    """Return a deck for the cities and routes of a board; its own tickets may be missing or wrong.

    The arguments are those of `suggest_tickets`. Raises RulesetError.
    """
    found = read(board | {"tickets": []})
    if isinstance(found, BoardFault) or found.faults:
        raise RulesetError.of(
            [one.text for one in ([found] if isinstance(found, BoardFault) else found.faults)]
        )
    data = found.data
    known = {city.id for city in data.cities}
    for route in data.routes:
        for end in end_cities(route.id):
            if end not in known:
                raise RulesetError(f"route {route.id}: unknown city {end!r}")
    if not data.routes:
        raise RulesetError("routes: the table is empty")
    return suggest_tickets(Distances.of(data), data.trains.count, count, long=long, keep=keep, seed=seed)
