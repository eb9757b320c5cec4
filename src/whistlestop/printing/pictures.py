"""The pictures on cards and tickets, as SVG with plain colors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from whistlestop.drawing.art import FIGURES, GLYPHS, LIGHT, light_colors
from whistlestop.drawing.card import ground
from whistlestop.drawing.layout import Layout
from whistlestop.drawing.svg import board_svg
from whistlestop.drawing.thumbnail import coarse
from whistlestop.drawing.tokens import CARD, TOKEN, plain
from whistlestop.format import WILD, Ruleset

__all__ = ["CARD", "TOKEN", "board_picture", "card_picture", "plain", "token_picture", "way_picture"]

_WAY_SHAPE = 87 / 35
"""Width of the picture of a way, as a multiple of its height; `sheets.typ` reserves the room."""
_ROOM = 60.0
"""Board units around a way."""
_SMALLEST = 420.0
"""Minimum width of the part of the board that a picture of a way shows."""


def board_picture(ruleset: Ruleset, layout: Layout) -> str:
    """Return the drawing of a board for a program that does not support custom properties."""
    drawn = board_svg(ruleset, layout, theme="light")
    return plain(drawn, light_colors(ruleset.drawing.palette))


def card_picture(card: str) -> str:
    """Return the face of a train card, `CARD` in millimeters: its symbol, large and in two corners."""
    width, height = CARD
    ink = LIGHT["frame"] if card == WILD else LIGHT[f"figure-{card}"]
    ground = LIGHT["paper"] if card == WILD else LIGHT[f"route-{card}"]
    corner = f'<g transform="translate(7.5 8)scale(.62)">{GLYPHS[card]}</g>'
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}mm" ',
            f'height="{height:g}mm"><rect width="{width:g}" height="{height:g}" fill="{LIGHT["paper"]}"/>',
            f'<rect x="2.5" y="2.5" width="{width - 5:g}" height="{height - 5:g}" rx="2.5" fill="{ground}"/>',
            *(_bands() if card == WILD else ()),
            f'<g fill="{ink}" color="{ink}">{corner}',
            f'<g transform="rotate(180 {width / 2:g} {height / 2:g})">{corner}</g>',
            f'<g fill="none" stroke="{ink}" stroke-width=".5"><circle cx="{width / 2:g}" cy="{height / 2:g}" r="14.5" ',
            f'fill="{ground}"/><circle cx="{width / 2:g}" cy="{height / 2:g}" r="13" stroke-dasharray="1.4 1.1"/></g>',
            f'<g transform="translate({width / 2:g} {height / 2:g})scale(1.7)">{GLYPHS[card]}</g></g></svg>',
        )
    )


def token_picture(color: str) -> str:
    """Return a piece to cut out, `TOKEN` millimeters wide: a figure in a color, with its symbol."""
    ink, coat = LIGHT[f"figure-{color}"], LIGHT[f"route-{color}"]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 14 14" width="{TOKEN:g}mm" height="{TOKEN:g}mm">'
        f'<rect width="14" height="14" fill="{LIGHT["paper"]}"/><g fill="{coat}" stroke="{LIGHT["frame"]}" '
        'stroke-width=".4"><path d="M2.4 13C2.4 8.4 4.2 6.2 7 6.2S11.6 8.4 11.6 13z"/>'
        '<circle cx="7" cy="3.9" r="2.7"/></g>'
        f'<g transform="translate(7 10)scale(.42)" fill="{ink}" color="{ink}">{GLYPHS[color]}</g></svg>'
    )


def _bands() -> Iterator[str]:
    """Yield a band for each color, behind the symbol of the wild card."""
    width, height = CARD
    band = (height - 26) / len(FIGURES)
    for n, color in enumerate(FIGURES):
        y = 13 + n * band
        yield f'<rect x="2.5" y="{y:.3f}" width="{width - 5:g}" height="{band:.3f}" fill="{LIGHT[f"route-{color}"]}"/>'


def way_picture(layout: Layout, ways: Iterable[list[str]], routes: dict[frozenset[str], str]) -> str:
    """Return a part of the map with ways between cities, each a list of their ids.

    routes: the id of a route by its two cities.
    """
    ways = list(ways)
    cities = {city for way in ways for city in way}
    ends = {city for way in ways for city in (way[0], way[-1])}
    x, y, width, height = _frame(layout, cities)
    lines = {routes[frozenset(pair)] for way in ways for pair in pairwise(way)}
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.1f} {y:.1f} {width:.1f} {height:.1f}" ',
            f'width="{width:.1f}" height="{height:.1f}" fill="none" stroke-linejoin="round">',
            f'<rect width="{layout.width:g}" height="{layout.height:g}" fill="{LIGHT["water"]}"/>',
            *ground(layout),
            *(_dot(*layout.cities[city], width * 0.008) for city in layout.cities if city not in cities),
            *(_line(coarse(layout.routes[route].path), width) for route in sorted(lines)),
            *(_dot(*layout.cities[city], width * 0.013) for city in sorted(cities - ends)),
            *(_end(*layout.cities[city], width * 0.026) for city in sorted(ends)),
            "</svg>",
        )
    )


def _frame(layout: Layout, cities: Iterable[str]) -> tuple[float, float, float, float]:
    """Return the box around cities in the shape of the picture, within the board as far as possible."""
    xs, ys = zip(*(layout.cities[city] for city in cities), strict=True)
    width, height = max(xs) - min(xs) + 2 * _ROOM, max(ys) - min(ys) + 2 * _ROOM
    width = max(width, height * _WAY_SHAPE, min(_SMALLEST, layout.width))
    height = width / _WAY_SHAPE
    x, y = (max(xs) + min(xs) - width) / 2, (max(ys) + min(ys) - height) / 2
    return (
        min(max(x, 0.0), layout.width - width) if width <= layout.width else (layout.width - width) / 2,
        min(max(y, 0.0), layout.height - height) if height <= layout.height else (layout.height - height) / 2,
        width,
        height,
    )


def _dot(x: float, y: float, radius: float) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{LIGHT["city"]}" stroke="{LIGHT["city-edge"]}" '
        f'stroke-width="{radius * 0.5:.1f}"/>'
    )


def _end(x: float, y: float, radius: float) -> str:
    return (
        _dot(x, y, radius)
        + f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * 0.45:.1f}" fill="{LIGHT["accent"]}"/>'
    )


def _line(path: str, width: float) -> str:
    return (
        f'<path d="{path}" stroke="{LIGHT["city-edge"]}" stroke-width="{width * 0.022:.1f}" stroke-linecap="round"/>'
        f'<path d="{path}" stroke="{LIGHT["accent"]}" stroke-width="{width * 0.014:.1f}" stroke-linecap="round"/>'
    )
