"""What a client has to know of a card game."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from msgspec import Struct

from whistlestop.format import Color, Ticket
from whistlestop.text import public

from .compile import YardRuleset
from .schema import YardData


class YardCityInfo(public.CityInfo, kw_only=True):
    """A city and where it is; a big one has a bonus for whoever has most tickets there."""

    bonus: int | None
    lat: float | None
    lon: float | None


class YardTicketInfo(public.TicketInfo, kw_only=True):
    """A ticket, the cards that complete it, and the big cities that it names."""

    cards: dict[Color, int]
    cities: list[str]


class CardNumbers(Struct, kw_only=True):
    """How many train cards of each color there are, and how many wilds."""

    per_color: int
    wilds: int


class YardRulesetInfo(public.RulesetInfo, kw_only=True, tag=YardData.machine):
    """A card game: cities, tickets and numbers; bonuses by city."""

    cities: list[YardCityInfo]
    tickets: list[YardTicketInfo]
    bonuses: dict[str, int]
    cards: CardNumbers


def ticket_fields(ticket: Ticket, big: Container[str]) -> dict[str, Any]:
    """The fields of `YardTicketInfo`; `big` are the cities that have a bonus."""
    return {
        **public.ticket_fields(ticket),
        "cards": dict(ticket.cards),
        "cities": [city for city in (ticket.origin, *ticket.targets) if city in big],
    }


def public_data(ruleset: YardRuleset) -> YardRulesetInfo:
    """Cities, tickets and numbers."""
    bonuses, cards, draw = ruleset.bonuses, ruleset.data.cards, ruleset.data.draw
    return YardRulesetInfo(
        **public.ruleset_fields(ruleset),
        draw=public.OfferInfo(tickets=draw.tickets, keep=draw.keep),
        cities=[
            YardCityInfo(id=city.id, name=city.name or city.id, bonus=city.bonus, lat=city.lat, lon=city.lon)
            for city in ruleset.cities
        ],
        tickets=[YardTicketInfo(**ticket_fields(ticket, bonuses)) for ticket in ruleset.tickets],
        bonuses=bonuses,
        cards=CardNumbers(per_color=cards.per_color, wilds=cards.wilds),
    )
