"""The rows of a card game's tables: `cities.csv`, `tickets.csv`."""

from __future__ import annotations

import re

from whistlestop.errors import short
from whistlestop.format.tables import PLACE, Column, Table, whole_number

from .schema import CityRow, TicketRow

_CARDS = re.compile(r"([a-z]+)(?:\*([1-9][0-9]?))?")


def _cards(cell: str) -> dict[str, int]:
    """Parse cards in notation: `black+green*2`."""
    cards: dict[str, int] = {}
    for part in cell.split("+"):
        match = _CARDS.fullmatch(part)
        if match is None or match[1] in cards:
            raise ValueError(f"{short(cell)} is not a list of colors such as black+green*2")
        cards[match[1]] = int(match[2] or 1)
    return cards


def _target(cell: str) -> list[str]:
    return [cell]


def _value(cell: str) -> list[int]:
    return [whole_number(cell)]


TABLES = {
    "cities": Table(CityRow, (*PLACE, Column("bonus", whole_number, optional=True))),
    "tickets": Table(
        TicketRow,
        (
            Column("id"),
            Column("from", field="origin"),
            Column("to", _target, field="targets"),
            Column("points", _value),
            Column("cards", _cards),
        ),
    ),
}
