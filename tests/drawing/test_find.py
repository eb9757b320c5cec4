"""Where layouts are stored, and that one is used only for the board that it was made for."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

import pytest
from tests.drawing.boards import board

from whistlestop.drawing import LAYOUT_FILE, Layout, LayoutError, find, find_layout, layout_of, solve
from whistlestop.drawing.model import Board

PLACES = {"a": (50.0, 10.0), "b": (50.0, 12.0), "c": (48.0, 11.0)}


@functools.cache
def solve_once(board: Board) -> Layout:
    """Replace the solver, which takes a second; test_solver shows that it is deterministic."""
    return solve(board)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache of the test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setattr(find, "cache_folder", lambda: folder)
    return folder


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the boards that were passed to the solver."""
    asked: list[str] = []

    def count(board: Board) -> Layout:
        asked.append(board.id)
        return solve_once(board)

    monkeypatch.setattr(find, "solve", count)
    return asked


@pytest.fixture
def small() -> Board:
    return board([("a", "b", 2), ("b", "c", 3)], PLACES)


@pytest.mark.slow
def test_a_layout_is_found_once_and_kept(small: Board, cache: Path, solved: list[str]) -> None:
    assert find_layout(small) is None
    layout = layout_of(small)
    assert layout_of(small) == layout == find_layout(small)
    assert solved == ["made_up"]
    assert [file.suffix for file in cache.iterdir()] == [".json"], "nothing half written is left"


@pytest.mark.slow
def test_a_layout_beside_the_board_is_taken_first(small: Board, tmp_path: Path, solved: list[str]) -> None:
    own, base = tmp_path / "own", tmp_path / "base"
    for folder in (own, base):
        folder.mkdir()
    layout = solve_once(small)
    replace(layout, width=layout.width + 1).save(base / LAYOUT_FILE)
    here = replace(small, folders=(own, base))
    assert layout_of(here).width == layout.width + 1, "that of the base"
    layout.save(own / LAYOUT_FILE)
    assert layout_of(here) == layout
    assert solved == []


@pytest.mark.slow
@pytest.mark.parametrize("change", ["name", "place", "length", "damaged"])
def test_a_layout_of_something_else_is_not_taken(
    small: Board, tmp_path: Path, solved: list[str], change: str
) -> None:
    solve_once(small).save(tmp_path / LAYOUT_FILE)
    here = replace(small, folders=(tmp_path,))
    assert find_layout(here) is not None
    first, *others = small.cities
    if change == "name":
        here = replace(here, cities=(replace(first, name="Á"), *others))
    elif change == "place":
        here = replace(here, cities=(replace(first, lat=49.0), *others))
    elif change == "length":
        here = replace(here, routes=(replace(small.routes[0], length=3), *small.routes[1:]))
    else:
        (tmp_path / LAYOUT_FILE).write_text("{", encoding="utf-8")
    assert find_layout(here) is None
    assert layout_of(here).fits(here)
    assert solved == ["made_up"]


@pytest.mark.slow
def test_what_is_not_drawn_makes_no_difference(small: Board, solved: list[str]) -> None:
    layout = layout_of(small)
    red = replace(small, name="Red", routes=tuple(replace(route, color="red") for route in small.routes))
    assert find_layout(red) == layout


@pytest.mark.slow
def test_a_cache_that_cannot_be_written(small: Board, cache: Path, solved: list[str]) -> None:
    cache.write_text("in the way", encoding="utf-8")
    assert layout_of(small).fits(small)


def test_what_cannot_be_laid_out_is_not_kept(cache: Path) -> None:
    with pytest.raises(LayoutError):
        layout_of(board([], {"a": (50.0, 10.0)}))
    assert not cache.exists()
