"""What a mechanism adds to the numbers that learning programs get: tables of the tensor.

A mechanism has an `arrays.py` beside its `rules.py`, which makes `TABLES`. The `envs/` of a kind composes them.
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
    """A table of the tensor."""

    name: str
    rows: str
    """What it has a row for: `cards`, `players`, `routes`, `cities` or `tickets`; any other word is one row."""
    columns: Callable[[Rules, int], list[str]]
    """`columns(r, players)`: names of the numbers in a row; none if the board has no such table."""
    write: Callable[..., int]
    """Compiled: `write(o, r, seat, paying, out, i, at) -> int` writes the table into row i of the tensors `out`, from
    place `at` on, which holds zeros, and returns the place behind it. `seat` is the seat that looks, `paying` what it
    has said that it pays for."""


@jit
def share(part: int, whole: int) -> np.float32:
    """Return a part of a whole, the same with and without the compiler."""
    return np.float32(int(part) / int(whole))


def tables(package: str, names: Iterable[str]) -> list[Table]:
    """Return the tables of the mechanisms of a kind; those without an `arrays.py` have none."""
    return [table for _, own in found(package, names, "arrays", "TABLES") for table in own]


def written(every: list[Table]) -> Callable[..., int]:
    """Return one compiled function that writes all tables, one behind the other."""
    head = every[0].write
    if len(every) == 1:
        return head
    tail = written(every[1:])

    @jit
    def all_of(o: Any, r: Any, seat: int, paying: int, out: Any, i: int, at: int) -> int:
        return int(tail(o, r, seat, paying, out, i, head(o, r, seat, paying, out, i, at)))

    return all_of
