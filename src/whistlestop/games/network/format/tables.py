"""The rows of a board's tables: `cities.csv`, `routes.csv`, `tickets.csv`."""

from __future__ import annotations

from msgspec import Struct

from whistlestop.errors import short
from whistlestop.format import schema
from whistlestop.format.schema import Count, PairId, Positive, RouteColor, RouteKind, Slug
from whistlestop.format.tables import PLACE, Column, Table, whole_number

ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
"""Points for a route by its length (COM-23)."""


class CityRow(schema.CityRow, frozen=True, forbid_unknown_fields=True):
    """A node of the board. A border node belongs to a country (SWI-3)."""

    country: Slug | None = None


class RouteRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A route as written in the table; its id names its two cities."""

    id: PairId
    length: Positive
    color: RouteColor
    kind: RouteKind = "normal"
    wilds: Count = 0


class TicketRow(schema.TicketRow, frozen=True, forbid_unknown_fields=True):
    """A ticket from a city or country to one target, or to several with a value each (SWI-6)."""

    long: bool = False


def _places(cell: str) -> list[str]:
    return cell.split("|")


def _points(cell: str) -> list[int]:
    try:
        return [int(part) for part in cell.split("|")]
    except ValueError:
        raise ValueError(f"{short(cell)} is not a number or a list of numbers separated by |") from None


def _is_long(cell: str) -> bool:
    if cell not in {"regular", "long"}:
        raise ValueError(f"{short(cell)} is not a kind of ticket: write regular or long")
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
