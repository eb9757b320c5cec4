"""What a client has to know of a board."""

from __future__ import annotations

from msgspec import Struct

from whistlestop.format.schema import RouteKind
from whistlestop.text import public

from .compile import NetworkRuleset
from .schema import NetworkData, Refused, TieBreak


class NetworkCityInfo(public.CityInfo, kw_only=True):
    """A city; a border node belongs to a country."""

    country: str | None


class NetworkTicketInfo(public.TicketInfo, kw_only=True):
    """A ticket; a long one is dealt at the start only."""

    long: bool


class NetworkNumbers(Struct, kw_only=True):
    """What the rules of a map game leave to each board, for whoever explains them."""

    start_hand: int
    start_tickets: int
    start_long: int
    start_keep: int
    start_refused: Refused
    draw_tickets: int
    draw_keep: int
    draw_refused: Refused
    wild_ends_draw: bool
    wilds_reset: int
    wilds_resets: int
    wilds_pay: list[RouteKind]
    twins_open_from: int
    surcharge_cards: int
    last_trains: int
    station_points: int
    longest: int
    tie_breaks: list[TieBreak]


class NetworkRulesetInfo(public.RulesetInfo, kw_only=True, tag=NetworkData.machine):
    """A board: cities, routes, tickets and numbers."""

    cities: list[NetworkCityInfo]
    tickets: list[NetworkTicketInfo]
    numbers: NetworkNumbers


def public_data(ruleset: NetworkRuleset) -> NetworkRulesetInfo:
    """Cities, routes, tickets and numbers."""
    draw = ruleset.data.draw
    board = {
        "draw": public.OfferInfo(tickets=draw.regular + draw.long, keep=draw.keep),
        "countries": dict(ruleset.data.countries),
        "routes": [
            public.RouteInfo(
                id=route.id,
                a=route.a,
                b=route.b,
                length=route.length,
                color=route.color,
                kind=route.kind,
                wilds=route.wilds,
                twins=list(route.twins),
            )
            for route in ruleset.routes
        ],
        "trains": ruleset.trains,
        "stations": ruleset.stations,
        "route_points": {str(length): points for length, points in ruleset.route_points.items()},
        "cards": public.CardNumbers(per_color=ruleset.data.cards.per_color, wilds=ruleset.data.cards.wilds),
    }
    return NetworkRulesetInfo(
        **public.ruleset_fields(ruleset) | board,
        cities=[
            NetworkCityInfo(id=city.id, name=city.name or city.id, country=city.country)
            for city in ruleset.cities
        ],
        tickets=[
            NetworkTicketInfo(**public.ticket_fields(ticket), long=ticket.long) for ticket in ruleset.tickets
        ],
        numbers=_numbers(ruleset.data),
    )


def _numbers(data: NetworkData) -> NetworkNumbers:
    return NetworkNumbers(
        start_hand=data.cards.start_hand,
        start_tickets=data.opening.regular,
        start_long=data.opening.long,
        start_keep=data.opening.keep,
        start_refused=data.opening.refused,
        draw_tickets=data.draw.regular,
        draw_keep=data.draw.keep,
        draw_refused=data.draw.refused,
        wild_ends_draw=data.market.wild_ends_draw,
        wilds_reset=data.market.reset_at,
        wilds_resets=data.market.resets,
        wilds_pay=list(data.rules.wilds_pay),
        twins_open_from=data.rules.twins_open_from,
        surcharge_cards=data.rules.surcharge_cards,
        last_trains=data.trains.end,
        station_points=data.stations.value,
        longest=data.scoring.longest,
        tie_breaks=list(data.scoring.tie_breaks),
    )
