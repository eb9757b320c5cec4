"""Drawing a board: where cities, train spaces, names and coasts go on paper.

`solve(board)` makes a `Layout`, `check(layout, board)` says what is wrong with one, `Layout.load` and `.save` keep it
as `layout.json`. What a layout looks like is not decided here but in `whistlestop.draw`.
"""

from .check import check
from .layout import Label, Layout, LayoutError, RoutePlan, Slot
from .solver import solve

__all__ = ["Label", "Layout", "LayoutError", "RoutePlan", "Slot", "check", "solve"]
