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
    """A table within the tensor, with a row for each object and a column for each number."""

    name: str
    start: int
    """Its first index in the tensor."""
    rows: tuple[str, ...]
    """Ids of routes, cities or tickets, names of cards, or places at the table counted from the observing seat."""
    columns: tuple[str, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """Return the numbers of rows and columns."""
        return len(self.rows), len(self.columns)

    @property
    def stop(self) -> int:
        """Return the index after its last."""
        return self.start + len(self.rows) * len(self.columns)

    @property
    def slice(self) -> slice:
        """Return its range in the tensor."""
        return slice(self.start, self.stop)

    def of(self, tensor: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
        """Return a view of the table in a tensor, or in an array of tensors; its last axes are rows and columns."""
        return tensor[..., self.slice].reshape(*tensor.shape[:-1], *self.shape)


def lay_out(tables: Iterable[tuple[str, Iterable[str], Iterable[str]]]) -> tuple[TensorField, ...]:
    """Return consecutive fields with these names, rows and columns, leaving out those without rows or columns."""
    fields: list[TensorField] = []
    for name, rows, columns in tables:
        field = TensorField(name, fields[-1].stop if fields else 0, tuple(rows), tuple(columns))
        if field.stop > field.start:
            fields.append(field)
    return tuple(fields)


def one_per_player(name: str, players: int, first: int = 0) -> list[str]:
    """Return a column name for every player from `first` on: 0 is the observing seat, 1 the next clockwise."""
    return [f"{name}_{player}" for player in range(first, players)]
