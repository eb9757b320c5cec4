"""Draw a board as SVG from a `Layout` and, optionally, a `View`.

The browser, `whistlestop board preview`, notebooks and the docs show the same drawing. Every route and city is a
labeled element, so that a page can highlight it. All colors are custom properties.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from whistlestop.format import City, Route

from .art import TONES, board_class, style, symbols
from .find import layout_of
from .labels import CAP
from .layout import Label, Layout, LayoutError, RoutePlan, Slot
from .measure import LABEL_LEADING, LABEL_SIZE, text_width
from .model import BoardLike

HILL = 7.6  # half the base of the largest peak drawn as a hill
THEMES = ("auto", "light", "dark")


def board_svg(
    ruleset: BoardLike,
    layout: Layout | None = None,
    view: Mapping[str, Any] | None = None,
    *,
    theme: str = "auto",
    title: str | None = None,
) -> str:
    """Return the drawing of a board, with the trains and stations of a view.

    layout: default: the stored one, or a new one, which takes some seconds. theme: "auto" follows the page or the
    system. title: read by screen readers; default: the board's name.
    """
    layout = layout or layout_of(ruleset)
    name, kind = quoteattr(title or ruleset.name), board_class(ruleset.drawing.palette)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="0 0 {layout.width:g} {layout.height:g}" '
        f'role="group" aria-label={name}>{board_content(ruleset, layout, view, theme)}</svg>'
    )


def board_content(
    ruleset: BoardLike, layout: Layout, view: Mapping[str, Any] | None = None, theme: str = "auto"
) -> str:
    """Return the contents of a board's `svg` element, which has the class `board`. See `board_svg`."""
    if theme not in THEMES:
        raise ValueError(f"theme is one of {', '.join(THEMES)}, not {theme!r}")
    if not layout.fits(ruleset):
        raise LayoutError(f"this layout, of {layout.ruleset}, has other cities or routes than {ruleset.id}")
    owned, built, legal = _of_view(view)
    parts = [
        f"<style>{style(theme, ruleset.drawing.palette)}</style>",
        _definitions(layout),
        _geography(layout, ruleset.name),
        _insets(layout),
        _areas(ruleset, layout),
        '<g class="routes">',
        *(_route(route, layout.routes[route.id], owned.get(route.id), legal) for route in ruleset.routes),
        '</g><g class="cities">',
        *(_city(city, layout, built.get(city.id)) for city in ruleset.cities),
        '</g><g class="labels" aria-hidden="true">',
        *(_label(city, layout.labels[city.id]) for city in ruleset.cities),
        "</g>",
    ]
    return "".join(parts)


def _of_view(view: Mapping[str, Any] | None) -> tuple[dict[str, int], dict[str, int], set[str]]:
    """Return seats by route, seats by city, and the routes that can be claimed now."""
    if view is None:
        return {}, {}, set()
    owned = {route: player["seat"] for player in view["players"] for route in player["routes"]}
    built = {city: player["seat"] for player in view["players"] for city in player["stations_built"]}
    legal = {text.split(":")[1] for text in view.get("legal", ()) if text.startswith("claim:")}
    return owned, built, legal


def _n(value: float) -> str:
    text = f"{value:.1f}"
    return text.removesuffix(".0")


def _definitions(layout: Layout) -> str:
    land = layout.geography.get("land", "")
    return (
        f"<defs>{symbols()}"
        '<linearGradient id="paper" x1="0" y1="1" x2="1" y2="0"><stop class="paper"/>'
        '<stop class="paper-2" offset="1"/></linearGradient>'
        f'<path id="land" d="{land}"/><path id="borders" d="{layout.geography.get("borders", "")}"/>'
        + "".join(
            f'<path id="{kind}-{n}" d="{path}"/>'
            for n, inset in enumerate(layout.insets)
            for kind in ("land", "borders")
            if (path := inset.geography.get(kind))
        )
        + "</defs>"
    )


def _geography(layout: Layout, name: str) -> str:
    box = (0.0, 0.0, layout.width, layout.height)
    ground = _ground(layout.geography, layout.mountains, box)
    return f'<g class="geography" aria-hidden="true">{ground}{_furniture(layout, name)}</g>'


def _ground(
    geography: Mapping[str, str],
    peaks: Sequence[tuple[float, float, float]],
    box: tuple[float, float, float, float],
    which: str = "",
) -> str:
    """Draw the main map or an inset: a box (x, y, width, height). which: the end of the ids of its outlines."""
    corner = "".join(f'{name}="{at:g}" ' for name, at in zip("xy", box, strict=False) if at)
    rect = f'{corner}width="{box[2]:g}" height="{box[3]:g}"'
    out = [f'<rect class="sea" {rect}/>']
    if geography.get("graticule"):
        out.append(f'<path class="graticule" d="{geography["graticule"]}"/>')
    if geography.get("land"):
        # lines that follow the coast outwards, each the rim of a lighter band
        bands = ("shallow-3", "rim-2", "shallow-2", "rim-1", "shallow-1")
        out += [f'<use href="#land{which}" class="shore {band}"/>' for band in bands]
        out.append(f'<use href="#land{which}" class="coast"/>')
    elif not which:
        out.append(f'<rect class="coast" {rect}/>')
    out.append(_mountains(peaks))
    if geography.get("borders"):
        out.append(f'<use href="#borders{which}" class="marches"/>')
    out += [
        f'<path class="{kind}" d="{geography[kind]}"/>'
        for kind in ("states", "rivers", "lakes")
        if geography.get(kind)
    ]
    if geography.get("borders"):
        out.append(f'<use href="#borders{which}" class="borders"/>')
    return "".join(out)


def _insets(layout: Layout) -> str:
    """Draw the insets, clipped to their boxes, and their frames."""
    out = []
    for n, inset in enumerate(layout.insets):
        x, y, w, h = (f"{side:g}" for side in inset.box)
        rect = f'x="{x}" y="{y}" width="{w}" height="{h}"'
        out.append(
            f'<clipPath id="inset-{n}"><rect {rect}/></clipPath><g class="inset" clip-path="url(#inset-{n})">'
            f"{_ground(inset.geography, inset.mountains, inset.box, f'-{n}')}</g>"
            f'<rect class="frame" {rect} stroke-width="6.4"/><rect class="frame edge" {rect} stroke-width="3.6"/>'
        )
    return f'<g class="insets" aria-hidden="true">{"".join(out)}</g>' if out else ""


def _areas(ruleset: BoardLike, layout: Layout) -> str:
    """Draw the ground of each area: a broad line along the shortest tree that joins its cities."""
    paths = []
    for n, area in enumerate(ruleset.areas):
        joined, left = [layout.cities[area[0]]], [layout.cities[city] for city in area[1:]]
        ways = []
        while left:
            a, b = min(product(joined, left), key=lambda pair: math.dist(*pair))
            ways.append(f"M{_n(a[0])} {_n(a[1])}L{_n(b[0])} {_n(b[1])}")
            joined.append(b)
            left.remove(b)
        paths.append(f'<path class="area tone-{TONES[n % len(TONES)]}" d="{"".join(ways)}"/>')
    return f'<g class="areas" aria-hidden="true">{"".join(paths)}</g>' if paths else ""


def _mountains(found: Sequence[tuple[float, float, float]]) -> str:
    """Draw peaks from back to front: small ones as rounded hills, large ones in two alternating shapes."""
    peaks = [
        f'<use href="#peak-{2 if size < HILL else number % 2}" '
        f'transform="translate({_n(x)} {_n(y)})scale({size / 10:.2f})"/>'
        for number, (x, y, size) in enumerate(found)
    ]
    return f'<g class="mountains">{"".join(peaks)}</g>' if peaks else ""


def _furniture(layout: Layout, name: str) -> str:
    """Draw the frame, the title plate and the compass rose."""
    w, h = layout.width, layout.height
    out = [
        f'<rect class="frame edge" x="4" y="4" width="{w - 8:g}" height="{h - 8:g}" stroke-width="8"/>',
        f'<rect class="frame" x="8.5" y="8.5" width="{w - 17:g}" height="{h - 17:g}" stroke-width="1.6"/>',
        f'<rect class="frame" x="12" y="12" width="{w - 24:g}" height="{h - 24:g}" stroke-width=".7"/>',
    ]
    if layout.cartouche:
        out.append(_cartouche(name.upper(), *layout.cartouche))
    if layout.compass:
        x, y, r = layout.compass
        out.append(
            f'<g class="rose" transform="translate({x:g} {y:g})" stroke-width=".7">{rose_shape(r)}</g>'
        )
    return "".join(out)


def rose_shape(r: float) -> str:
    """Return a compass rose with a radius around 0, 0."""
    star = "".join(
        f'<g transform="rotate({turn})"><path d="M0-{size:g}L{size * 0.17:g}-{size * 0.17:g} 0 0z"/>'
        f'<path class="pale" d="M0-{size:g}L-{size * 0.17:g}-{size * 0.17:g} 0 0z"/></g>'
        for turns, size in (((45, 135, 225, 315), r * 0.62), ((0, 90, 180, 270), r * 0.86))
        for turn in turns
    )
    return (
        f'<circle class="ring" r="{r * 0.6:g}" stroke-width="1"/><circle class="ring" r="{r * 0.53:g}" '
        f'stroke-dasharray="1 3"/>{star}<path class="north" d="M0-{r * 1.08:g}l{r * 0.1:g} {r * 0.18:g}'
        f'h-{r * 0.2:g}z"/>'
    )


def _cartouche(name: str, x: float, y: float, w: float, h: float) -> str:
    """Draw a station sign: the name above a track that extends to both sides."""
    size = min(h * 0.46, w * 0.78 / max(text_width(name, 1.0) * 1.22, 0.1))
    spacing = size * 0.16
    length = min(text_width(name, size) * 1.04 + spacing * (len(name) - 1), w * 0.84)
    return (
        f'<g class="cartouche">{plate_shape(x, y, w, h)}'
        f'<text class="title" x="{x + w / 2:.1f}" y="{y + h * 0.53:.1f}" text-anchor="middle" '
        f'font-size="{size:.1f}" textLength="{length:.0f}">{escape(name)}</text></g>'
    )


def plate_shape(x: float, y: float, w: float, h: float) -> str:
    """Return the plate of the title without its text."""
    rail = y + h * 0.74
    sleepers = "".join(f"M{x + w * 0.08 + k * w * 0.84 / 30:.1f} {rail - 1:.1f}v7.4" for k in range(31))
    return (
        f'<rect class="plate" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="4" '
        f'stroke-width="2.2"/><rect class="frame" x="{x + 5:g}" y="{y + 5:g}" width="{w - 10:g}" height="{h - 10:g}" '
        f'rx="1.5" stroke-width=".9"/><path class="frame" d="{sleepers}" stroke-width="1.7" stroke-opacity=".55"/>'
        f'<path class="frame" d="M{x + w * 0.06:.1f} {rail + 1:.1f}h{w * 0.88:.1f}m0 3.4h-{w * 0.88:.1f}" '
        f'stroke-width="1.3"/><circle cx="{x + w / 2:.1f}" cy="{rail + 2.7:.1f}" r="7" class="dot"/>'
        f'<circle cx="{x + w / 2:.1f}" cy="{rail + 2.7:.1f}" r="3" class="core"/>'
    )


def _route(route: Route, plan: RoutePlan, seat: int | None, legal: set[str]) -> str:
    classes = (
        "route"
        + (f" owned seat-{seat}" if seat is not None else "")
        + (" legal" if route.id in legal else "")
    )
    places = [_place(slot) for slot in plan.slots]
    slots = "".join(_slot(route, number, place) for number, place in enumerate(places))
    size = f"scale({SMALL:g})" if route.small else ""
    trains = (
        "".join(f'<g transform="{place}{size}"><use class="train" href="#wagon"/></g>' for place in places)
        if seat is not None
        else ""
    )
    crosses = "".join(
        f'<g class="cross" transform="{place}"><path d="{CROSS}"/><path d="{CROSS}"/></g>'
        for place in places[len(places) - (route.trains - route.length) :]
    )
    casing = f'<path class="casing" d="{plan.path}"/>' if seat is not None else ""
    return (
        f'<g class="{classes}" id="route_{route.id.replace("/", "__")}" data-route="{route.id}" '
        f'data-color="{route.color}" data-length="{route.length}" data-kind="{route.kind}">'
        f'<path class="track" d="{plan.path}"/>{casing}{slots}{crosses}{trains}<path class="hit" d="{plan.path}"/></g>'
    )


SMALL = 0.62
"""The size of a small train (MECH-7), in that of a train."""
SMALL_SPACE = "M-14 0L-8-6.5H8L14 0 8 6.5H-8z"
"""A space for a small train: a short hexagon, which differs from other spaces without its color."""
CROSS = "M-13-6L13 6M-13 6L13-6"
"""The mark of a mountain route across a space, drawn twice: a halo, and the lines."""


def _place(slot: Slot) -> str:
    angle = (slot.angle + 90.0) % 180.0 - 90.0  # never upside down
    return f"translate({_n(slot.x)} {_n(slot.y)})rotate({_n(angle)})"


def _slot(route: Route, number: int, place: str) -> str:
    kind = "slot wild" if number < route.wilds else "slot"
    if route.small:
        return f'<path class="{kind} small" transform="{place}" d="{SMALL_SPACE}"/>'
    radius = "6.5" if route.kind == "ferry" else "2.4"
    return f'<rect class="{kind}" transform="{place}" x="-18" y="-6.5" width="36" height="13" rx="{radius}"/>'


def _city(city: City, layout: Layout, seat: int | None) -> str:
    x, y = layout.cities[city.id]
    r = layout.city_radius
    classes = (
        "city" + (" foreign" if city.country else "") + (f" built seat-{seat}" if seat is not None else "")
    )
    return (
        f'<g class="{classes}" data-city="{city.id}" id="city_{city.id}" transform="translate({_n(x)} {_n(y)})">'
        f'<circle class="hit" r="{r * 1.9:g}"/><circle class="dot" r="{r - 1.1:g}"/>'
        f'<circle class="core" r="{r * 0.4:g}"/>'
        + ("" if seat is None else '<use class="station" href="#halt"/>')
        + "</g>"
    )


def _label(city: City, label: Label) -> str:
    x = {"start": label.x, "middle": label.x + label.width / 2, "end": label.x + label.width}[label.align]
    base = label.y + CAP * label.size
    leading = LABEL_LEADING * label.size / LABEL_SIZE
    anchor = "" if label.align == "start" else f' text-anchor="{label.align}"'
    spans = "".join(
        f'<tspan x="{_n(x)}" y="{_n(base + k * leading)}" textLength="{_n(text_width(line, label.size))}">'
        f"{escape(line)}</tspan>"
        for k, line in enumerate(label.lines)
    )
    kind = "label abroad" if city.country else "label"
    return f'<text class="{kind}" data-city="{city.id}" font-size="{_n(label.size)}"{anchor}>{spans}</text>'
