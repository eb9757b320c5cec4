"""Draw boards: lay out cities, train spaces, names and coasts, and write SVG.

`layout_of(board)` returns the stored `Layout` of a board or makes one, `solve(board)` makes one, `check(layout, board)`
lists its defects, `Layout.load` and `.save` use a file. `svg.board_svg` draws.
"""

from .check import check
from .find import LAYOUT_FILE, find_layout, layout_of
from .layout import Label, Layout, LayoutError, RoutePlan, Slot, Unplaced
from .solver import solve

__all__ = [
    "LAYOUT_FILE",
    "Label",
    "Layout",
    "LayoutError",
    "RoutePlan",
    "Slot",
    "Unplaced",
    "check",
    "find_layout",
    "layout_of",
    "solve",
]
