"""Drawing settings that authors of boards choose: margin, title, palette, sides of names; and items that do not fit."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, get_args

import pytest
from tests.drawing.boards import board

from whistlestop.drawing import Layout, LayoutError, Unplaced, labels, solve, solver
from whistlestop.drawing.art import DARK, LIGHT, luminance
from whistlestop.drawing.model import Board, board_key
from whistlestop.drawing.palettes import PALETTES
from whistlestop.drawing.svg import board_svg
from whistlestop.errors import RulesetError
from whistlestop.format.look import Drawing, Palette, Side
from whistlestop.rulesets import load_ruleset, ruleset_from_data
from whistlestop.studio import examine

SQUARE = {"aa": (2.0, 0.0), "bb": (2.0, 3.0), "cc": (0.0, 3.0), "dd": (0.0, 0.0)}


def square(**drawing: Any) -> Board:
    """Return four cities on a ring, drawn as given."""
    made = board([("aa", "bb", 4), ("bb", "cc", 3), ("cc", "dd", 4), ("aa", "dd", 3)], SQUARE)
    return replace(made, geography=False, drawing=Drawing(**drawing))


def side(layout: Layout, city: str) -> tuple[int, int]:
    """Return where a name is: -1, 0 or 1 for left of the dot, at it, right of it; the same for above and below."""
    label, (x, y) = layout.labels[city], layout.cities[city]
    across = (label.x > x) - (label.x + label.width < x)
    return across, (label.y > y) - (label.y + label.height < y)


@pytest.mark.slow
def test_names_are_on_the_sides_that_were_asked_for() -> None:
    layout = solve(square(names={"aa": "left", "bb": "top", "cc": "bottom_right", "dd": "bottom"}))
    assert side(layout, "aa")[0] == -1
    assert side(layout, "bb")[1] == -1
    assert side(layout, "cc")[1] == 1
    assert layout.labels["cc"].x + layout.labels["cc"].width / 2 > layout.cities["cc"][0]
    assert side(layout, "dd")[1] == 1


def test_every_side_has_places_for_every_name() -> None:
    for name in ("Aa", "Frankfurt", "São José dos Campos", "Clermont-Ferrand"):
        for one in get_args(Side):
            found = labels.places(name, only=one)
            assert found
            for place in found:
                left, top, right, bottom = place.box
                x, y = (left + right) / 2, (top + bottom) / 2
                assert ("left" in one) <= (x < 0), (name, one)
                assert ("right" in one) <= (x > 0), (name, one)
                assert ("top" in one) <= (y < 0), (name, one)
                assert ("bottom" in one) <= (y > 0), (name, one)


@pytest.mark.slow
def test_margin_and_title() -> None:
    usual, wide = solve(square()), solve(square(margin=126))
    # The sides keep their proportions within limits.
    assert min(wide.width - usual.width, wide.height - usual.height) == 200
    assert solve(square(title="none")).cartouche is None
    for title in ("top_left", "top_right", "bottom_left", "bottom_right"):
        layout = solve(square(title=title, margin=150))
        assert layout.cartouche is not None
        x, y, w, h = layout.cartouche
        assert (x + w / 2 < layout.width / 2) == ("left" in title)
        assert (y + h / 2 < layout.height / 2) == ("top" in title)


def test_the_layout_is_stored_by_what_it_depends_on() -> None:
    usual = board_key(square())
    assert usual == board_key(square(palette="snow"))
    others: list[dict[str, Any]] = [
        {"margin": 27},
        {"title": "none"},
        {"names": {"aa": "top"}},
        {"names": {"aa": "left"}},
    ]
    assert len({usual, *(board_key(square(**other)) for other in others)}) == 5
    assert board_key(square(names={"aa": "top", "bb": "left"})) == board_key(
        square(names={"bb": "left", "aa": "top"})
    )


@pytest.mark.slow
def test_what_has_no_room_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "ATTEMPTS", solver.ATTEMPTS[:1])
    monkeypatch.setattr(solver, "ROUNDS", 2)
    # Five cities, each connected to every other one, cannot be drawn in a plane.
    names = [f"c{n}" for n in range(5)]
    edges = [(a, b, 4) for n, a in enumerate(names) for b in names[n + 1 :]]
    with pytest.raises(LayoutError) as caught:
        solve(board(edges))
    unplaced = caught.value.unplaced
    assert unplaced
    assert len(set(unplaced)) == len(unplaced)
    routes = {f"{a}-{b}" for a, b, _ in edges}
    for what, one in unplaced:
        assert one in (routes if what == "route" else names)
    assert any(what == "route" for what, _ in unplaced)
    assert all(isinstance(one, Unplaced) for one in unplaced)


@pytest.mark.parametrize("palette", [one for one in get_args(Palette) if one != "paper"])
def test_a_palette_changes_the_ground_only(palette: Palette) -> None:
    for usual, own in zip((LIGHT, DARK), PALETTES[palette], strict=True):
        assert own.keys() <= usual.keys()
        assert not any(name.startswith(("route-", "seat-", "figure-", "wild")) for name in own)
        found = usual | own
        # As far apart as text must be (WCAG 2.2, 1.4.3), and lines (1.4.11).
        lines = {"label": ("label-halo", "land", "land-2"), "slot-edge": ("land", "land-2")}
        for name, grounds in lines.items():
            for ground in grounds:
                high, low = sorted((luminance(found[name]), luminance(found[ground])), reverse=True)
                assert (high + 0.05) / (low + 0.05) >= (4.5 if name == "label" else 3), (name, ground)


@pytest.mark.slow
def test_drawings_of_several_palettes_fit_on_a_page() -> None:
    layout = solve(square())
    plain, snow = board_svg(square(), layout), board_svg(square(palette="snow"), layout)
    assert 'class="board"' in plain
    assert 'class="board in-snow"' in snow
    land = PALETTES["snow"][0]["land"]
    assert f".board.in-snow{{--land:{land}" in snow
    assert land not in plain


def as_data(**drawing: Any) -> dict[str, Any]:
    """Return a board with a drawing, as data."""
    plain: dict[str, Any] = json.loads(json.dumps(load_ruleset("usa").data.plain()))
    return plain | {"id": "own", "drawing": drawing}


def test_a_drawing_does_not_affect_play() -> None:
    plain, drawn = (
        ruleset_from_data(as_data()),
        ruleset_from_data(as_data(margin=60, names={"denver": "top"})),
    )
    assert plain.hash == drawn.hash
    assert "drawing" not in plain.data.plain()
    assert drawn.data.plain()["drawing"] == {"margin": 60, "names": {"denver": "top"}}
    assert load_ruleset("usa").drawing == Drawing()


@pytest.mark.parametrize(
    ("drawing", "place", "text"),
    [
        ({"names": {"dever": "top"}}, ["drawing", "names", "dever"], "Did you mean 'denver'?"),
        ({"names": {"denver": "middle"}}, ["drawing", "names", "denver"], "'middle'"),
        ({"margin": -1}, ["drawing", "margin"], "-1"),
        ({"margin": 201}, ["drawing", "margin"], "201"),
        ({"title": "centre"}, ["drawing", "title"], "'centre'"),
        ({"palette": "neon"}, ["drawing", "palette"], "'neon'"),
        ({"colour": "red"}, ["drawing", "colour"], "colour"),
    ],
)
def test_a_wrong_drawing_is_told_with_its_place(drawing: dict[str, Any], place: list[str], text: str) -> None:
    with pytest.raises(RulesetError):
        ruleset_from_data(as_data(**drawing))
    [fault] = examine(as_data(**drawing)).faults
    assert fault.place == place
    assert text in fault.text
