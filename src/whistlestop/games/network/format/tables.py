"""The rows of a board's tables: `cities.csv`, `routes.csv`, `tickets.csv`."""

from __future__ import annotations

import msgspec

from whistlestop.errors import short
from whistlestop.format.tables import Row, Table, place, whole_number

from .schema import CityRow, RouteRow, TicketRow


def _city(row: Row) -> CityRow:
    country = {"country": row["country"]} if row["country"] else {}
    return msgspec.convert(place(row) | country, CityRow)


def _route(row: Row) -> RouteRow:
    numbers = {column: whole_number(row, column) for column in ("length", "wilds")}
    return msgspec.convert({**row, **numbers}, RouteRow)


def _ticket(row: Row) -> TicketRow:
    if row["deck"] not in ("regular", "long"):
        raise ValueError(f"deck: {short(row['deck'])} is neither regular nor long")
    try:
        points = [int(part) for part in row["points"].split("|")]
    except ValueError:
        raise ValueError(f"points: {short(row['points'])} is not a number or numbers divided by |") from None
    ticket = {"id": row["id"], "origin": row["from"], "targets": row["to"].split("|"), "points": points}
    return msgspec.convert({**ticket, "long": row["deck"] == "long"}, TicketRow)


TABLES = {
    "cities": Table(("id", "name", "lat", "lon", "country"), _city),
    "routes": Table(("id", "length", "color", "kind", "wilds"), _route),
    "tickets": Table(("id", "from", "to", "points", "deck"), _ticket),
}
