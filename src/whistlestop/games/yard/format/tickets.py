"""The data of a card game's tickets for clients, and of the cities with a bonus."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from whistlestop.format import Board, Color, Ticket
from whistlestop.text import public


class YardTicketInfo(public.TicketInfo, kw_only=True):
    """A ticket, the cards that complete it, and the big cities that it names."""

    cards: dict[Color, int]
    cities: list[str]


def ticket_fields(ticket: Ticket, big: Container[str]) -> dict[str, Any]:
    """Return the fields of `YardTicketInfo`; `big` are the cities that have a bonus."""
    return {
        **public.ticket_fields(ticket),
        "cards": dict(ticket.cards),
        "cities": [city for city in (ticket.origin, *ticket.targets) if city in big],
    }


def bonuses(board: Board) -> dict[str, int]:
    """Return the points of the big cities' cards by city, in the order of the engine's numbers (CARD-51)."""
    return {city.id: city.bonus for city in board.cities if city.bonus is not None}
