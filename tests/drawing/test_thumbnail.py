"""The small picture of a board: the whole network in a small fraction of the drawing's size."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import whistlestop as ws
from whistlestop.drawing import layout_of
from whistlestop.drawing.svg import board_svg
from whistlestop.drawing.thumbnail import thumbnail_svg

SVG = "{http://www.w3.org/2000/svg}"
MAPS = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).routes]


@pytest.mark.parametrize("name", MAPS)
def test_every_route_leads_where_it_leads_on_the_board(name: str) -> None:
    ruleset = ws.load_ruleset(name)
    layout = layout_of(ruleset)
    small, whole = thumbnail_svg(ruleset, layout), board_svg(ruleset, layout)
    root, drawn = ET.fromstring(small), ET.fromstring(whole)
    assert root.get("viewBox") == drawn.get("viewBox")
    assert len(list(root.iter())) * 3 < len(list(drawn.iter()))
    assert len(small) * 2 < len(whole)
    groups = {group.get("data-route"): group for group in root.iter(f"{SVG}g")}
    assert set(groups) == {route.id for route in ruleset.routes}
    for route in ruleset.routes:
        track, face = groups[route.id]
        assert track.get("class") == "track"
        assert track.get("d") == face.get("d")
        at = _ends(track.get("d") or "")
        full = _ends_of_whole(layout.routes[route.id].path)
        assert at == pytest.approx(full, abs=2)
        assert groups[route.id].get("data-color") == route.color
    assert len(list(root.iter(f"{SVG}circle"))) == len(ruleset.cities)


def _ends(path: str) -> list[float]:
    """Return the first and last point of a path of one M and relative steps."""
    start, _, steps = path.removeprefix("M").partition("l")
    x, y = first = [float(number) for number in start.split()]
    numbers = [float(number) for number in steps.split()]
    return [*first, x + sum(numbers[::2]), y + sum(numbers[1::2])]


def _ends_of_whole(path: str) -> list[float]:
    """Return the first and last point of a path of one M and absolute steps."""
    numbers = [float(number) for number in path.replace("M", "").replace("L", " ").split()]
    return [*numbers[:2], *numbers[-2:]]
