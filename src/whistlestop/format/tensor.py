"""The named parts of an observation as numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["TensorField", "lay_out", "one_per_player"]


@dataclass(frozen=True, slots=True)
class TensorField:
    """A table within the tensor: a row for each thing of a sort, a column for each number that is told of it."""

    name: str
    start: int
    """Where it begins in the tensor."""
    rows: tuple[str, ...]
    """Ids of routes, cities or tickets, names of cards, or places at the table counted from the seat's own."""
    columns: tuple[str, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.columns)

    @property
    def stop(self) -> int:
        """Where the next one begins."""
        return self.start + len(self.rows) * len(self.columns)

    @property
    def slice(self) -> slice:
        """Its place in the tensor."""
        return slice(self.start, self.stop)

    def of(self, tensor: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
        """The table in a tensor, or in each tensor of an array of them: a view whose last axes are rows and columns."""
        return tensor[..., self.slice].reshape(*tensor.shape[:-1], *self.shape)


def lay_out(tables: Iterable[tuple[str, Iterable[str], Iterable[str]]]) -> tuple[TensorField, ...]:
    """Fields one after the other, of their names, rows and columns; those without rows or columns are left out."""
    fields: list[TensorField] = []
    for name, rows, columns in tables:
        field = TensorField(name, fields[-1].stop if fields else 0, tuple(rows), tuple(columns))
        if field.stop > field.start:
            fields.append(field)
    return tuple(fields)


def one_per_player(name: str, players: int, first: int = 0) -> list[str]:
    """Columns that there are for every player from `first` on: 0 is the seat itself, 1 the next clockwise."""
    return [f"{name}_{player}" for player in range(first, players)]
