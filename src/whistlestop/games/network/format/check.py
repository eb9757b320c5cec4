"""Whether a board makes sense and fits the engine (COM-6, COM-7, COM-23)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from whistlestop.core import fields
from whistlestop.format import check
from whistlestop.format.check import ALL, Problem
from whistlestop.format.schema import GRAY, end_cities
from whistlestop.games.network import sizes
from whistlestop.games.network.mechanisms.payments import SMALL

from .schema import CityRow, NetworkData, RouteRow, TicketRow

ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
"""Points for a route by its length (COM-23)."""


def find_problems(data: NetworkData) -> list[Problem]:
    """Everything that is wrong with a board; nothing if it can be played."""
    problems = [*_settings(data), *_cities(data), *_routes(data), *_tickets(data)]
    if not problems:
        problems += [*_twins(data), *_supply(data), *_reachable(data)]
    return problems


def _settings(data: NetworkData) -> Iterator[Problem]:
    yield from check.check_players(data)
    if data.trains.end >= data.trains.count:
        text = f"trains: a game of {data.trains.count} trains that ends at {data.trains.end} never begins"
        yield Problem(text, ("trains", "end"))
    yield from check.check_offers(data.opening.regular + data.opening.long, data.opening.keep, data.draw.keep)
    if data.draw.long:
        yield Problem("draw: long tickets are dealt in the opening only (EUR-6)", ("draw", "long"))
    yield from check.check_tie_breaks(data.scoring.tie_breaks)
    border = {city.country for city in data.cities}
    for country in data.countries:
        if country not in border:
            text = f"country {country}: no border node belongs to it"
            yield Problem(text, ("countries", country), (("cities",),))


def _cities(data: NetworkData) -> Iterator[Problem]:
    yield from check.check_cities(data.cities)
    if len(data.cities) > sizes.CITIES:
        yield Problem(f"cities: {len(data.cities)} are too many, the most is {sizes.CITIES}", ("cities",))
    ends = Counter(city for route in data.routes for city in end_cities(route.id))
    for n, city in enumerate(data.cities):
        for text in _city(city, ends[city.id], data.countries):
            yield Problem(f"city {city.id}: {text}", ("cities", n), (("routes",), ("countries",)))


def _city(city: CityRow, routes: int, countries: dict[str, str]) -> Iterator[str]:
    if city.id in countries:
        yield "also the id of a country"
    if not routes:
        yield "no route ends there"
    if city.country is not None and city.country not in countries:
        yield f"unknown country {city.country!r}"
    if city.country is not None and routes > 1:
        yield f"a border node has one route, this has {routes} (SWI-3)"


def _routes(data: NetworkData) -> Iterator[Problem]:
    cities = {city.id for city in data.cities}
    if not data.routes:
        yield Problem("routes: there are none", ("routes",))
    if len(data.routes) > sizes.ROUTES:
        yield Problem(f"routes: {len(data.routes)} are too many, the most is {sizes.ROUTES}", ("routes",))
    for n, name in check.duplicates([route.id for route in data.routes]):
        yield Problem(f"route {name}: named twice; the second of a double route ends in /2", ("routes", n))
    for n, route in enumerate(data.routes):
        for text in _ends(route, cities):
            yield Problem(f"route {route.id}: {text}", ("routes", n), (("cities",),))
        for text in _numbers(data, route):
            yield Problem(f"route {route.id}: {text}", ("routes", n), (("trains",), ("rules",)))


def _ends(route: RouteRow, cities: set[str]) -> Iterator[str]:
    a, b = end_cities(route.id)
    for city in (a, b):
        if city not in cities:
            yield f"unknown city {city!r}"
    if a == b:
        yield "both ends are the same city (COM-6)"
    if a > b:
        yield f"the cities of an id stand in alphabetical order, {b}-{a}"


def _numbers(data: NetworkData, route: RouteRow) -> Iterator[str]:
    if route.length not in ROUTE_POINTS:
        yield f"no points are set for length {route.length} (COM-23)"
    if route.length > data.trains.count:
        yield f"longer than a player's {data.trains.count} trains"
    if route.kind == "ferry":
        if not 1 <= route.wilds <= route.length:
            yield f"a ferry shows from 1 to {route.length} wilds, not {route.wilds} (COM-6)"
        if route.color != GRAY:
            yield f"a ferry is gray, not {route.color} (EUR-9)"
        if "ferry" not in data.rules.wilds_pay:
            yield "a ferry needs wilds, but rules.wilds_pay leaves ferries out"
    elif route.wilds:
        yield "only a ferry shows wilds"
    if route.kind == "tunnel" and not data.rules.surcharge_cards:
        yield "a tunnel, but rules.surcharge_cards is 0 (EUR-13)"


def _twins(data: NetworkData) -> Iterator[Problem]:
    groups = defaultdict(list)
    for n, route in enumerate(data.routes):
        groups[end_cities(route.id)].append(n)
    for (a, b), numbers in groups.items():
        routes = [data.routes[n] for n in numbers]
        expected = {f"{a}-{b}", *(f"{a}-{b}/{n}" for n in range(2, len(routes) + 1))}
        at = ("routes", numbers[-1])
        if {route.id for route in routes} != expected:
            text = f"route {routes[0].id}: parallel routes are numbered {', '.join(sorted(expected))}"
            yield Problem(text, at, (ALL,))
        if len({route.length for route in routes}) > 1:
            text = f"route {a}-{b}: the routes of a double group have the same length (COM-7)"
            yield Problem(text, at, (ALL,))


def _tickets(data: NetworkData) -> Iterator[Problem]:
    places = {city.id for city in data.cities} | data.countries.keys()
    yield from check.check_tickets([ticket.id for ticket in data.tickets], sizes.TICKETS)
    for n, ticket in enumerate(data.tickets):
        for text in _ticket(ticket, places):
            yield Problem(f"ticket {ticket.id}: {text}", ("tickets", n), (("cities",), ("countries",)))


def _ticket(ticket: TicketRow, places: set[str]) -> Iterator[str]:
    if not ticket.targets or len(ticket.targets) != len(ticket.points):
        yield f"{len(ticket.targets)} targets but {len(ticket.points)} values"
    if len(ticket.targets) > sizes.TARGETS:
        yield f"{len(ticket.targets)} targets, the most is {sizes.TARGETS}"
    if len(set(ticket.targets)) < len(ticket.targets):
        yield "a target is named twice"
    for place in (ticket.origin, *ticket.targets):
        if place not in places:
            yield f"unknown city or country {place!r}"
    if ticket.origin in ticket.targets:
        yield "origin and target are the same"
    if ticket.id.split("-")[0] != ticket.origin:
        yield f"the id begins with another place than the origin {ticket.origin}"


def _supply(data: NetworkData) -> Iterator[Problem]:
    most = data.players.max
    cards = 8 * data.cards.per_color + data.cards.wilds
    yield from check.check_deck(cards, fields.DECK)
    if cards < most * data.cards.start_hand + fields.MARKET:
        yield Problem(f"cards: {cards} are too few for {most} players and the market", ("cards",), (ALL,))
    for long, count in ((False, data.opening.regular), (True, data.opening.long)):
        held = sum(ticket.long == long for ticket in data.tickets)
        if held < most * count:
            sort = "long" if long else "regular"
            text = f"tickets: {held} {sort} ones are too few to deal {count} to each of {most} players"
            yield Problem(text, ("tickets",), (ALL,))
    if not data.opening.long and any(ticket.long for ticket in data.tickets):
        yield Problem("tickets: there are long ones, but opening.long is 0", ("tickets",), (ALL,))
    actions = _action_bound(data)
    if actions > sizes.ACTIONS:
        text = f"routes: {actions} ways to act are too many, the most is {sizes.ACTIONS}"
        yield Problem(text, ("routes",), (ALL,))


def _action_bound(data: NetworkData) -> int:
    claims = sum(route.length * (8 if route.color == GRAY else 1) + 1 for route in data.routes)
    stations = len(data.cities) * SMALL if data.stations.count else 0
    return claims + stations + SMALL + (1 << fields.OFFER) + 16


def _reachable(data: NetworkData) -> Iterator[Problem]:
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
    for n, ticket in enumerate(data.tickets):
        start = {root(city) for city in border.get(ticket.origin, {ticket.origin})}
        for target in ticket.targets:
            if not start & {root(city) for city in border.get(target, {target})}:
                text = f"ticket {ticket.id}: no path leads from {ticket.origin} to {target}"
                yield Problem(text, ("tickets", n), (ALL,))
