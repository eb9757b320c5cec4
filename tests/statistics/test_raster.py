"""PNG pictures show the same as the SVG: sizes, colors of charts, and each route of a map in its own color."""

from __future__ import annotations

import io
import re

import numpy as np
import numpy.typing as npt
import pytest
from matplotlib.image import imread

import whistlestop as ws
from whistlestop.drawing import layout_of
from whistlestop.drawing.heat import SEQUENTIAL, Scale, heat_svg
from whistlestop.statistics.pictures import FIRST, PAPER, Picture, chart
from whistlestop.statistics.raster import png, resolved

Pixels = npt.NDArray[np.int64]


def drawn(svg: str) -> Pixels:
    """(height, width, 3)"""
    return (imread(io.BytesIO(png(svg)), format="png")[..., :3] * 255).round().astype(np.int64)


def rgb(color: str) -> list[int]:
    return [int(color[place : place + 2], 16) for place in (1, 3, 5)]


@pytest.fixture(scope="module")
def bars() -> Picture:
    with chart(3.0, 2.0) as (done, (axes,)):
        axes.barh([0, 1], [1, 2], color=FIRST)
    return Picture("bars", "Bars", done.svg)


def test_a_chart_is_light_and_twice_as_large(bars: Picture) -> None:
    pixels = drawn(bars.svg)
    assert pixels.shape == (2 * 2 * 96, 2 * 3 * 96, 3)
    assert pixels[0, 0].tolist() == rgb(PAPER)
    painted = (pixels == rgb(FIRST)).all(axis=-1).mean()
    assert 0.3 < painted < 0.7
    assert png(bars.svg) == png(bars.svg)


def test_text_is_drawn_whatever_fonts_the_machine_has(bars: Picture) -> None:
    without = re.sub(r"<text.*?</text>", "", bars.svg, flags=re.DOTALL)
    assert without != bars.svg
    assert (drawn(without) != drawn(bars.svg)).any()


@pytest.mark.slow
def test_every_route_of_a_map_has_its_colour() -> None:
    ruleset = ws.load_ruleset("switzerland")
    layout, scale = layout_of(ruleset), Scale(0.0, 0.7)
    shares = {route.id: number % 7 / 10 + 0.05 for number, route in enumerate(ruleset.routes[1:])}
    svg = heat_svg(ruleset, shares, scale, title="Claims", layout=layout)
    pixels = drawn(svg)
    height, width, _ = pixels.shape
    assert width == round(2 * layout.width)
    assert height > 2 * layout.height
    colors = [rgb(light) for light, *_ in SEQUENTIAL]
    for route in ruleset.routes:
        slot = layout.routes[route.id].slots[0]
        turn = np.deg2rad(slot.angle)
        # away from the middle, where there may be a number or, on a space of two colors, a highlight
        x, y = slot.x + 11 * np.cos(turn), slot.y + 11 * np.sin(turn)
        pixel = pixels[round(2 * y), round(2 * x)].tolist()
        if route.id in shares:
            assert pixel == colors[scale.step(shares[route.id])], route.id
        else:
            assert pixel not in colors


def test_nothing_is_left_to_resolve() -> None:
    svg = (
        "<svg><style>.board{--water:#123456;--c:#000}@media(prefers-color-scheme:dark){.board{--water:#fff}"
        "svg.board:root{--water:#eee}}[data-theme=dark] .board{--water:#ddd}.board .seat-0{--seat:red}"
        ".sea{fill:var(--water)}.a{opacity:var(--mark-0,0)}.b{fill:var(--seat)}</style></svg>"
    )
    light = resolved(svg)
    assert ".sea{fill:#123456}" in light
    assert ".a{opacity:0}" in light
    assert ".b{fill:none}" in light
    assert not re.search(r"var\(|@media|#fff", light)
