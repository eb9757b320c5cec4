"""Whether a board makes sense and fits the engine (COM-6, COM-7, COM-23)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from whistlestop.core import fields
from whistlestop.format import check
from whistlestop.format.schema import GRAY, end_cities
from whistlestop.games.network.engine import fields as layout

from .schema import NetworkData, RouteRow, TicketRow

ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
"""Points for a route by its length (COM-23)."""


def find_problems(data: NetworkData) -> list[str]:
    """Everything that is wrong with a board, each with the place it is at; empty if it can be played."""
    problems = [*_settings(data), *_cities(data), *_routes(data), *_tickets(data)]
    if not problems:
        problems += [*_twins(data), *_supply(data), *_reachable(data)]
    return problems


def _settings(data: NetworkData) -> Iterator[str]:
    yield from check.check_players(data)
    if data.trains.end >= data.trains.count:
        yield f"trains: a game of {data.trains.count} trains that ends at {data.trains.end} never begins"
    yield from check.check_offers(data.opening.regular + data.opening.long, data.opening.keep, data.draw.keep)
    if data.draw.long:
        yield "draw: long tickets are dealt in the opening only (EUR-6)"
    yield from check.check_tie_breaks(data.scoring.tie_breaks)


def _cities(data: NetworkData) -> Iterator[str]:
    yield from check.check_cities(data.cities)
    if len(data.cities) > layout.CITIES:
        yield f"cities: {len(data.cities)} are too many, the most is {layout.CITIES}"
    ends = Counter(city for route in data.routes for city in end_cities(route.id))
    for city in data.cities:
        if city.id in data.countries:
            yield f"city {city.id}: also the id of a country"
        if not ends[city.id]:
            yield f"city {city.id}: no route ends there"
        if city.country is not None and city.country not in data.countries:
            yield f"city {city.id}: unknown country {city.country!r}"
        if city.country is not None and ends[city.id] > 1:
            yield f"city {city.id}: a border node has one route, this has {ends[city.id]} (SWI-3)"


def _routes(data: NetworkData) -> Iterator[str]:
    cities = {city.id for city in data.cities}
    if not data.routes:
        yield "routes: there are none"
    if len(data.routes) > layout.ROUTES:
        yield f"routes: {len(data.routes)} are too many, the most is {layout.ROUTES}"
    for name in check.duplicates([route.id for route in data.routes]):
        yield f"route {name}: named twice; the second of a double route ends in /2"
    for route in data.routes:
        a, b = end_cities(route.id)
        for city in (a, b):
            if city not in cities:
                yield f"route {route.id}: unknown city {city!r}"
        if a == b:
            yield f"route {route.id}: both ends are the same city (COM-6)"
        if a > b:
            yield f"route {route.id}: the cities of an id stand in alphabetical order, {b}-{a}"
        yield from _route_numbers(data, route)


def _route_numbers(data: NetworkData, route: RouteRow) -> Iterator[str]:
    if route.length not in ROUTE_POINTS:
        yield f"route {route.id}: no points are set for length {route.length} (COM-23)"
    if route.length > data.trains.count:
        yield f"route {route.id}: longer than a player's {data.trains.count} trains"
    if route.kind == "ferry":
        if not 1 <= route.wilds <= route.length:
            yield f"route {route.id}: a ferry shows from 1 to {route.length} wilds, not {route.wilds} (COM-6)"
        if route.color != GRAY:
            yield f"route {route.id}: a ferry is gray, not {route.color} (EUR-9)"
        if "ferry" not in data.rules.wilds_pay:
            yield f"route {route.id}: a ferry needs wilds, but rules.wilds_pay leaves ferries out"
    elif route.wilds:
        yield f"route {route.id}: only a ferry shows wilds"
    if route.kind == "tunnel" and not data.rules.surcharge_cards:
        yield f"route {route.id}: a tunnel, but rules.surcharge_cards is 0 (EUR-13)"


def _twins(data: NetworkData) -> Iterator[str]:
    groups = defaultdict(list)
    for route in data.routes:
        groups[end_cities(route.id)].append(route)
    for (a, b), routes in groups.items():
        expected = {f"{a}-{b}", *(f"{a}-{b}/{n}" for n in range(2, len(routes) + 1))}
        if {route.id for route in routes} != expected:
            yield f"route {routes[0].id}: parallel routes are numbered {', '.join(sorted(expected))}"
        if len({route.length for route in routes}) > 1:
            yield f"route {a}-{b}: the routes of a double group have the same length (COM-7)"


def _tickets(data: NetworkData) -> Iterator[str]:
    nodes = {city.id: {city.id} for city in data.cities}
    nodes |= {country: {c.id for c in data.cities if c.country == country} for country in data.countries}
    yield from check.check_tickets([ticket.id for ticket in data.tickets], layout.TICKETS)
    for country, border in nodes.items():
        if not border:
            yield f"country {country}: no border node belongs to it"
    for ticket in data.tickets:
        yield from _ticket(ticket, nodes)


def _ticket(ticket: TicketRow, nodes: dict[str, set[str]]) -> Iterator[str]:
    if not ticket.targets or len(ticket.targets) != len(ticket.points):
        yield f"ticket {ticket.id}: {len(ticket.targets)} targets but {len(ticket.points)} values"
    if len(ticket.targets) > layout.TARGETS:
        yield f"ticket {ticket.id}: {len(ticket.targets)} targets, the most is {layout.TARGETS}"
    if len(set(ticket.targets)) < len(ticket.targets):
        yield f"ticket {ticket.id}: a target is named twice"
    for place in (ticket.origin, *ticket.targets):
        if place not in nodes:
            yield f"ticket {ticket.id}: unknown city or country {place!r}"
    if ticket.origin in ticket.targets:
        yield f"ticket {ticket.id}: origin and target are the same"
    if ticket.id.split("-")[0] != ticket.origin:
        yield f"ticket {ticket.id}: the id begins with another place than the origin {ticket.origin}"


def _supply(data: NetworkData) -> Iterator[str]:
    most = data.players.max
    cards = 8 * data.cards.per_color + data.cards.wilds
    yield from check.check_deck(cards, fields.DECK)
    if cards < most * data.cards.start_hand + fields.MARKET:
        yield f"cards: {cards} are too few for {most} players and the market"
    for long, count in ((False, data.opening.regular), (True, data.opening.long)):
        held = sum(ticket.long == long for ticket in data.tickets)
        if held < most * count:
            sort = "long" if long else "regular"
            yield f"tickets: {held} {sort} ones are too few to deal {count} to each of {most} players"
    if not data.opening.long and any(ticket.long for ticket in data.tickets):
        yield "tickets: there are long ones, but opening.long is 0"
    actions = _action_bound(data)
    if actions > layout.ACTIONS:
        yield f"routes: {actions} ways to act are too many, the most is {layout.ACTIONS}"


def _action_bound(data: NetworkData) -> int:
    claims = sum(route.length * (8 if route.color == GRAY else 1) + 1 for route in data.routes)
    stations = len(data.cities) * layout.SMALL if data.stations.count else 0
    return claims + stations + layout.SMALL + (1 << fields.OFFER) + 16


def _reachable(data: NetworkData) -> Iterator[str]:
    """Every ticket can be completed on the empty board; a path cannot lead through a country (SWI-4)."""
    part = {city.id: city.id for city in data.cities}

    def root(city: str) -> str:
        while part[city] != city:
            city = part[city]
        return city

    for route in data.routes:
        a, b = end_cities(route.id)
        part[root(a)] = root(b)
    border = defaultdict(set)
    for city in data.cities:
        if city.country:
            border[city.country].add(city.id)
    for ticket in data.tickets:
        start = {root(city) for city in border.get(ticket.origin, {ticket.origin})}
        for target in ticket.targets:
            if not start & {root(city) for city in border.get(target, {target})}:
                yield f"ticket {ticket.id}: no path leads from {ticket.origin} to {target}"
