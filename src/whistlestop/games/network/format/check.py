"""Check that a board is consistent and fits the engine (COM-6, COM-7, MECH-8): the kind and its mechanisms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from whistlestop.core import fields
from whistlestop.format import check
from whistlestop.format.check import ALL, Problem
from whistlestop.format.insets import check_insets
from whistlestop.format.schema import SHORTEST_RING, end_cities
from whistlestop.games import writing
from whistlestop.games.network import sizes
from whistlestop.games.network.writing import WRITINGS
from whistlestop.games.writing import Stage

from .schema import NetworkData
from .tables import CityRow, RouteRow


def find_problems(data: NetworkData) -> list[Problem]:
    """Return all problems of a board; empty if it can be played."""
    problems = [*_settings(data), *_cities(data), *_routes(data)]
    problems += writing.check(WRITINGS, Stage.TICKETS, data)
    if not problems:
        problems += [
            *writing.check(WRITINGS, Stage.BOARD, data),
            *writing.check(WRITINGS, Stage.SUPPLY, data),
            *_actions(data),
            *writing.check(WRITINGS, Stage.PATHS, data),
        ]
    return problems


def _settings(data: NetworkData) -> Iterator[Problem]:
    yield from check.check_players(data)
    yield from writing.check(WRITINGS, Stage.PIECES, data)
    yield from writing.check(WRITINGS, Stage.OFFERS, data)
    yield from check.check_tie_breaks(data.scoring.tie_breaks)
    cities = {city.id for city in data.cities}
    yield from check.check_translations(data, cities, data.countries)
    yield from check.check_card_names(data)
    yield from check.check_names("drawing.names", data.drawing.names, "city", cities, "cities")
    yield from check.check_rings("drawing.land", data.drawing.land)
    yield from check_insets(("drawing", "insets"), data.drawing.insets, data.cities, data.geography)
    border = {city.country for city in data.cities}
    for country in data.countries:
        if country not in border:
            text = f"country {country}: it has no border node"
            yield Problem(text, ("countries", country), (("cities",),))


def _cities(data: NetworkData) -> Iterator[Problem]:
    yield from check.check_cities(data.cities)
    if len(data.cities) > sizes.CITIES:
        yield Problem(f"cities: {len(data.cities)} are too many; the maximum is {sizes.CITIES}", ("cities",))
    pairs = [end_cities(route.id) for route in data.routes]
    ends = Counter(city for a, b in pairs if a != b for city in (a, b))
    rings = {a for a, b in pairs if a == b}
    for n, city in enumerate(data.cities):
        for text in _city(city, ends[city.id], data.countries, ring=city.id in rings):
            yield Problem(f"city {city.id}: {text}", ("cities", n), (("routes",), ("countries",)))


def _city(city: CityRow, routes: int, countries: dict[str, str], *, ring: bool) -> Iterator[str]:
    if city.id in countries:
        yield "a country has the same id"
    if not routes:
        yield "no route leads to it"
    if city.country is not None and city.country not in countries:
        yield f"unknown country {city.country!r}"
    if city.country is not None and routes > 1:
        yield f"a border node has exactly one route, this one has {routes} (SWI-3)"
    if city.country is not None and ring:
        yield "a border node has exactly one route, so it cannot have a ring (MECH-8)"


def _routes(data: NetworkData) -> Iterator[Problem]:
    cities = {city.id for city in data.cities}
    if not data.routes:
        yield Problem("routes: the table is empty", ("routes",))
    if len(data.routes) > sizes.ROUTES:
        yield Problem(f"routes: {len(data.routes)} are too many; the maximum is {sizes.ROUTES}", ("routes",))
    for n, name in check.duplicates([route.id for route in data.routes]):
        yield Problem(
            f"route {name}: the id is used twice; add /2 to the second of a double route", ("routes", n)
        )
    for n, route in enumerate(data.routes):
        for text in _ends(route, cities):
            yield Problem(f"route {route.id}: {text}", ("routes", n, "id"), (("cities",),))
        for each in WRITINGS:
            for text in () if each.route is None else each.route(data, route):
                yield Problem(f"route {route.id}: {text}", ("routes", n), (("trains",), ("rules",)))


def _ends(route: RouteRow, cities: set[str]) -> Iterator[str]:
    a, b = end_cities(route.id)
    for city in (a, b):
        if city not in cities:
            yield f"unknown city {city!r}"
    if a == b and route.length < SHORTEST_RING:
        yield f"a ring needs at least {SHORTEST_RING} spaces, not {route.length} (MECH-8)"
    if a > b:
        yield f"name the cities in alphabetical order: {b}-{a}"


def _actions(data: NetworkData) -> Iterator[Problem]:
    few = fields.CARDS + 7  # draws, withdrawing from a tunnel, passing
    actions = few + sum(each.most_actions(data) for each in WRITINGS if each.most_actions is not None)
    if actions > sizes.ACTIONS:
        text = f"routes: {actions} actions are too many; the maximum is {sizes.ACTIONS}"
        yield Problem(text, ("routes",), (ALL,))
