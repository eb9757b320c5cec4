"""The data with which a page without a server draws boards, and the outlines of a part of the earth."""

from __future__ import annotations

import re

import pytest

from whistlestop import load_ruleset
from whistlestop.drawing import layout_of
from whistlestop.drawing.mountains import ranges
from whistlestop.drawing.region import region
from whistlestop.drawing.svg import board_svg
from whistlestop.studio.description import drawing


def test_pages_without_a_server_draw_the_shapes_of_the_server() -> None:
    shared = drawing()
    board = load_ruleset("istanbul")
    drawn = board_svg(board, layout_of(board))
    layout = layout_of(board)
    assert layout.compass
    assert layout.cartouche
    radius, rose = shared["rose"]
    assert layout.compass[2] == radius
    assert rose in drawn
    wide, plate = shared["plate"]
    # A plate of any size has the same parts.
    parts = [re.sub(r"[\d. M-]", "", shape) for shape in (plate, drawn)]
    assert wide >= layout.cartouche[2]
    assert parts[0] in parts[1]
    assert "<text" not in plate


def test_ranges_are_in_degrees_and_the_highest_come_first() -> None:
    found = drawing()["ranges"]
    assert len(found) == len(ranges()) > 50
    heights = [one["height"] for one in found]
    assert heights == sorted(heights, reverse=True)
    for one in found:
        lons, lats = one["crest"][::2], one["crest"][1::2]
        assert len(lons) == len(lats) > 1
        assert max(map(abs, lats)) <= 90


@pytest.mark.parametrize("box", [(-11.0, 50.0, 45.0, 75.0), (100.0, -45.0, 175.0, -5.0)])
def test_coasts_that_cross_the_date_line_do_not_cross_other_parts(box: tuple[float, ...]) -> None:
    west, south, east, north = box
    inside = [
        (ring[n : n + 4], ring)
        for ring in region(west, south, east, north)["land"]
        for n in range(0, len(ring) - 2, 2)
    ]
    assert len(inside) > 100
    for (lon, lat, to_lon, to_lat), _ in inside:
        at_edge = any(abs(lat - edge) < 0.01 and abs(to_lat - edge) < 0.01 for edge in (south, north))
        assert at_edge or abs(to_lon - lon) < (east - west) * 0.7


def test_both_sides_of_the_date_line_are_in_a_region_across_it() -> None:
    lons = [lon for ring in region(165.0, 55.0, 200.0, 72.0)["land"] for lon in ring[::2]]
    assert min(lons) < 175
    assert max(lons) > 190
