"""Save many games in one file: their arrays, and a heading that describes them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import msgspec
import numpy as np
import numpy.typing as npt

from whistlestop.errors import RecordError, RulesetError
from whistlestop.format import Ruleset
from whistlestop.rulesets import board_of, released_ruleset, ruleset_from_data

__all__ = ["Saved", "bytes_of", "reading", "write"]

FORMAT = "whistlestop-games/1"
_UNREADABLE = (OSError, EOFError, BadZipFile, zlib.error, ValueError, KeyError, TypeError)


class Saved(NamedTuple):
    """Format of the file."""

    ruleset: Ruleset
    settings: dict[str, Any]
    layout: str
    """Identifies the layout of the arrays."""
    contents: list[bytes]
    """Size of each array."""


def write(
    path: str | Path,
    ruleset: Ruleset,
    settings: dict[str, Any],
    layout: str,
    arrays: Iterable[npt.NDArray[Any]],
) -> None:
    """Write games to a file, for `reading`."""
    heading = {
        "format": FORMAT,
        "ruleset": {"id": ruleset.id, "version": ruleset.version, "hash": ruleset.hash},
        "board": board_of(ruleset),
        "settings": settings,
        "layout": layout,
    }
    contents = {f"array_{n}": bytes_of(array) for n, array in enumerate(arrays)}
    with Path(path).open("wb") as file:
        contents["heading"] = np.frombuffer(msgspec.json.encode(heading), np.uint8)
        np.savez_compressed(file, allow_pickle=False, **contents)


@contextmanager
def reading(path: str | Path) -> Iterator[Saved]:
    """Read a file of `write`. Raises RecordError for invalid files, possibly during the block."""
    try:
        with np.load(path, allow_pickle=False) as file:
            heading = msgspec.json.decode(file["heading"].tobytes())
            contents = [file[f"array_{n}"].tobytes() for n in range(len(file.files) - 1)]
        if heading["format"] != FORMAT:
            raise RecordError(
                f"{path}: unknown format {heading['format']!r:.60}; this version reads {FORMAT}"
            )
        its, board = heading["ruleset"], heading["board"]
        ruleset = (
            released_ruleset(its["id"], its["version"], its["hash"])
            if board is None
            else ruleset_from_data(board)
        )
        yield Saved(ruleset, heading["settings"], heading["layout"], contents)
    except (*_UNREADABLE, msgspec.MsgspecError, RulesetError) as error:
        raise RecordError(f"{path} is not a file of saved games: {error}") from None


def bytes_of(array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Return a view of an array as bytes."""
    return array.reshape(-1).view(np.uint8)
