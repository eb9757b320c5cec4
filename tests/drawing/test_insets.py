"""Insets: faults of the format, the projection into boxes, and drawings."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.drawing.boards import board

from whistlestop.drawing import Layout, check, solve
from whistlestop.drawing.card import card_svg
from whistlestop.drawing.insets import project_insets
from whistlestop.drawing.model import Board, board_key
from whistlestop.drawing.projection import projection_for
from whistlestop.drawing.svg import board_svg
from whistlestop.drawing.thumbnail import thumbnail_svg
from whistlestop.format import City
from whistlestop.format.insets import MAIN, inset_numbers
from whistlestop.format.look import Drawing, Inset
from whistlestop.mapmaking import board_files
from whistlestop.rulesets import ruleset_from_data
from whistlestop.rulesets.loader import read_folder
from whistlestop.studio import examine

AZORES = Inset((-29.0, 36.7, -24.8, 39.0), (-14.0, 39.5, -11.0, 41.5))
PLACES = {
    "lisboa": (38.7, -9.1),
    "porto": (41.2, -8.6),
    "faro": (37.0, -7.9),
    "evora": (38.6, -7.9),
    "horta": (38.5, -28.6),
    "angra": (38.65, -27.2),
    "delgada": (37.7, -25.7),
}
EDGES = [
    ("lisboa", "porto", 4),
    ("evora", "lisboa", 2),
    ("evora", "faro", 3),
    ("faro", "lisboa", 4),
    ("evora", "porto", 5),
    ("horta", "angra", 2),
    ("angra", "delgada", 2),
    ("delgada", "lisboa", 5),
]
ISLANDS = {"horta", "angra", "delgada"}


def islands(*insets: Inset) -> Board:
    """Return a mainland, and islands that are far away from it."""
    return replace(board(EDGES, PLACES), drawing=Drawing(insets=insets))


@cache
def drawn() -> tuple[Board, Layout]:
    """Return the mainland with the islands in an inset, and its layout."""
    made = islands(AZORES)
    return made, solve(made)


def data(**drawing: Any) -> dict[str, Any]:
    """Return the mainland and the islands as the data of a board."""
    made = islands()
    return {
        "id": "islands",
        "players": {"min": 2, "max": 2},
        "trains": {"count": 20},
        "opening": {"regular": 1, "keep": 1},
        "draw": {"regular": 1, "keep": 1},
        "drawing": drawing,
        "cities": [
            {"id": city.id, "name": city.name, "lat": city.lat, "lon": city.lon} for city in made.cities
        ],
        "routes": [{"id": route.id, "length": route.length, "color": "gray"} for route in made.routes],
        "tickets": [
            {"id": "faro-horta", "origin": "faro", "targets": ["horta"], "points": [9]},
            {"id": "evora-porto", "origin": "evora", "targets": ["porto"], "points": [5]},
        ],
    }


def faults(*insets: dict[str, Any], **more: Any) -> list[tuple[tuple[str | int, ...], str]]:
    """Return the faults of a board with these insets: their places, and their texts."""
    found = examine({**data(insets=list(insets)), **more}).faults
    return [(tuple(fault.place), fault.text) for fault in found]


EARTH, BOX = list(AZORES.earth), list(AZORES.box)
FAR = [-17.3, 32.3, -16.0, 33.2]


@pytest.mark.parametrize(
    ("insets", "place", "text"),
    [
        ([{"earth": EARTH, "box": BOX[:3]}], (0, "box"), "write west, south, east, north"),
        ([{"earth": [-29.0, 39.0, -24.8, 36.7], "box": BOX}], (0, "earth"), "write west, south, east, north"),
        (
            [{"earth": [-190.0, 36.7, -24.8, 39.0], "box": BOX}],
            (0, "earth"),
            "write west, south, east, north",
        ),
        ([{"earth": [-29.0, 36.7, -29.0, 39.0], "box": BOX}], (0, "earth"), "write west, south, east, north"),
        ([{"earth": [-29.0, 36.7, -24.8, 37.0], "box": BOX}], (0, "earth"), "4 times as long"),
        ([{"earth": EARTH, "box": [-14.0, 36.0, -13.5, 41.0]}], (0, "box"), "4 times as long"),
        ([{"earth": EARTH, "box": [-20.0, 36.0, -12.0, 41.0]}], (0, "box"), "larger than the main map"),
        ([{"earth": EARTH, "box": [-14.0, 39.5, -13.9, 39.6]}], (0, "box"), "too small"),
        ([{"earth": EARTH, "box": [-24.0, 39.5, -21.0, 41.5]}], (0, "box"), "too far from the main map"),
        ([{"earth": EARTH, "box": [-9.5, 39.5, -7.0, 41.5]}], (0, "box"), "city porto would lie under it"),
        (
            [{"earth": EARTH, "box": BOX}, {"earth": FAR, "box": [-12.0, 39.0, -10.0, 40.0]}],
            (1, "box"),
            "it overlaps drawing.insets[0].box",
        ),
        (
            [
                {"earth": EARTH, "box": BOX},
                {"earth": [-26.0, 37.0, -22.0, 39.0], "box": [-12.0, 36.0, -10.0, 38.0]},
            ],
            (1, "earth"),
            "it overlaps drawing.insets[0].earth",
        ),
        (
            [{"earth": [-10.0, 36.0, -7.0, 40.5], "box": BOX}, {"earth": EARTH, "box": BOX}],
            (1, "box"),
            "overlaps",
        ),
    ],
)
def test_a_fault_is_at_its_place(insets: list[dict[str, Any]], place: tuple[int, str], text: str) -> None:
    found = faults(*insets)
    assert (("drawing", "insets", *place), True) in [(where, text in words) for where, words in found], found


def test_insets_need_a_map_with_cities_outside_of_them() -> None:
    good = {"earth": EARTH, "box": BOX}
    assert faults(good) == []
    [(place, text)] = faults(good, geography=False)
    assert place == ("drawing", "insets")
    assert "geography" in text
    [(place, text)] = faults({"earth": [-29.0, 36.7, -7.0, 41.5], "box": BOX})
    assert place == ("drawing", "insets")
    assert "at least two" in text
    assert any("too long" in text or "length <= 4" in text for _, text in faults(*[good] * 5))


def test_a_folder_keeps_insets(tmp_path: Any) -> None:
    made = ruleset_from_data(data(insets=[{"earth": EARTH, "box": BOX}])).data.plain()
    for name, text in board_files(made).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert read_folder(tmp_path).data.plain()["drawing"] == {"insets": [{"earth": EARTH, "box": BOX}]}


def test_insets_affect_the_layout_but_not_the_rules() -> None:
    with_inset = ruleset_from_data(data(insets=[{"earth": EARTH, "box": BOX}]))
    without = ruleset_from_data(data())
    assert with_inset.hash == without.hash
    assert board_key(with_inset) != board_key(without)


degrees = st.tuples(st.floats(-30, 30), st.floats(-60, 75))
sides = st.tuples(st.floats(0.2, 40), st.floats(0.2, 10))


@given(
    corner=degrees,
    size=sides,
    shift=st.sampled_from([0.0, 170.0]),
    cities=st.lists(st.tuples(st.floats(-45, 45), st.floats(-70, 85)), min_size=3, max_size=12),
)
def test_exactly_the_cities_of_an_inset_are_in_its_box(
    corner: tuple[float, float], size: tuple[float, float], shift: float, cities: list[tuple[float, float]]
) -> None:
    """Also across the date line, with a shift of 170 degrees."""

    def turned(lon: float) -> float:
        return (lon + shift + 180.0) % 360.0 - 180.0

    (west, south), (wide, high) = corner, size
    inset = Inset(
        (turned(west), south, turned(west + wide), south + high), (turned(60.0), -5.0, turned(70.0), 5.0)
    )
    places = np.array([(turned(lon), lat) for lon, lat in [*cities, (west + wide / 2, south + high / 2)]])
    rows = [City(str(n), str(n), lat, lon) for n, (lon, lat) in enumerate(places)]
    numbers = np.array(inset_numbers([inset], rows))
    edge = 1e-6
    for number, (lon, lat) in zip(numbers, [*cities, (west + wide / 2, south + high / 2)], strict=True):
        if west + edge < lon < west + wide - edge and south + edge < lat < south + high - edge:
            assert number == 0
        if not (west - edge <= lon <= west + wide + edge and south - edge <= lat <= south + high + edge):
            assert number == MAIN
    home = project_insets(
        [inset], places, numbers, projection_for(np.array([(turned(0.0), 0.0), (turned(20.0), 30.0)]))
    )
    x, y, half_width, half_height = home.frames[0]
    inside = (np.abs(home.cities[:, 0] - x) < half_width) & (np.abs(home.cities[:, 1] - y) < half_height)
    assert inside[numbers == 0].all()
    # Only the box itself is 60 to 70 degrees east.
    assert not inside[numbers == MAIN].any()


@pytest.mark.slow
def test_everything_is_on_its_side_of_the_frame() -> None:
    made, layout = drawn()
    assert check(layout, made) == []
    [inset] = layout.insets
    left, top, width, height = inset.box
    assert left >= 0
    assert top >= 0
    assert left + width <= layout.width
    assert top + height <= layout.height
    for city, (x, y) in layout.cities.items():
        assert (left < x < left + width and top < y < top + height) == (city in ISLANDS), city
    for other in (
        layout.cartouche,
        layout.compass
        and (*(c - layout.compass[2] for c in layout.compass[:2]), *[2 * layout.compass[2]] * 2),
    ):
        if other:
            x, y, w, h = other
            assert x > left + width or x + w < left or y > top + height or y + h < top
    assert not [
        peak for peak in layout.mountains if left < peak[0] < left + width and top < peak[1] < top + height
    ]
    moved = replace(layout, cities={**layout.cities, "faro": layout.cities["horta"]})
    assert any("frame of inset 0" in fault for fault in check(moved, made))


@pytest.mark.slow
def test_an_inset_is_clipped_and_has_land() -> None:
    made, layout = drawn()
    [inset] = layout.insets
    assert inset.geography["land"]
    for svg in (board_svg(made, layout), thumbnail_svg(made, layout), card_svg(made, layout)):
        side = r'"([\d.]+)"'
        clip = rf'<clipPath id="inset-0"><rect x={side} y={side} width={side} height={side}/></clipPath><g '
        found = re.findall(clip + r'(?:class="inset" )?clip-path="url\(#inset-0\)">', svg)
        assert [tuple(map(float, one)) for one in found] == [inset.box]
    told = layout.to_dict()
    assert Layout.from_dict(told) == layout


@pytest.mark.slow
def test_a_crowded_frame_grows() -> None:
    small = Inset(AZORES.earth, (-12.0, 40.0, -11.0, 40.5))
    made = islands(small)
    layout = solve(made)
    assert check(layout, made) == []
