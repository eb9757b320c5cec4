"""Small trains as numbers: how many each player has left (MECH-7)."""

from __future__ import annotations

from whistlestop.core.jit import jit
from whistlestop.core.types import Observation, Rules, Tensors
from whistlestop.games.mechanisms.arrays import Table, share


@jit
def write_players(o: Observation, r: Rules, seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the share of small trains that every player has left."""
    if r["small_trains"] == 0:
        return at
    players = int(o["players"])
    for step in range(players):
        out[i, at + step] = share(o["small_trains"][(seat + step) % players], r["small_trains"])
    return at + players


def columns(r: Rules, _players: int) -> list[str]:
    """Return the column of a player."""
    return ["left"] if r["small_trains"] else []


TABLES = [Table("small_trains", "players", columns, write_players)]
