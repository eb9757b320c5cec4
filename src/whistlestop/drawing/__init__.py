"""Drawing a board: where cities, train spaces, names and coasts go on paper, and the SVG that shows them.

`layout_of(board)` gives the `Layout` that is kept for a board or makes one, `solve(board)` makes one, `check(layout,
board)` says what is wrong with it, `Layout.load` and `.save` keep it in a file. `svg.board_svg` draws.
"""

from .check import check
from .find import LAYOUT_FILE, find_layout, layout_of
from .layout import Label, Layout, LayoutError, RoutePlan, Slot
from .solver import solve

__all__ = [
    "LAYOUT_FILE",
    "Label",
    "Layout",
    "LayoutError",
    "RoutePlan",
    "Slot",
    "check",
    "find_layout",
    "layout_of",
    "solve",
]
