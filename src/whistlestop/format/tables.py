"""Tables of a ruleset's folder: their columns, and the conversion of rows to data."""

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
    """A column: how a cell is converted to a value, raising ValueError, and the field of the row that it fills."""

    name: str
    read: Callable[[str], object] = str
    field: str = ""
    """The field, if it differs from the name."""
    optional: bool = False
    """Whether an empty cell means no value."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the type of a row, and the columns."""

    row: type[Struct]
    columns: tuple[Column, ...]

    @property
    def heading(self) -> list[str]:
        """Return the names of the columns."""
        return [column.name for column in self.columns]

    def read(self, cells: Sequence[str]) -> tuple[dict[str, Any], dict[str, str]]:
        """Return a row from its cells as plain data, and the errors by column.

        `cells` has one cell per column. Invalid values are replaced by stand-ins of the right shape.
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
    """Return the whole number in a cell."""
    try:
        return int(cell)
    except ValueError:
        raise ValueError(f"{short(cell)} is not a number") from None


def degrees(cell: str) -> float:
    """Return the degrees north or east in a cell."""
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
"""The columns of `cities.csv` in every game: id, name, and optionally the position."""
