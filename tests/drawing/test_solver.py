"""The solver on boards of all kinds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.drawing.boards import board

from whistlestop.drawing import LayoutError, check, solve
from whistlestop.drawing.model import Board

pytestmark = pytest.mark.slow

ALPS = {
    "bern": (46.95, 7.45),
    "chur": (46.85, 9.53),
    "davos": (46.80, 9.83),
    "luzern": (47.05, 8.31),
    "zurich": (47.38, 8.54),
}


def test_a_small_map() -> None:
    small = board(
        [("bern", "luzern", 3), ("luzern", "zurich", 1), ("luzern", "zurich", 1), ("zurich", "chur", 4),
         ("chur", "davos", 1), ("bern", "zurich", 4), ("luzern", "chur", 5)],
        ALPS,
    )  # fmt: skip
    layout = solve(small)
    assert check(layout, small) == []
    at = layout.cities
    assert at["bern"][0] < at["luzern"][0] < at["chur"][0] < at["davos"][0]
    assert at["zurich"][1] < at["luzern"][1]
    assert layout.geography["lakes"]


def test_the_same_board_gives_the_same_layout() -> None:
    small = board([("bern", "luzern", 3), ("luzern", "zurich", 1), ("zurich", "chur", 4)], ALPS)
    assert solve(small) == solve(small)


def test_a_board_that_lies_nowhere() -> None:
    ring = [(f"c{k}", f"c{(k + 1) % 7}", 1 + k % 3) for k in range(7)]
    nowhere = board([*ring, ("c0", "c3", 4), ("c0", "c1", 1), ("c0", "c1", 1)])
    layout = solve(nowhere)
    assert check(layout, nowhere) == []
    assert not layout.geography


def test_two_cities() -> None:
    two = board([("a", "b", 6), ("a", "b", 6)])
    assert check(solve(two), two) == []


def test_cities_in_a_row_and_across_the_date_line() -> None:
    row = board([("a", "b", 2), ("b", "c", 3)], {"a": (10.0, 175.0), "b": (10.0, 179.0), "c": (10.0, -176.0)})
    layout = solve(row)
    assert check(layout, row) == []
    assert layout.cities["a"][0] < layout.cities["b"][0] < layout.cities["c"][0]


def test_islands() -> None:
    apart = board([("a", "b", 2), ("c", "d", 3)])
    assert check(solve(apart), apart) == []


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(LayoutError, match="no routes"):
        solve(board([], ALPS))


@st.composite
def graphs(draw: st.DrawFn) -> Board:
    """Return a tree with a few extra routes, double ones and rings; some cannot be drawn without crossings."""
    count = draw(st.integers(2, 8))
    edges = [(f"c{k}", f"c{draw(st.integers(0, k - 1))}", draw(st.integers(1, 6))) for k in range(1, count)]
    extra = draw(st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=4))
    edges += [(f"c{a}", f"c{b}", draw(st.integers(1 if a != b else 3, 6))) for a, b in extra]
    if draw(st.booleans()):
        return board(edges)
    spots = draw(
        st.lists(
            st.tuples(st.integers(-60, 60), st.integers(-180, 179)),
            min_size=count,
            max_size=count,
            unique=True,
        )
    )
    return board(edges, {f"c{k}": (float(lat), float(lon)) for k, (lat, lon) in enumerate(spots)})


@settings(max_examples=6)
@given(graphs())
def test_any_small_board_gets_a_good_layout_or_a_clear_error(made: Board) -> None:
    try:
        layout = solve(replace(made, geography=False))
    except LayoutError:
        return  # the error names what remains; its text is tested elsewhere
    assert check(layout, made) == []
    assert np.isfinite([*layout.cities.values()]).all()
