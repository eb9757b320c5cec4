"""Write a board as a folder: its settings and its tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import tomli_w

from whistlestop.errors import RulesetError

__all__ = ["board_files", "tickets_csv", "write_board"]

COLUMNS = {
    "cities": ("id", "name", "lat", "lon", "country"),
    "routes": ("id", "length", "color", "kind", "wilds"),
    "tickets": ("id", "from", "to", "points", "deck"),
}
_SETTINGS = ("id", "name", "version", "printed", "geography")


def board_files(board: Mapping[str, Any]) -> dict[str, str]:
    """Return the files of a map game, given as plain data, by name."""
    sections = {key: value for key, value in board.items() if key not in COLUMNS}
    first = {key: sections.pop(key) for key in _SETTINGS if key in sections}
    files = {f"{name}.csv": _table(name, board[name]) for name in COLUMNS}
    files["ruleset.toml"] = tomli_w.dumps(first | sections)
    return files


def write_board(folder: Path, board: Mapping[str, Any]) -> None:
    """Write a map game, given as plain data, into a new folder.

    Raises RulesetError if the folder exists or cannot be written.
    """
    files = board_files(board)
    try:
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    except FileExistsError:
        raise RulesetError(f"{folder}: it already exists") from None
    except OSError as error:
        raise RulesetError(f"{folder}: {error.strerror}") from None


def tickets_csv(tickets: Iterable[Mapping[str, Any]]) -> str:
    """Return the text of `tickets.csv`, from tickets as plain data."""
    return _table("tickets", tickets)


def _table(name: str, rows: Iterable[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS[name])
    writer.writerows([_cell(row, column) for column in COLUMNS[name]] for row in rows)
    return out.getvalue()


def _cell(row: Mapping[str, Any], column: str) -> Any:
    if column == "deck":
        return "long" if row.get("long") else "regular"
    value = row.get({"from": "origin", "to": "targets"}.get(column, column))
    return "|".join(map(str, value)) if isinstance(value, list | tuple) else value
