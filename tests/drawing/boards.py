"""Small boards made up for the tests."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class City:
    id: str
    name: str
    lat: float | None = None
    lon: float | None = None
    country: str | None = None


@dataclass(frozen=True)
class Route:
    id: str
    a: str
    b: str
    length: int
    color: str = "gray"
    kind: str = "normal"
    wilds: int = 0


@dataclass(frozen=True)
class Board:
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    id: str = "made_up"
    name: str = "Made up"


def board(edges: list[tuple[str, str, int]], places: dict[str, tuple[float, float]] | None = None) -> Board:
    """A board of these routes (city, city, length), with or without (lat, lon) of the cities."""
    names = sorted({name for a, b, _ in edges for name in (a, b)} | set(places or {}))
    cities = tuple(City(name, name.title(), *(places[name] if places else (None, None))) for name in names)
    routes: list[Route] = []
    for a, b, length in edges:
        first, second = sorted((a, b))
        twins = sum(route.a == first and route.b == second for route in routes)
        suffix = f"/{twins + 1}" if twins else ""
        routes.append(Route(f"{first}-{second}{suffix}", first, second, length))
    return Board(cities, tuple(routes))
