"""Tables of a ruleset's folder: columns, and how a row becomes data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from whistlestop.errors import short

Row = dict[str, str]
"""The cells of a row by column."""


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of a table, and what makes a row of it; that raises ValueError for a cell that it cannot read."""

    columns: tuple[str, ...]
    make: Callable[[Row], object]


def whole_number(row: Row, column: str) -> int:
    """A cell that holds a whole number."""
    try:
        return int(row[column])
    except ValueError:
        raise ValueError(f"{column}: {short(row[column])} is not a number") from None


def place(row: Row) -> dict[str, Any]:
    """What a row of `cities.csv` has in every game: id, name, and where the city is if that is given."""
    found: dict[str, Any] = {"id": row["id"], "name": row["name"]}
    for axis in ("lat", "lon"):
        if row[axis]:
            try:
                found[axis] = float(row[axis])
            except ValueError:
                raise ValueError(f"{axis}: {short(row[axis])} is not a number") from None
    return found
