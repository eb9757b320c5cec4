"""Draw a game as a picture for links: the board with everybody's trains and stations, without words.

Colors are attributes, since programs that convert SVG do not support custom properties. There are no words, because
they would need a typeface on every server and would be in one language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from .art import LIGHT
from .layout import Layout
from .model import BoardLike
from .thumbnail import coarse

__all__ = ["HEIGHT", "WIDTH", "Holding", "card_svg", "ground", "holdings_svg"]

WIDTH, HEIGHT = 1200, 630
"""The size that sites expect of a picture for a link."""
MARGIN = 20
TRAINS = 23
"""The width of trains in a small picture, which would otherwise be hard to see."""


class Holding(Struct, frozen=True):
    """What a seat has on the board: its color (a number), its routes, and the cities with its stations."""

    color: int
    routes: tuple[str, ...] = ()
    stations: tuple[str, ...] = ()


def card_svg(board: BoardLike, layout: Layout, seats: Sequence[Holding] = ()) -> str:
    """Return the picture of a board with these trains and stations, `WIDTH` by `HEIGHT`."""
    box = f'width="{layout.width:g}" height="{layout.height:g}"'
    scale = min((WIDTH - 2 * MARGIN) / layout.width, (HEIGHT - 2 * MARGIN) / layout.height)
    x, y = (WIDTH - scale * layout.width) / 2, (HEIGHT - scale * layout.height) / 2
    place = f"translate({x:.1f} {y:.1f}) scale({scale:.4f})"
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" fill="none">',
            f'<clipPath id="map"><rect {box}/></clipPath>',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{LIGHT["frame"]}"/>',
            f'<g transform="{place}" stroke-linejoin="round" clip-path="url(#map)">',
            f'<rect {box} fill="{LIGHT["water"]}"/>',
            *ground(layout),
            *(_spaces(route.color, coarse(layout.routes[route.id].path)) for route in board.routes),
            *(part for seat in seats for part in _trains(seat, layout)),
            *(
                f'<circle cx="{x:.0f}" cy="{y:.0f}" r="9" fill="{LIGHT["city"]}" '
                f'stroke="{LIGHT["city-edge"]}" stroke-width="5"/>'
                for x, y in layout.cities.values()
            ),
            *(part for seat in seats for part in _stations(seat, layout)),
            f'<rect {box} stroke="{LIGHT["paper"]}" stroke-width="20"/>',
            "</g></svg>",
        )
    )


def holdings_svg(layout: Layout, seats: Sequence[Holding], width: int) -> str:
    """Return trains of a width, and stations, to lie on a drawing of the same layout, in a group with `fill="none"`."""
    return "".join(
        part for seat in seats for part in (*_trains(seat, layout, width), *_stations(seat, layout))
    )


def ground(layout: Layout) -> Iterator[str]:
    """Yield sea, land, lakes and borders, coarsely. Fill and stroke of the elements around them must be `none`."""
    if coarse(layout.geography.get("land", "")):
        yield from _outlines(layout.geography)
    else:
        yield f'<rect width="{layout.width:g}" height="{layout.height:g}" fill="{LIGHT["land"]}"/>'
    for n, inset in enumerate(layout.insets):
        x, y, width, height = (f"{side:g}" for side in inset.box)
        rect = f'x="{x}" y="{y}" width="{width}" height="{height}"'
        yield f'<clipPath id="inset-{n}"><rect {rect}/></clipPath>'
        yield f'<g clip-path="url(#inset-{n})"><rect {rect} fill="{LIGHT["water"]}"/>'
        yield from _outlines(inset.geography)
        yield f'</g><rect {rect} stroke="{LIGHT["frame"]}" stroke-width="7"/>'
        yield f'<rect {rect} stroke="{LIGHT["paper"]}" stroke-width="4"/>'


def _outlines(geography: Mapping[str, str]) -> Iterator[str]:
    if land := coarse(geography.get("land", "")):
        yield f'<path d="{land}" stroke="{LIGHT["water-3"]}" stroke-width="22"/>'
        yield f'<path d="{land}" fill="{LIGHT["land"]}" stroke="{LIGHT["land-edge"]}" stroke-width="3"/>'
    if lakes := coarse(geography.get("lakes", "")):
        yield f'<path d="{lakes}" fill="{LIGHT["lake"]}" stroke="{LIGHT["land-edge"]}" stroke-width="1.5"/>'
    if borders := coarse(geography.get("borders", "")):
        yield f'<path d="{borders}" stroke="{LIGHT["border"]}" stroke-width="4" stroke-opacity="0.5"/>'


def _spaces(color: str, path: str) -> str:
    """Return the spaces of a route."""
    return (
        f'<path d="{path}" stroke="{LIGHT["slot-edge"]}" stroke-width="15"/>'
        f'<path d="{path}" stroke="{LIGHT[f"route-{color}"]}" stroke-width="11" stroke-dasharray="32 7"/>'
    )


def _trains(seat: Holding, layout: Layout, width: int = TRAINS) -> Iterator[str]:
    edge = width + width // 3
    color = LIGHT[f"seat-{seat.color}"]
    for route in seat.routes:
        if route in layout.routes:  # a board may have changed since the game
            path = coarse(layout.routes[route].path)
            yield f'<path d="{path}" stroke="{LIGHT["train-edge"]}" stroke-width="{edge}" stroke-linecap="round"/>'
            yield f'<path d="{path}" stroke="{color}" stroke-width="{width}" stroke-linecap="round"/>'


def _stations(seat: Holding, layout: Layout) -> Iterator[str]:
    for city in seat.stations:
        if city in layout.cities:
            x, y = layout.cities[city]
            yield (
                f'<circle cx="{x:.0f}" cy="{y:.0f}" r="19" fill="{LIGHT[f"seat-{seat.color}"]}" '
                f'stroke="{LIGHT["train-edge"]}" stroke-width="5"/>'
                f'<circle cx="{x:.0f}" cy="{y:.0f}" r="7" fill="{LIGHT["city"]}"/>'
            )
