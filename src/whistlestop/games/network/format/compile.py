"""From a board's data to the record that the network machine plays by."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from whistlestop.core import fields
from whistlestop.format.catalogue import Catalogue
from whistlestop.format.ruleset import City, Route, Ruleset, Ticket
from whistlestop.format.schema import COLORS, GRAY, end_cities
from whistlestop.games.network.mechanisms.bonuses.rules import HOLDS_BONUS
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.network.mechanisms.stations.rules import FEWEST_STATIONS, STATION
from whistlestop.games.network.mechanisms.tunnels.rules import SURCHARGE, WITHDRAW
from whistlestop.games.network.records import RULES
from whistlestop.games.network.sizes import LENGTH

from .check import ROUTE_POINTS
from .schema import NetworkData, RouteRow

if TYPE_CHECKING:
    from whistlestop.games.kind import Kind

REFUSED_CODES = {"bottom": fields.TO_BOTTOM, "removed": fields.OUT_OF_GAME}
TIE_BREAK_CODES = {
    "tickets": fields.MOST_TICKETS,
    "stations": FEWEST_STATIONS,
    "bonus": HOLDS_BONUS,
}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class NetworkRuleset(Ruleset):
    """A map game: `Ruleset` says what it has."""

    data: NetworkData

    @property
    def trains(self) -> int:
        """Trains per player."""
        return self.data.trains.count

    @property
    def stations(self) -> int:
        """Stations per player."""
        return self.data.stations.count

    @property
    def countries(self) -> dict[str, str]:
        """Names of the countries by id (SWI-3)."""
        return dict(self.data.countries)

    @property
    def route_points(self) -> dict[int, int]:
        """Points by length, for the lengths that the board has."""
        return {length: ROUTE_POINTS[length] for length in sorted({route.length for route in self.routes})}


def compile_network(data: NetworkData, kind: Kind) -> NetworkRuleset:
    """Compile a board in which there is nothing wrong."""
    rules = np.zeros(1, RULES)
    ruleset = NetworkRuleset(
        kind=kind,
        data=data,
        cities=tuple(
            City(row.id, row.name, row.lat, row.lon, country=row.country)
            for row in sorted(data.cities, key=lambda row: row.id)
        ),
        routes=tuple(_route(row, data.routes) for row in sorted(data.routes, key=lambda row: row.id)),
        tickets=tuple(
            Ticket(row.id, row.origin, row.targets, row.points, row.long)
            for row in sorted(data.tickets, key=lambda row: row.id)
        ),
        rules=rules,
    )
    _numbers(rules[0], data)
    _board(rules[0], ruleset)
    _payments(rules[0], ruleset)
    _tickets(rules[0], ruleset)
    _catalogue(rules[0], ruleset)
    rules.setflags(write=False)
    return ruleset


def _route(row: RouteRow, rows: tuple[RouteRow, ...]) -> Route:
    a, b = end_cities(row.id)
    twins = tuple(sorted(other.id for other in rows if other.id != row.id and end_cities(other.id) == (a, b)))
    return Route(row.id, a, b, row.length, ROUTE_POINTS[row.length], row.color, row.kind, row.wilds, twins)


def _set_bit(words: Any, index: int) -> None:
    words[index >> 6] |= np.uint64(1 << (index & 63))


def _numbers(r: Any, data: NetworkData) -> None:
    r["trains"], r["end_trains"] = data.trains.count, data.trains.end
    r["stations"], r["station_value"] = data.stations.count, data.stations.value
    r["cards_per_color"], r["wilds"] = data.cards.per_color, data.cards.wilds
    r["start_hand"] = data.cards.start_hand
    r["deal_long"], r["deal_regular"] = data.opening.long, data.opening.regular
    r["opening_keep_min"], r["opening_refused"] = data.opening.keep, REFUSED_CODES[data.opening.refused]
    r["draw_tickets"], r["draw_keep_min"] = data.draw.regular, data.draw.keep
    r["draw_refused"] = REFUSED_CODES[data.draw.refused]
    r["wild_ends_draw"] = data.market.wild_ends_draw
    r["reset_at"], r["resets"] = data.market.reset_at, data.market.resets
    r["twins_open_from"] = data.rules.twins_open_from
    r["surcharge_cards"] = data.rules.surcharge_cards
    r["longest_bonus"] = data.scoring.longest
    for place, name in enumerate(data.scoring.tie_breaks):
        r["tie_breaks"][place] = TIE_BREAK_CODES[name]
    for length, points in ROUTE_POINTS.items():
        r["points"][length] = points


def _board(r: Any, ruleset: NetworkRuleset) -> None:
    r["cities"], r["routes"] = len(ruleset.cities), len(ruleset.routes)
    for n, route in enumerate(ruleset.routes):
        r["route_a"][n], r["route_b"][n] = ruleset.city_index[route.a], ruleset.city_index[route.b]
        r["route_length"][n] = route.length
        r["route_tunnel"][n] = route.kind == "tunnel"
        for twin in route.twins:
            _set_bit(r["twins"][n], ruleset.route_index[twin])
        for city in (route.a, route.b):
            _set_bit(r["city_routes"][ruleset.city_index[city]], n)
        for length in range(route.length, LENGTH + 1):
            _set_bit(r["fits"][length], n)
        _set_bit(r["all_routes"], n)


def _payments(r: Any, ruleset: NetworkRuleset) -> None:
    """Which routes each way to pay is legal for (USA-17, USA-18, EUR-9, SWI-11)."""
    for n, route in enumerate(ruleset.routes):
        wilds_pay = route.kind in ruleset.data.rules.wilds_pay
        colors = range(fields.COLORS) if route.color == GRAY else [COLORS.index(route.color)]
        most_wilds = route.length - 1 if wilds_pay else 0
        for wild in range(route.wilds, most_wilds + 1):
            for colored in range(route.length - wild, LENGTH + 1):
                for color in colors:
                    _set_bit(r["payable"][:, wild, color, colored], n)
        if wilds_pay:
            for wild in range(route.length, LENGTH + 1):
                _set_bit(r["payable_wild"][wild], n)
        r["claim_gray"][n] = route.color == GRAY
        r["claim_wild_min"][n] = route.wilds
        r["claim_mixes"][n] = max(0, most_wilds - route.wilds + 1)


def _tickets(r: Any, ruleset: NetworkRuleset) -> None:
    nodes: dict[str, int] = defaultdict(int)
    for n, city in enumerate(ruleset.cities):
        nodes[city.id] |= 1 << n
        if city.country:
            nodes[city.country] |= 1 << n
    r["tickets"] = len(ruleset.tickets)
    for n, ticket in enumerate(ruleset.tickets):
        r["ticket_origin"][n] = np.uint64(nodes[ticket.origin])
        r["ticket_targets"][n] = len(ticket.targets)
        r["ticket_loss"][n] = min(ticket.points)
        r["ticket_long"][n] = ticket.long
        for place, (target, points) in enumerate(zip(ticket.targets, ticket.points, strict=True)):
            r["ticket_target"][n, place] = np.uint64(nodes[target])
            r["ticket_points"][n, place] = points


class _Catalogue(Catalogue):
    """The catalogue of a board."""

    def add_small(self, action_type: int, arg: int = 0) -> int:
        """Payments of one to three cards, in the order of the table `small`."""
        first = self.size
        for color in range(fields.COLORS):
            for colored in range(1, 4):
                for wild in range(4 - colored):
                    self.r["small"][color, colored, wild] = self.size - first
                    self.add(action_type, arg, color, colored, wild)
        for wild in range(1, 4):
            self.r["small"][:, 0, wild] = self.size - first
            self.add(action_type, arg, fields.WILD, 0, wild)
        return first


def _catalogue(r: Any, ruleset: NetworkRuleset) -> None:
    catalogue = _Catalogue(r)
    catalogue.add_draws()
    catalogue.add_tickets()
    for n, route in enumerate(ruleset.routes):
        r["claim_base"][n] = catalogue.size
        colors = range(fields.COLORS) if route.color == GRAY else [COLORS.index(route.color)]
        for color in colors:
            for wild in range(route.wilds, route.wilds + int(r["claim_mixes"][n])):
                catalogue.add(CLAIM, n, color, route.length - wild, wild)
        if route.kind in ruleset.data.rules.wilds_pay:
            catalogue.add(CLAIM, n, fields.WILD, 0, route.length)
    r["id_surcharge"] = catalogue.add_small(SURCHARGE)
    r["id_withdraw"] = catalogue.add(WITHDRAW)
    r["id_station"] = catalogue.size
    if ruleset.stations:
        for n in range(len(ruleset.cities)):
            catalogue.add_small(STATION, n)
    r["id_pass"] = catalogue.add(fields.PASS)
    r["actions"] = catalogue.size
