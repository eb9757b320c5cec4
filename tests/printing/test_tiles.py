"""The tiles of a printed board."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlestop.printing.tiles import MARGIN, PAPERS, tiling

LENGTHS = st.floats(30, 3000)


@given(LENGTHS, LENGTHS, st.sampled_from(sorted(PAPERS)), st.floats(0, 30))
def test_tiles_cover_the_board_and_fit_on_the_paper(
    width: float, height: float, paper: str, overlap: float
) -> None:
    sheet = PAPERS[paper]
    made = tiling(width, height, sheet, overlap)
    across, down = (sheet.height, sheet.width) if made.sideways else (sheet.width, sheet.height)
    assert made.width <= across - 2 * MARGIN + 1e-6
    assert made.height <= down - 2 * MARGIN + 1e-6
    tiles = made.tiles
    assert len(tiles) == made.columns * made.rows == len({one.name for one in tiles})
    assert tiles[-1].x + made.width == pytest.approx(width)
    assert tiles[-1].y + made.height == pytest.approx(height)
    for one, other in product(tiles, tiles):
        if one.y == other.y and one.x < other.x:
            assert other.x - one.x >= made.width - overlap - 1e-6
    for left, right in pairwise(tiles):
        if left.y == right.y:
            assert left.x + made.width - right.x == pytest.approx(overlap)


@given(LENGTHS, LENGTHS, st.floats(0, 30))
def test_larger_paper_never_needs_more_sheets(width: float, height: float, overlap: float) -> None:
    small, large = (tiling(width, height, PAPERS[name], overlap) for name in ("a4", "a3"))
    assert large.columns * large.rows <= small.columns * small.rows


def test_a_board_that_fits_is_one_tile() -> None:
    made = tiling(270, 180, PAPERS["a4"])
    assert (made.sideways, made.columns, made.rows) == (True, 1, 1)
    assert [one.name for one in made.tiles] == ["A1"]
