"""What a client has to know of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from whistlestop.games.network.ruleset import NetworkRuleset
from whistlestop.games.network.writing import WRITINGS
from whistlestop.games.telling.records import fields_of, merged
from whistlestop.games.writing import public_of
from whistlestop.text import public

from .schema import NetworkData, TieBreak
from .tickets import NetworkTicketInfo


class NetworkCityInfo(public.CityInfo, kw_only=True):
    """A city; a border node belongs to a country."""

    country: str | None


class Ranking(Struct, kw_only=True):
    """What does not come from one mechanism."""

    tie_breaks: list[TieBreak]


if TYPE_CHECKING:
    NetworkNumbers: TypeAlias = Any
else:
    NetworkNumbers = merged(
        "NetworkNumbers",
        "What the rules of a map game leave to each board, for whoever explains them.",
        Struct,
        [*(each.numbers for each in WRITINGS), Ranking],
    )


class NetworkRulesetInfo(public.RulesetInfo, kw_only=True, tag=NetworkData.machine):
    """A board: cities, routes, tickets and numbers."""

    cities: list[NetworkCityInfo]
    tickets: list[NetworkTicketInfo]
    numbers: NetworkNumbers


def public_data(ruleset: NetworkRuleset) -> NetworkRulesetInfo:
    """Return cities, routes, tickets and numbers."""
    data = ruleset.data
    return NetworkRulesetInfo(
        **public.ruleset_fields(ruleset) | {"countries": ruleset.countries} | public_of(WRITINGS, ruleset),
        cities=[
            NetworkCityInfo(id=city.id, name=city.name or city.id, country=city.country)
            for city in ruleset.cities
        ],
        tickets=[
            NetworkTicketInfo(**public.ticket_fields(ticket), long=ticket.long) for ticket in ruleset.tickets
        ],
        numbers=NetworkNumbers(
            **fields_of([each.numbers for each in WRITINGS], data), tie_breaks=list(data.scoring.tie_breaks)
        ),
    )
