"""A compiled card game: from its data to the record that the engine uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, Self

import numpy as np

from whistlestop.core import fields
from whistlestop.format import City, Ruleset, Ticket
from whistlestop.format.catalogue import Catalogue
from whistlestop.format.schema import COLORS, Color
from whistlestop.format.tensor import TensorField
from whistlestop.games.telling.parts import phases_of
from whistlestop.games.yard import records
from whistlestop.games.yard.mechanisms.cards.rules import STOP
from whistlestop.games.yard.mechanisms.cities.rules import MOST_CITIES
from whistlestop.games.yard.mechanisms.rows.rules import SET
from whistlestop.games.yard.mechanisms.singles.rules import TRIO

from .envs.layout import tensor_fields
from .format.schema import TicketRow, YardData
from .format.tickets import bonuses
from .machine import MACHINE
from .notation import YardNotation
from .telling import TELLINGS

TIE_BREAK_CODES = {"tickets": fields.MOST_TICKETS, "cities": MOST_CITIES}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class YardRuleset(Ruleset):
    """A card game; see `Ruleset` for its attributes."""

    shape: ClassVar[type[YardData]] = YardData
    machine = MACHINE
    phases: ClassVar[Mapping[int, str]] = phases_of(TELLINGS)

    data: YardData

    @classmethod
    def compile(cls, data: YardData) -> Self:
        """Compile data that has no problems."""
        rules = np.zeros(1, records.RULES)
        ruleset = cls(
            data=data,
            cities=tuple(
                City(row.id, row.name, row.lat, row.lon, bonus=row.bonus)
                for row in sorted(data.cities, key=lambda row: row.id)
            ),
            tickets=tuple(
                Ticket(row.id, row.origin, row.targets, row.points, cards=_cards(row))
                for row in sorted(data.tickets, key=lambda row: row.id)
            ),
            rules=rules,
        )
        _numbers(rules[0], data)
        _tickets(rules[0], ruleset)
        _catalogue(rules[0], data)
        rules.setflags(write=False)
        return ruleset

    @cached_property
    def notation(self) -> YardNotation:
        """Return the notation of its actions."""
        return YardNotation(self)

    def tensor_fields(self, players: int = 2) -> tuple[TensorField, ...]:
        """Return the named parts of `Observation.tensor` in games with this number of players."""
        return tensor_fields(self, players)

    @property
    def bonuses(self) -> dict[str, int]:
        """Return the points of the big cities' cards by city (CARD-51)."""
        return bonuses(self)


def _cards(row: TicketRow) -> dict[Color, int]:
    return {color: row.cards[color] for color in COLORS if color in row.cards}


def _numbers(r: Any, data: YardData) -> None:
    r["passes"] = 1
    if data.passes.two_from is not None:
        r["passes"][data.passes.two_from :] = 2
    r["pass_hand"] = data.passes.hand
    r["copies"] = data.cards.per_color
    r["copies"][fields.WILD] = data.cards.wilds
    r["start_wilds"], r["start_hand"] = data.cards.start_wilds, data.cards.start_hand
    r["deal_tickets"], r["opening_keep_min"] = data.opening.tickets, data.opening.keep
    r["draw_tickets"], r["draw_keep_min"] = data.draw.tickets, data.draw.keep
    r["wild_ends_draw"] = data.market.wild_ends_draw
    for place, name in enumerate(data.scoring.tie_breaks):
        r["tie_breaks"][place] = TIE_BREAK_CODES[name]


def _tickets(r: Any, ruleset: YardRuleset) -> None:
    """Fill in the tickets and big cities."""
    big = {city: n for n, city in enumerate(ruleset.bonuses)}
    r["cities"] = len(big)
    for city, points in ruleset.bonuses.items():
        r["city_points"][big[city]] = points
    r["tickets"] = len(ruleset.tickets)
    for n, ticket in enumerate(ruleset.tickets):
        r["ticket_points"][n] = ticket.points[0]
        for color, count in ticket.cards.items():
            r["ticket_need"][n, COLORS.index(color)] = count
        r["ticket_cards"][n] = sum(ticket.cards.values())
        named = [city for city in (ticket.origin, *ticket.targets) if city in big]
        r["ticket_cities"][n] = sum(1 << big[city] for city in named)
        r["ticket_bonus"][n] = sum(ruleset.bonuses[city] for city in named)


def _catalogue(r: Any, data: YardData) -> None:
    catalogue = Catalogue(r)
    catalogue.add_draws()
    r["id_stop"] = catalogue.add(STOP)
    catalogue.add_tickets()
    r["set_id"] = fields.NONE
    for color in range(fields.COLORS):
        for colored in range(1, data.cards.per_color + 1):
            for wild in range(data.cards.wilds + 1):
                if colored + wild >= 2:  # CARD-23
                    r["set_id"][color, colored, wild] = catalogue.add(SET, 0, color, colored, wild)
    r["trio_id"] = fields.NONE
    for trio in combinations(range(fields.COLORS), 3):
        r["trio_id"][trio] = catalogue.add(TRIO, sum(1 << color for color in trio))
    r["id_pass"] = catalogue.add(fields.PASS)
    r["actions"] = r["id_declare"] = catalogue.size
