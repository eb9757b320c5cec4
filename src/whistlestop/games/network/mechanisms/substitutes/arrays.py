"""Cards in place of others, as numbers: whether the seat to act must still give some, and how many."""

from __future__ import annotations

from whistlestop.core.deck import cards_in_all
from whistlestop.core.jit import jit
from whistlestop.core.types import Observation, Rules, Tensors
from whistlestop.games.mechanisms.arrays import Table, share

from .rules import GIVING


@jit
def write_giving(o: Observation, r: Rules, _seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the cards of any kind that are still to be given (NOR-9)."""
    if r["substitute_routes"] == 0:
        return at
    if o["phase"] == GIVING:
        out[i, at] = 1.0
        out[i, at + 1] = share(o["owed"], cards_in_all(r))
    return at + 2


def columns(r: Rules, _players: int) -> list[str]:
    """Return the columns: whether cards are being given, and how many are left."""
    return ["giving", "owed"] if r["substitute_routes"] else []


TABLES = [Table("giving", "giving", columns, write_giving)]
