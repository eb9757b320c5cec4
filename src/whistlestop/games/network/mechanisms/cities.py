"""Cities that a piece can stand in, shared by the mechanisms with pieces: at most one piece stands in a city."""

from __future__ import annotations

from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Known, Rules


@jit
def is_free(s: Known, city: int) -> bool:
    """Return whether no station and no depot stands in the city (EUR-22, EUR-45)."""
    return bool(s["station_owner"][city] == NONE and s["depot_owner"][city] == NONE)


@jit
def count_free_cities(s: Known, r: Rules) -> int:
    """Return the number of cities without a piece."""
    free = 0
    for city in range(r["cities"]):
        if is_free(s, city):
            free += 1
    return free


@jit
def nth_free_city(s: Known, index: int) -> int:
    """Return the n-th city without a piece."""
    city = 0
    while True:
        if is_free(s, city):
            if index == 0:
                return city
            index -= 1
        city += 1
