"""Divide a board into tiles that fit on sheets of paper. All lengths are millimeters."""

from __future__ import annotations

from math import ceil

from msgspec import Struct

__all__ = ["OVERLAP", "PAPERS", "Paper", "Tile", "Tiling", "tiling"]

MARGIN = 10.0
"""Blank margin on each side of a sheet: more than most printers need, and enough for the cutting marks."""
OVERLAP = 8.0
"""The overlap of two neighboring tiles, for gluing."""


class Paper(Struct, frozen=True):
    """A size of paper, upright."""

    width: float
    height: float


PAPERS = {"a4": Paper(210, 297), "a3": Paper(297, 420)}


class Tile(Struct, frozen=True):
    """A part of the board: its name, such as `B2` (row B, second column), and its upper left corner."""

    name: str
    x: float
    y: float


class Tiling(Struct, frozen=True):
    """A board in tiles of one size, row by row.

    `sideways`: the sheets are wider than high. Each tile shares `overlap` with its neighbors.
    """

    sideways: bool
    columns: int
    rows: int
    width: float
    height: float
    overlap: float

    @property
    def tiles(self) -> list[Tile]:
        """Return the tiles, row by row."""
        return [
            Tile(
                f"{chr(ord('A') + row)}{column + 1}",
                column * (self.width - self.overlap),
                row * (self.height - self.overlap),
            )
            for row in range(self.rows)
            for column in range(self.columns)
        ]


def tiling(width: float, height: float, paper: Paper, overlap: float = OVERLAP) -> Tiling:
    """Return the tiling of a board with the fewest sheets; if two are equal, the one with upright sheets.

    Tiles have equal sizes, so no sheet has only a narrow strip of the board.
    """
    most = [
        _across(width, height, paper.width, paper.height, overlap, sideways=False),
        _across(width, height, paper.height, paper.width, overlap, sideways=True),
    ]
    return min(most, key=lambda one: one.columns * one.rows)


def _across(
    width: float, height: float, sheet_width: float, sheet_height: float, overlap: float, *, sideways: bool
) -> Tiling:
    columns = _pieces(width, sheet_width - 2 * MARGIN, overlap)
    rows = _pieces(height, sheet_height - 2 * MARGIN, overlap)
    return Tiling(
        sideways,
        columns,
        rows,
        (width + (columns - 1) * overlap) / columns,
        (height + (rows - 1) * overlap) / rows,
        overlap,
    )


def _pieces(length: float, space: float, overlap: float) -> int:
    return max(1, ceil((length - overlap) / (space - overlap) - 1e-9))
