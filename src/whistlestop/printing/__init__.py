"""Boards on paper: a PDF with the board in tiles, cards, tickets, score track and player aid.

Typst, a typesetting program in a Python package, lays out the pages (`sheets.typ`). The pictures are those of
`whistlestop.drawing`. The typeface is Jost, cut from the client's files by `tools/print_fonts.py`.
"""

from .document import DEFAULT_SPACE, SPACES, MissingTypst, PrintError, print_pdf
from .tiles import OVERLAP, PAPERS, Tiling, tiling

__all__ = [
    "DEFAULT_SPACE",
    "OVERLAP",
    "PAPERS",
    "SPACES",
    "MissingTypst",
    "PrintError",
    "Tiling",
    "print_pdf",
    "tiling",
]
