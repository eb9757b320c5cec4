"""Routes as numbers: their owners, and which ones the seat may still claim."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Observation, Rules, Tensors
from whistlestop.games.mechanisms.arrays import Table
from whistlestop.games.network.sizes import WORDS


@jit
def write_routes(o: Observation, r: Rules, seat: int, paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the owners of the routes, and which ones the seat may still claim."""
    players = int(o["players"])
    columns = 2 + players
    for word in range(WORDS):
        rest = np.uint64(o["open"][seat, word])
        while rest != np.uint64(0):
            out[i, at + (word * 64 + ctz(rest)) * columns] = 1.0
            rest &= rest - np.uint64(1)
        for step in range(players):
            rest = np.uint64(o["owned"][(seat + step) % players, word])
            while rest != np.uint64(0):
                out[i, at + (word * 64 + ctz(rest)) * columns + 2 + step] = 1.0
                rest &= rest - np.uint64(1)
    if 0 <= paying < r["routes"]:
        out[i, at + paying * columns + 1] = 1.0
    if o["laid_route"] != NONE:
        out[i, at + o["laid_route"] * columns + 1] = 1.0
    return at + int(r["routes"]) * columns


def columns(_r: Rules, players: int) -> list[str]:
    """Return the columns: open to the seat, being paid for, and the owner."""
    return ["open", "paying", *(f"owner_{step}" for step in range(players))]


TABLES = [Table("routes", "routes", columns, write_routes)]
