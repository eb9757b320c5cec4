"""Small boards for tests."""

from __future__ import annotations

from whistlestop.drawing.model import Board
from whistlestop.format import City, Route


def route(a: str, b: str, length: int, name: str = "") -> Route:
    """Return a gray route; points and twins are not drawn."""
    return Route(name or f"{a}-{b}", a, b, length, 0, "gray", "normal", 0, ())


def board(edges: list[tuple[str, str, int]], places: dict[str, tuple[float, float]] | None = None) -> Board:
    """Return a board of these routes (city, city, length), with or without coordinates (lat, lon) of the
    cities.
    """
    names = sorted({name for a, b, _ in edges for name in (a, b)} | set(places or {}))
    cities = tuple(City(name, name.title(), *(places[name] if places else (None, None))) for name in names)
    routes: list[Route] = []
    for a, b, length in edges:
        first, second = sorted((a, b))
        twins = sum(route.a == first and route.b == second for route in routes)
        suffix = f"/{twins + 1}" if twins else ""
        routes.append(route(first, second, length, f"{first}-{second}{suffix}"))
    return Board("made_up", "Made up", cities, tuple(routes))
