"""The tensor tables that a mechanism contributes to the input of learning programs.

The `arrays.py` beside a mechanism's `rules.py` defines `TABLES`. The `envs/` of a kind combines them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.core.jit import jit
from whistlestop.core.types import Rules
from whistlestop.games.composing import found

__all__ = ["Table", "share", "tables", "written"]


@dataclass(frozen=True, eq=False)
class Table:
    """One table of the tensor."""

    name: str
    rows: str
    """The subject of a row: `cards`, `players`, `routes`, `cities` or `tickets`. Any other word means a single row.
    """
    columns: Callable[[Rules, int], list[str]]
    """`columns(r, players)`: the names of the numbers in a row. Empty if the board does not have this table."""
    write: Callable[..., int]
    """Compiled: `write(o, r, seat, paying, out, i, at) -> int` writes the table to row i of the tensors `out`, from
    index `at`, where `out` holds zeros; returns the index after the table. `seat` is the observing seat, `paying` the
    target that it has chosen and must still pay for."""


@jit
def share(part: int, whole: int) -> np.float32:
    """Return `part / whole` as float32, identical with and without the compiler."""
    return np.float32(int(part) / int(whole))


def tables(package: str, names: Iterable[str]) -> list[Table]:
    """Return the tables of a kind's mechanisms; a mechanism without an `arrays.py` has none."""
    return [table for _, own in found(package, names, "arrays", "TABLES") for table in own]


def written(every: list[Table]) -> Callable[..., int]:
    """Return one compiled function that writes all tables in sequence."""
    head = every[0].write
    if len(every) == 1:
        return head
    tail = written(every[1:])

    @jit
    def all_of(o: Any, r: Any, seat: int, paying: int, out: Any, i: int, at: int) -> int:
        return int(tail(o, r, seat, paying, out, i, head(o, r, seat, paying, out, i, at)))

    return all_of
