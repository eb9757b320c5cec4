"""The rows of a board's tables: `cities.csv`, `routes.csv`, `tickets.csv`."""

from __future__ import annotations

from whistlestop.errors import short
from whistlestop.format.tables import PLACE, Column, Table, whole_number

from .schema import CityRow, RouteRow, TicketRow


def _places(cell: str) -> list[str]:
    return cell.split("|")


def _points(cell: str) -> list[int]:
    try:
        return [int(part) for part in cell.split("|")]
    except ValueError:
        raise ValueError(f"{short(cell)} is not a number or numbers divided by |") from None


def _is_long(cell: str) -> bool:
    if cell not in {"regular", "long"}:
        raise ValueError(f"{short(cell)} is neither regular nor long")
    return cell == "long"


TABLES = {
    "cities": Table(CityRow, (*PLACE, Column("country", optional=True))),
    "routes": Table(
        RouteRow,
        (
            Column("id"),
            Column("length", whole_number),
            Column("color"),
            Column("kind"),
            Column("wilds", whole_number),
        ),
    ),
    "tickets": Table(
        TicketRow,
        (
            Column("id"),
            Column("from", field="origin"),
            Column("to", _places, field="targets"),
            Column("points", _points),
            Column("deck", _is_long, field="long"),
        ),
    ),
}
