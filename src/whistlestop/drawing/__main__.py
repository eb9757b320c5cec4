"""`python -m whistlestop.drawing`: lay out the board in JSON on stdin, and write the layout as JSON to stdout.

The layout is also cached, unless the argument is `--forget`. If the board cannot be laid out, the exit code is 1, the
reason is on stderr, and stdout lists what has no room.
"""

from __future__ import annotations

import sys

import msgspec

from whistlestop.children import lower_priority

from .find import find_layout, layout_of
from .layout import LayoutError
from .model import Board
from .solver import solve


def main() -> int:
    """Lay out one board with the lowest priority."""
    lower_priority()
    board = msgspec.json.decode(sys.stdin.buffer.read(), type=Board)
    try:
        layout = (find_layout(board) or solve(board)) if "--forget" in sys.argv else layout_of(board)
    except LayoutError as error:
        sys.stderr.write(str(error))
        sys.stdout.buffer.write(msgspec.json.encode(error.unplaced))
        return 1
    sys.stdout.buffer.write(msgspec.json.encode(layout.to_dict()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
