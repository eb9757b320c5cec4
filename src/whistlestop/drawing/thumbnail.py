"""Draw a board as a thumbnail about an inch wide, for lists: coast, lakes, colored routes, cities.

It has a seventh of the elements of the full drawing (`svg.board_svg`), because the start page shows four.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from whistlestop.format.look import Palette

from .art import LIGHT, board_class, variables
from .layout import Inset, Layout, RoutePlan
from .model import BoardLike

FINE = 4.0
"""Board units between points of a line: one pixel in a picture 350 pixels wide."""
SMALLEST = 12.0
"""Smallest size of islands and lakes, in either direction."""

Point = tuple[float, float]

_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_PART = re.compile(r"([MLlz])([^MLlz]*)")

_RULES = (
    "".join(
        f".board [data-color={name.removeprefix('route-')}]{{--c:var(--{name})}}"
        for name in LIGHT
        if name.startswith("route-")
    )
    + """
.board .sea{fill:var(--water)}
.board .shore{fill:none;stroke:var(--water-3);stroke-width:22;stroke-linejoin:round}
.board .coast{fill:var(--land);stroke:var(--land-edge);stroke-width:3;stroke-linejoin:round}
.board .lakes{fill:var(--lake);stroke:var(--land-edge);stroke-width:1.5}
.board .borders{fill:none;stroke:var(--border);stroke-width:4;stroke-opacity:.5}
.board .track{fill:none;stroke:var(--slot-edge);stroke-width:16}
.board .face{fill:none;stroke:var(--c);stroke-width:11;stroke-dasharray:32 7}
.board .dot{fill:var(--city);stroke:var(--city-edge);stroke-width:5}
"""
)


def style(palette: Palette) -> str:
    """Return the style sheet of a thumbnail."""
    return variables("auto", palette) + _RULES


def thumbnail_svg(ruleset: BoardLike, layout: Layout) -> str:
    """Return the thumbnail of a board. Each route is a group with its id (`data-route`) and a path `track`."""
    w, h, palette = layout.width, layout.height, ruleset.drawing.palette
    land = coarse(layout.geography.get("land", ""))
    ground = (
        '<use href="#land" class="shore"/><use href="#land" class="coast"/>'
        if land
        else (f'<rect class="coast" width="{w:g}" height="{h:g}"/>')
    )
    cities = (f'<circle class="dot" cx="{x:.0f}" cy="{y:.0f}" r="9"/>' for x, y in layout.cities.values())
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{board_class(palette)}" viewBox="0 0 {w:g} {h:g}">',
            f'<style>{style(palette)}</style><defs><path id="land" d="{land}"/></defs>',
            f'<rect class="sea" width="{w:g}" height="{h:g}"/>{ground}',
            *_lines_of(layout.geography, ("lakes", "borders")),
            *(_inset(n, inset) for n, inset in enumerate(layout.insets)),
            *(_route(route.id, route.color, layout.routes[route.id]) for route in ruleset.routes),
            *cities,
            "</svg>",
        )
    )


def _lines_of(geography: Mapping[str, str], kinds: Sequence[str]) -> Iterator[str]:
    return (
        f'<path class="{kind}" d="{path}"/>' for kind in kinds if (path := coarse(geography.get(kind, "")))
    )


def _inset(number: int, inset: Inset) -> str:
    x, y, w, h = (f"{side:g}" for side in inset.box)
    rect = f'x="{x}" y="{y}" width="{w}" height="{h}"'
    land = coarse(inset.geography.get("land", ""))
    ground = "".join(f'<path class="{kind}" d="{land}"/>' for kind in ("shore", "coast")) if land else ""
    return (
        f'<clipPath id="inset-{number}"><rect {rect}/></clipPath>'
        f'<g class="inset" clip-path="url(#inset-{number})"><rect class="sea" {rect}/>{ground}'
        f"{''.join(_lines_of(inset.geography, ('lakes', 'borders')))}</g>"
        f'<rect {rect} style="fill:none;stroke:var(--frame);stroke-width:7"/>'
    )


def _route(route: str, color: str, plan: RoutePlan) -> str:
    path = coarse(plan.path)
    return (
        f'<g data-route="{route}" data-color="{color}"><path class="track" d="{path}"/>'
        f'<path class="face" d="{path}"/></g>'
    )


def coarse(path: str) -> str:
    """Return a path with fewer points, in whole units."""
    out = []
    for points, closed in _lines(path):
        if closed and all(max(way) - min(way) < SMALLEST for way in zip(*points, strict=True)):
            continue
        kept = [points[0]]
        for x, y in points[1:-1]:
            if (x - kept[-1][0]) ** 2 + (y - kept[-1][1]) ** 2 >= FINE**2:
                kept.append((x, y))
        kept.append(points[-1])
        at = [(round(x), round(y)) for x, y in kept]
        steps = (f"{x - a} {y - b}" for (a, b), (x, y) in pairwise(at) if (a, b) != (x, y))
        out.append(f"M{at[0][0]} {at[0][1]}l{' '.join(steps)}{'z' if closed else ''}")
    return "".join(out)


def _lines(path: str) -> Iterator[tuple[list[Point], bool]]:
    """Return the lines of a path of commands M, L, l and z: their points, and whether they are closed."""
    points: list[Point] = []
    closed = False
    for command, told in _PART.findall(path):
        numbers = [float(number) for number in _NUMBER.findall(told)]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        if command == "M":
            if len(points) > 1:
                yield points, closed
            points, closed = pairs[:1], False
            pairs = pairs[1:]
        if command == "z":
            closed = True
        for x, y in pairs:
            points.append((x, y) if command != "l" else (points[-1][0] + x, points[-1][1] + y))
    if len(points) > 1:
        yield points, closed
