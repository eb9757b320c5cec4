"""Data format of passengers (GER-7, GER-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from whistlestop.core import fields
from whistlestop.format import CARDS
from whistlestop.format.catalogue import Catalogue
from whistlestop.format.check import Problem
from whistlestop.format.schema import Color, Count, Slug
from whistlestop.games.aid import AidLine, Aids, ScoreLine, Tokens
from whistlestop.games.telling import Part
from whistlestop.games.writing import Stage, Writing

from .rules import BOARD, MOST_PASSENGERS


class Passengers(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures of each color, their colors, where they start, and the points for the most and the second most."""

    each: Annotated[int, Meta(ge=0, le=20)] = 0
    colors: tuple[Color, ...] = ()
    first: Count = 20
    second: Count = 10
    places: dict[Slug, Annotated[int, Meta(ge=1, le=20)]] = field(default_factory=dict)


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    passengers: Passengers = Passengers()


def problems(data: Any) -> Iterator[Problem]:
    """Check that there are as many figures as places for them."""
    own: Passengers = data.passengers
    known = {city.country or city.id for city in data.cities}
    for place in own.places:
        if place not in known:
            yield Problem(
                f"passengers: unknown city or country {place!r}",
                ("passengers", "places", place),
                (("cities",),),
            )
    for color, count in Counter(own.colors).items():
        if count > 1:
            yield Problem(f"passengers: {color} is listed twice", ("passengers", "colors"))
    figures, places = own.each * len(own.colors), sum(own.places.values())
    if figures != places:
        text = f"passengers: there are {figures} figures ({own.each} of each color), but the places take {places}"
        yield Problem(text, ("passengers",))


def most_actions(data: Any) -> int:
    """Return the number of colors at all stops."""
    return len(data.passengers.places) * len(data.passengers.colors)


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the stops, the figures and their points."""
    own: Passengers = ruleset.data.passengers
    if not own.each:
        return
    r["passengers"], r["passenger_first"], r["passenger_second"] = own.each, own.first, own.second
    for color in own.colors:
        r["passenger_colors"][CARDS.index(color)] = 1
    stops: dict[str, int] = {}
    for n, city in enumerate(ruleset.cities):
        r["stop"][n] = stops.setdefault(city.country or city.id, n)
    for place, count in own.places.items():
        r["stop_figures"][stops[place]] = count


def actions(catalogue: Catalogue, ruleset: Any) -> None:
    """Add taking a figure of each color at each stop."""
    r = catalogue.r
    for stop in range(len(ruleset.cities)):
        for color in range(fields.COLORS):
            if r["stop_figures"][stop] and r["passenger_colors"][color]:
                r["board_action"][stop, color] = catalogue.add(
                    BOARD, stop * fields.COLORS + color, color=color
                )


class Numbers(Struct, kw_only=True):
    """The numbers that explain passengers: figures of each color and their points, the colors, and the places."""

    passengers: int
    passenger_first: int
    passenger_second: int
    passenger_colors: list[str]
    passenger_places: dict[str, int]


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    own: Passengers = data.passengers
    return {
        "passengers": own.each,
        "passenger_first": own.first,
        "passenger_second": own.second,
        "passenger_colors": list(own.colors),
        "passenger_places": dict(own.places),
    }


def aid(ruleset: Any) -> Iterator[Aids]:
    """Yield the figures as pieces, and the lines about collecting and scoring them."""
    own: Passengers = ruleset.data.passengers
    if own.each:
        figures = {"count": own.each * len(own.colors), "colors": len(own.colors)}
        yield Tokens(
            "rules.passengers.title", "rules.passengers", own.each, own.colors, own.places, values=figures
        )
        countries = any(place in ruleset.countries for place in own.places)
        texts = ("rules.passengers", *(("rules.passengers.2",) if countries else ()))
        yield AidLine("turn", 21, "rules.passengers.title", texts, figures)
        values = {"first": own.first, "second": own.second}
        yield AidLine("end", 20, "rules.passenger-score.title", ("rules.passenger-score",), values)
        yield ScoreLine("rules.table.passengers", (own.first,))
        yield ScoreLine("rules.table.passengers_second", (own.second,))


WRITING = Writing(
    settings=Settings,
    problems={Stage.BOARD: problems},
    most_actions=most_actions,
    fill=fill,
    actions=actions,
    tie_breaks={"passengers": MOST_PASSENGERS},
    numbers=Part(Numbers, numbers),
    aid=aid,
)
