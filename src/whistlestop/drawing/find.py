"""Find the stored layout of a board: in its own folder, in the folder of its base, or in the user's cache folder.

A layout depends on what is drawn (places, names, routes), not on the ruleset. So it is found by a hash of these, and
rulesets that draw the same map share it.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

import platformdirs

from .layout import Layout, LayoutError
from .model import BoardLike, board_key
from .solver import VERSION, solve

LAYOUT_FILE = "layout.json"


def find_layout(board: BoardLike) -> Layout | None:
    """Return the stored layout of exactly this board, or None."""
    key = board_key(board)
    for file in (*(folder / LAYOUT_FILE for folder in board.folders), cache_file(board)):
        if file.is_file():
            with contextlib.suppress(LayoutError):  # a damaged layout is computed again
                layout = Layout.read(file)
                if layout.board == key and layout.fits(board):
                    return layout
    return None


def layout_of(board: BoardLike) -> Layout:
    """Return the stored layout of a board, or make and store one, which takes some seconds.

    Raises LayoutError if the board cannot be laid out.
    """
    found = find_layout(board)
    if found is None:
        found = solve(board)
        keep(found, board)
    return found


def keep(layout: Layout, board: BoardLike) -> None:
    """Store a layout in the cache, if it is writable."""
    file = cache_file(board)
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
        os.close(handle)
        try:
            layout.save(name)
            Path(name).replace(file)  # atomic, since other processes may be reading it
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise


def cache_file(board: BoardLike) -> Path:
    """Return the cache file of a board for the current solver version."""
    return cache_folder() / f"{board_key(board)}-{VERSION}.json"


def cache_folder() -> Path:
    """Return the user's cache folder for layouts."""
    return Path(platformdirs.user_cache_dir()) / "whistlestop" / "layouts"
