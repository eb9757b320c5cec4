"""Tables of a ruleset's folder: their columns, and how a row becomes data."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from whistlestop.errors import short

from .shape import sift


@dataclass(frozen=True, slots=True)
class Column:
    """A column: what makes a value of a cell, raising ValueError, and the field of the row that it goes to."""

    name: str
    read: Callable[[str], object] = str
    field: str = ""
    """Where other than the name."""
    optional: bool = False
    """An empty cell gives no value."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: what a row of it is, and the columns."""

    row: type[Struct]
    columns: tuple[Column, ...]

    @property
    def heading(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.columns]

    def read(self, cells: Sequence[str]) -> tuple[dict[str, Any], dict[str, str]]:
        """The row of as many cells as there are columns, as plain data, and by column what is wrong with it.

        What is wrong is replaced by something of the right shape.
        """
        plain: dict[str, Any] = {}
        wrong: dict[str, str] = {}
        names: dict[str | int, str] = {}
        for column, cell in zip(self.columns, cells, strict=True):
            field = column.field or column.name
            names[field] = column.name
            if column.optional and not cell:
                continue
            try:
                plain[field] = column.read(cell)
            except ValueError as error:
                wrong[column.name] = str(error)
        clean, faults = sift(plain, self.row)
        for fault in faults:
            wrong.setdefault(names[fault.path[0]], fault.text)
        return clean, wrong


def whole_number(cell: str) -> int:
    """A cell that holds a whole number."""
    try:
        return int(cell)
    except ValueError:
        raise ValueError(f"{short(cell)} is not a number") from None


def degrees(cell: str) -> float:
    """A cell that holds degrees north or east."""
    try:
        found = float(cell)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise ValueError(f"{short(cell)} is not a number")
    return found


PLACE = (
    Column("id"),
    Column("name"),
    Column("lat", degrees, optional=True),
    Column("lon", degrees, optional=True),
)
"""What `cities.csv` has in every game: id, name, and where the city is if that is given."""
