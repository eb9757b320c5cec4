"""The data of a board for clients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from whistlestop.games.aid import Aids
from whistlestop.games.composing import used
from whistlestop.games.network.ruleset import NetworkRuleset
from whistlestop.games.network.writing import WRITINGS
from whistlestop.games.telling.records import fields_of, merged, shapes_of
from whistlestop.games.writing import aid_of, public_of
from whistlestop.text import public

from .schema import NetworkData, TieBreak
from .tickets import NetworkTicketInfo


class NetworkCityInfo(public.CityInfo, kw_only=True):
    """A city; a border node belongs to a country."""

    country: str | None


class Ranking(Struct, kw_only=True):
    """The fields that belong to no single mechanism."""

    tie_breaks: list[TieBreak]


if TYPE_CHECKING:
    NetworkNumbers: TypeAlias = Any
else:
    NetworkNumbers = merged(
        "NetworkNumbers",
        "The numbers in the rules of a map game that each board sets.",
        Struct,
        [*shapes_of(WRITINGS, "numbers"), Ranking],
    )


class Board(public.RulesetInfo, kw_only=True):
    """The fields that belong to no single mechanism."""

    printed: bool
    cities: list[NetworkCityInfo]
    tickets: list[NetworkTicketInfo]
    numbers: NetworkNumbers


if TYPE_CHECKING:

    class NetworkRulesetInfo(Board, kw_only=True):
        """A board."""

else:
    NetworkRulesetInfo = merged(
        "NetworkRulesetInfo",
        "A board: cities, routes, tickets and numbers. `printed`: whether a printed game has it.",
        Board,
        shapes_of(WRITINGS, "info"),
        tag=NetworkData.machine,
    )


def public_data(ruleset: NetworkRuleset) -> NetworkRulesetInfo:
    """Return cities, routes, tickets and numbers."""
    data, every = ruleset.data, used(WRITINGS, ruleset.unused)
    return NetworkRulesetInfo(
        **public.ruleset_fields(ruleset) | {"countries": ruleset.countries} | public_of(WRITINGS, ruleset),
        **fields_of([each.info for each in every], ruleset),
        printed=data.printed,
        cities=[
            NetworkCityInfo(id=city.id, name=city.name or city.id, country=city.country)
            for city in ruleset.cities
        ],
        tickets=[
            NetworkTicketInfo(**public.ticket_fields(ticket), long=ticket.long) for ticket in ruleset.tickets
        ],
        numbers=NetworkNumbers(
            **fields_of([each.numbers for each in every], data), tie_breaks=list(data.scoring.tie_breaks)
        ),
    )


def aid_data(ruleset: NetworkRuleset) -> Iterator[Aids]:
    """Yield the lines of the printed player aid."""
    return aid_of(used(WRITINGS, ruleset.unused), ruleset)
