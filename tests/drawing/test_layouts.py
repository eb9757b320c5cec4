"""The layouts of the built-in rulesets: nothing overlaps, nothing is missing, and they are up to date."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import whistlestop as ws
from whistlestop.drawing import Layout, LayoutError, Slot, check, find_layout, layout_of
from whistlestop.drawing.check import corners, gap, point_gap
from whistlestop.drawing.model import corridors
from whistlestop.drawing.mountains import ranges
from whistlestop.drawing.start import home_positions

MAPS = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).routes]
ISLANDS = {"iceland"}  # without borders, and too small for the lakes and rivers of the data
OWN = {
    name for name in MAPS if ws.load_ruleset(name).drawing.land
}  # with outlines of their own, and without mountains


@cache
def drawn(name: str) -> Layout:
    layout = find_layout(ws.load_ruleset(name))
    assert layout is not None, "python -m whistlestop board layout makes it"
    return layout


@pytest.mark.parametrize("name", MAPS)
def test_a_shipped_layout_is_taken_as_it_is(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whistlestop.drawing.find.solve", lambda _ruleset: pytest.fail("was drawn anew"))
    layout_of(ws.load_ruleset(name))


@pytest.mark.parametrize("name", MAPS)
def test_nothing_overlaps(name: str) -> None:
    assert check(drawn(name), ws.load_ruleset(name)) == []


@pytest.mark.parametrize("name", MAPS)
def test_slots_run_from_a_to_b(name: str) -> None:
    ruleset, layout = ws.load_ruleset(name), drawn(name)
    for route in ruleset.routes:
        slots = layout.routes[route.id].slots
        for end, slot, other in ((route.a, slots[0], slots[-1]), (route.b, slots[-1], slots[0])):
            x, y = layout.cities[end]
            near, far = np.hypot(slot.x - x, slot.y - y), np.hypot(other.x - x, other.y - y)
            assert near <= far + 1e-6, route.id
            assert near < 110, f"{route.id} begins far from {end}"


@pytest.mark.parametrize("name", MAPS)
def test_slots_of_a_route_stand_in_a_row(name: str) -> None:
    layout = drawn(name)
    for route, plan in layout.routes.items():
        for p, q in zip(plan.slots, plan.slots[1:], strict=False):
            assert 36 < np.hypot(p.x - q.x, p.y - q.y) < 75, route


@pytest.mark.parametrize("name", MAPS)
def test_the_map_is_still_the_map(name: str) -> None:
    """Cities far west or north of others are so in the drawing, too; alternative places for a city are closer."""
    ruleset, layout = ws.load_ruleset(name), drawn(name)
    found, projection = home_positions(ruleset, corridors(ruleset))
    assert projection is not None
    home = found.cities
    at = np.array([layout.cities[city.id] for city in ruleset.cities])
    span = np.ptp(home, axis=0)
    i, j = np.triu_indices(len(home), 1)
    for axis in (0, 1):
        far = np.abs(home[i, axis] - home[j, axis]) > (0.25 if name in OWN else 0.15) * span[axis]
        same = np.sign(home[i, axis] - home[j, axis]) == np.sign(at[i, axis] - at[j, axis])
        assert same[far].all()


@pytest.mark.parametrize("name", MAPS)
def test_geography_is_there(name: str) -> None:
    inland = set() if name in ISLANDS | OWN else {"borders", "lakes", "rivers"}
    assert {"land", "graticule"} | inland <= set(drawn(name).geography)


@pytest.mark.parametrize("name", [name for name in MAPS if name not in OWN])
def test_mountains_leave_room_for_what_is_played(name: str) -> None:
    layout = drawn(name)
    assert len(layout.mountains) > 30
    shapes = {
        f"{route} {k}": corners(slot.x, slot.y, slot.angle, *layout.slot)
        for route, plan in layout.routes.items()
        for k, slot in enumerate(plan.slots)
    }
    for city, at in layout.labels.items():
        box = [
            [at.x, at.y],
            [at.x + at.width, at.y],
            [at.x + at.width, at.y + at.height],
            [at.x, at.y + at.height],
        ]
        shapes[city] = np.array(box)
    names = list(shapes)
    middles = np.array([shape.mean(axis=0) for shape in shapes.values()])
    radii = np.array([np.hypot(*(shape - shape.mean(axis=0)).T).max() for shape in shapes.values()])
    dots = np.array(list(layout.cities.values()))
    for x, y, size in layout.mountains:
        assert size < x < layout.width - size
        assert 1.25 * size < y < layout.height - size
        body = np.array([[x - size, y], [x, y - 1.25 * size], [x + size, y]])
        # Beyond this distance, they cannot overlap.
        for dot in dots[np.hypot(*(dots - (x, y)).T) < 1.25 * size + layout.city_radius]:
            assert point_gap(body, tuple(dot), layout.city_radius) > 0, dot
        for k in np.flatnonzero(np.hypot(*(middles - (x, y)).T) < 1.25 * size + radii):
            assert gap(body, shapes[names[k]]) > 0, names[k]


def test_mountains_stand_where_they_are() -> None:
    """The Alps are south of Bern, the Jura is west of it, and the plain between them has none."""
    layout = drawn("switzerland")
    bern = np.array(layout.cities["bern"])
    off = np.array([(x, y) for x, y, _ in layout.mountains]) - bern
    assert np.hypot(off[:, 0], off[:, 1]).min() > 30
    assert (off[:, 1] > 0).mean() > 0.6
    ranges_ = {tuple(row.crest[0]) for row in ranges()}
    assert len(ranges_) == len(ranges()) > 40


def test_a_layout_without_mountains_can_be_read() -> None:
    data = drawn("usa").to_dict()
    del data["mountains"]
    assert Layout.from_dict(data) == replace(drawn("usa"), mountains=())


def test_checker_sees_what_is_wrong() -> None:
    ruleset, good = ws.load_ruleset("usa"), drawn("usa")
    plan = good.routes["denver-omaha"]
    onto = good.routes["denver-helena"].slots[0]
    moved = replace(plan, slots=(onto, *plan.slots[1:]))
    faults = check(replace(good, routes={**good.routes, "denver-omaha": moved}), ruleset)
    assert "slot 1 of denver-helena overlaps slot 1 of denver-omaha" in faults
    short = replace(plan, slots=plan.slots[1:])
    assert check(replace(good, routes={**good.routes, "denver-omaha": short}), ruleset) == [
        "denver-omaha has 3 slots, not 4"
    ]
    label = replace(good.labels["miami"], x=good.labels["denver"].x, y=good.labels["denver"].y)
    assert "label of denver overlaps label of miami" in check(
        replace(good, labels={**good.labels, "miami": label}), ruleset
    )
    off = replace(plan, slots=(Slot(-30.0, 50.0, 0.0), *plan.slots[1:]))
    faults = check(replace(good, routes={**good.routes, "denver-omaha": off}), ruleset)
    assert "slot 1 of denver-omaha leaves the drawing" in faults
    onto_dot = replace(plan, slots=(Slot(*good.cities["boston"], 0.0), *plan.slots[1:]))
    faults = check(replace(good, routes={**good.routes, "denver-omaha": onto_dot}), ruleset)
    assert "slot 1 of denver-omaha overlaps the dot of boston" in faults


def test_gap_between_slots() -> None:
    one = corners(0, 0, 0, 36, 13)
    assert gap(one, corners(40, 0, 0, 36, 13)) == pytest.approx(4)
    assert gap(one, corners(0, 12, 0, 36, 13)) == pytest.approx(-1)
    assert gap(one, corners(0, 30, 90, 36, 13)) == pytest.approx(30 - 18 - 6.5)
    assert point_gap(one, (0, 20), 5) == pytest.approx(20 - 6.5 - 5)
    assert point_gap(one, (0, 0), 5) < 0


def test_saved_and_loaded(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "layout.json"
    layout = drawn("switzerland")
    layout.save(path)
    assert Layout.load(path) == layout
    path.write_text('{"format": 1}', encoding="utf-8")
    with pytest.raises(LayoutError, match="not a layout"):
        Layout.load(path)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(LayoutError, match="cannot read"):
        Layout.load(path)
    path.write_text('{"format": 99}', encoding="utf-8")
    with pytest.raises(LayoutError, match="format '99'"):
        Layout.load(path)


@pytest.mark.parametrize("path", ['M0 0"/><script>', "M0 0l1 1&", "<", "M0 0;"])
def test_a_layout_of_a_stranger_cannot_write_into_the_drawing(path: str) -> None:
    plain = drawn("usa").to_dict()
    for damaged in (
        {**plain, "geography": {"land": path}},
        {
            **plain,
            "routes": {**plain["routes"], "denver-omaha": {**plain["routes"]["denver-omaha"], "path": path}},
        },
        {**plain, "width": path},
        {**plain, "compass": [path, 1, 1]},
    ):
        with pytest.raises(LayoutError, match="not a layout"):
            Layout.from_dict(damaged)
