"""Data format of the bonus for the most completed tickets (USA-38)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from whistlestop.format.schema import Count
from whistlestop.games.aid import ScoreLine
from whistlestop.games.telling import Part
from whistlestop.games.writing import Writing


class MostTickets(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus for the most completed tickets; 0: none."""

    most_tickets: Count = 0


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    scoring: MostTickets = MostTickets()


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the points of the bonus."""
    r["most_tickets_bonus"] = ruleset.data.scoring.most_tickets


class Numbers(Struct, kw_only=True):
    """The number that explains the bonus."""

    most_tickets: int


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {"most_tickets": data.scoring.most_tickets}


def aid(ruleset: Any) -> Iterator[ScoreLine]:
    """Yield the line about the bonus."""
    if points := ruleset.data.scoring.most_tickets:
        yield ScoreLine("rules.table.most_tickets", (points,))


WRITING = Writing(settings=Settings, fill=fill, numbers=Part(Numbers, numbers), aid=aid)
