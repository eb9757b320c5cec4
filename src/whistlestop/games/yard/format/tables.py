"""The rows of a card game's tables: `cities.csv`, `tickets.csv`."""

from __future__ import annotations

import re

import msgspec

from whistlestop.errors import short
from whistlestop.format.tables import Row, Table, place, whole_number

from .schema import CityRow, TicketRow

_CARDS = re.compile(r"([a-z]+)(?:\*([1-9][0-9]?))?")


def _city(row: Row) -> CityRow:
    bonus = {"bonus": whole_number(row, "bonus")} if row["bonus"] else {}
    return msgspec.convert(place(row) | bonus, CityRow)


def _cards(text: str) -> dict[str, int]:
    """Cards as the notation writes them: `black+green*2`."""
    cards: dict[str, int] = {}
    for part in text.split("+"):
        match = _CARDS.fullmatch(part)
        if match is None or match[1] in cards:
            raise ValueError(f"cards: {short(text)} is not a list of colors such as black+green*2")
        cards[match[1]] = int(match[2] or 1)
    return cards


def _ticket(row: Row) -> TicketRow:
    ticket = {
        "id": row["id"],
        "origin": row["from"],
        "targets": [row["to"]],
        "points": [whole_number(row, "points")],
        "cards": _cards(row["cards"]),
    }
    return msgspec.convert(ticket, TicketRow)


TABLES = {
    "cities": Table(("id", "name", "lat", "lon", "bonus"), _city),
    "tickets": Table(("id", "from", "to", "points", "cards"), _ticket),
}
