"""`python -m whistlestop.drawing`: a board as JSON in, its layout as JSON out, for who cannot wait for the solver.

The layout is also kept in the cache. A board that cannot be laid out ends it with the reason on stderr and code 1.
"""

from __future__ import annotations

import sys

import msgspec

from whistlestop.children import lower_priority

from .find import layout_of
from .layout import LayoutError
from .model import Board


def main() -> int:
    """Lay out one board, giving way to everything else on the machine."""
    lower_priority()
    board = msgspec.json.decode(sys.stdin.buffer.read(), type=Board)
    try:
        layout = layout_of(board)
    except LayoutError as error:
        sys.stderr.write(str(error))
        return 1
    sys.stdout.buffer.write(msgspec.json.encode(layout.to_dict()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
