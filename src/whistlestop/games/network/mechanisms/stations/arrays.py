"""Stations as numbers: their owners, by city."""

from __future__ import annotations

from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Observation, Rules, Tensors
from whistlestop.games.mechanisms.arrays import Table


@jit
def write_cities(o: Observation, r: Rules, seat: int, paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the owner of the station in each city."""
    if r["stations"] == 0:
        return at
    players = int(o["players"])
    columns = 1 + players
    for city in range(r["cities"]):
        owner = int(o["station_owner"][city])
        if owner != NONE:
            out[i, at + city * columns + 1 + (owner - seat + players) % players] = 1.0
    if paying >= r["routes"]:
        out[i, at + (paying - int(r["routes"])) * columns] = 1.0
    return at + int(r["cities"]) * columns


def columns(r: Rules, players: int) -> list[str]:
    """Return the columns: whether it is being paid for, and the owner of the station."""
    return ["paying", *(f"station_{step}" for step in range(players))] if r["stations"] else []


TABLES = [Table("cities", "cities", columns, write_cities)]
