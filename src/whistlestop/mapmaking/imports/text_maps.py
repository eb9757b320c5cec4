"""Read `.map` files: text with a line for each city, followed by its routes.

    map-zoom: 4
    Omsk; 54.94; 73.39
    | Tyumen; 3
    || Novosibirsk; 2

A city has one name, or a Russian and an English one, then latitude and longitude. A route has a bar for each parallel
track, the other city and the length. These files have neither colors nor tickets: the game that reads them chooses both
at random.
"""

from __future__ import annotations

from collections.abc import Iterator

from whistlestop.errors import RulesetError, short
from whistlestop.mapmaking.draft import LONGEST, Draft, Line, Stop

__all__ = ["read_text_map"]

BONUS = "points-for-longest-route"
VIEW = ("map-center", "map-zoom")
"""How the other program opens the map; a board needs neither."""
DEAL = ("long-ticket-min-points", "short-tickets-points")


def read_text_map(name: str, text: str) -> Draft:
    """Return the board of a `.map` file. Raises RulesetError with all errors, each with its line."""
    draft = Draft(name)
    errors: list[str] = []
    current: str | None = None
    lines: list[tuple[int, Line]] = []
    for number, line in _lines(text):
        try:
            if line.startswith("|"):
                lines += [(number, route) for route in _routes(draft, current, line)]
            elif ":" in line:
                current = None
                _property(draft, line)
            else:
                current = _city(draft, line)
        except ValueError as error:
            errors.append(f"line {number}: {error}")
    for number, route in lines:
        if route.b not in draft.stops:
            errors.append(f"line {number}: unknown city {short(route.b)}")
    if errors:
        raise RulesetError.of(errors)
    draft.lines = [route for _, route in lines]
    return draft


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if (stripped := line.strip()) and not stripped.startswith(("//", "--")):
            yield number, stripped


def _city(draft: Draft, line: str) -> str:
    """Add a city and return its key."""
    cells = [cell.strip() for cell in line.split(";")]
    if len(cells) < 3:
        raise ValueError("a city needs a name, a latitude and a longitude, separated by semicolons")
    *names, lat, lon = cells
    try:
        at = float(lat.replace(",", ".")), float(lon.replace(",", "."))
    except ValueError:
        raise ValueError(f"{short(lat)}; {short(lon)} is not a position in degrees") from None
    if not names[0]:
        raise ValueError("a city needs a name")
    english = names[1] if len(names) > 1 else ""
    draft.stops[names[0]] = Stop(names[0], at, names={"en": english} if english else {})
    return names[0]


def _routes(draft: Draft, city: str | None, line: str) -> list[Line]:
    """Return the parallel routes of a line from a city."""
    if city is None:
        raise ValueError("a route needs a city before it")
    tracks = len(line) - len(line.lstrip("|"))
    cells = [cell.strip() for cell in line[tracks:].split(";")]
    if len(cells) != 2 or not cells[1].isdecimal() or int(cells[1]) > LONGEST:
        raise ValueError(f"a route needs a city and a length up to {LONGEST}, separated by a semicolon")
    length = int(cells[1])
    if not length:  # in generated maps, cities beside each other
        draft.note(f"the route from {city} to {cells[0]} had no length and got 1")
    return [Line(city, cells[0], max(1, length)) for _ in range(tracks)]


def _property(draft: Draft, line: str) -> None:
    name, _, value = (part.strip() for part in line.partition(":"))
    if name == BONUS:
        if not value.isdecimal():
            raise ValueError(f"{name}: {short(value)} is not a number")
        draft.settings.setdefault("scoring", {})["longest"] = int(value)
    elif name in DEAL:
        draft.note(f"{name}: {short(value)} was left out: the tickets are suggested")
    elif name not in VIEW:
        raise ValueError(f"unknown property {short(name)}")
