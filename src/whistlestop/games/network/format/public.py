"""What a client has to know of a board."""

from __future__ import annotations

from whistlestop.text import public

from .compile import NetworkRuleset
from .schema import NetworkData


class NetworkCityInfo(public.CityInfo, kw_only=True):
    """A city; a border node belongs to a country."""

    country: str | None


class NetworkTicketInfo(public.TicketInfo, kw_only=True):
    """A ticket; a long one is dealt at the start only."""

    long: bool


class NetworkRulesetInfo(public.RulesetInfo, kw_only=True, tag=NetworkData.machine):
    """A board: cities, routes, tickets and numbers."""

    cities: list[NetworkCityInfo]
    tickets: list[NetworkTicketInfo]


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
    )
