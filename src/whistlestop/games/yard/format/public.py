"""The data of a card game for clients."""

from __future__ import annotations

from msgspec import Struct

from whistlestop.games.yard.ruleset import YardRuleset
from whistlestop.text import public

from .schema import TieBreak, YardData
from .tickets import YardTicketInfo, ticket_fields


class YardCityInfo(public.CityInfo, kw_only=True):
    """A city and its position. Each player with the most tickets to a big city gets its bonus."""

    bonus: int | None
    lat: float | None
    lon: float | None


class YardNumbers(Struct, kw_only=True):
    """The numbers in the rules that each card game sets; null: there is no second pass."""

    start_hand: int
    start_wilds: int
    start_tickets: int
    start_keep: int
    draw_tickets: int
    draw_keep: int
    wild_ends_draw: bool
    two_passes_from: int | None
    second_hand: int
    tie_breaks: list[TieBreak]


class YardRulesetInfo(public.RulesetInfo, kw_only=True, tag=YardData.machine):
    """A card game: cities, tickets and numbers; bonuses by city."""

    cities: list[YardCityInfo]
    tickets: list[YardTicketInfo]
    bonuses: dict[str, int]
    numbers: YardNumbers


def public_data(ruleset: YardRuleset) -> YardRulesetInfo:
    """Return cities, tickets and numbers."""
    bonuses, cards, draw = ruleset.bonuses, ruleset.data.cards, ruleset.data.draw
    return YardRulesetInfo(
        **public.ruleset_fields(ruleset),
        draw=public.OfferInfo(tickets=draw.tickets, keep=draw.keep),
        cards=public.CardNumbers(per_color=cards.per_color, wilds=cards.wilds),
        cities=[
            YardCityInfo(id=city.id, name=city.name or city.id, bonus=city.bonus, lat=city.lat, lon=city.lon)
            for city in ruleset.cities
        ],
        tickets=[YardTicketInfo(**ticket_fields(ticket, bonuses)) for ticket in ruleset.tickets],
        bonuses=bonuses,
        numbers=_numbers(ruleset.data),
    )


def _numbers(data: YardData) -> YardNumbers:
    return YardNumbers(
        start_hand=data.cards.start_hand,
        start_wilds=data.cards.start_wilds,
        start_tickets=data.opening.tickets,
        start_keep=data.opening.keep,
        draw_tickets=data.draw.tickets,
        draw_keep=data.draw.keep,
        wild_ends_draw=data.market.wild_ends_draw,
        two_passes_from=data.passes.two_from,
        second_hand=data.passes.hand,
        tie_breaks=list(data.scoring.tie_breaks),
    )
