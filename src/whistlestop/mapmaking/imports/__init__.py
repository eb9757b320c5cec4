"""Boards from other programs: map editors' JSON, spreadsheets, and text maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePath

import msgspec

from whistlestop.errors import RulesetError, short
from whistlestop.mapmaking.draft import Draft

from .editor import is_editor_file, read_editor_file
from .sheets import read_sheets
from .text_maps import read_text_map

__all__ = ["read_foreign"]

BYTES = 20_000_000
"""Maximum size of a file; an embedded picture takes most of it."""


def read_foreign(files: Mapping[str, bytes], deck: str | None = None) -> Draft:
    """Return the board of files from another program, by file name.

    One `.json` or `.map` file, or one to three `.csv` files. deck: the deck of tickets to read, if a file has several.
    Raises RulesetError with all errors.
    """
    if any(len(content) > BYTES for content in files.values()):
        raise RulesetError(f"a file is too large; the maximum is {BYTES // 1_000_000} MB")
    kinds = {PurePath(name).suffix.lower() for name in files}
    if kinds == {".csv"}:
        stem = PurePath(next(iter(files))).stem
        return read_sheets(stem, {name: _text(name, content) for name, content in files.items()})
    if len(files) != 1:
        raise RulesetError("several files must be .csv: cities, routes and tickets")
    [(name, content)] = files.items()
    stem = PurePath(name).stem
    if kinds == {".map"}:
        return _named(name, lambda: read_text_map(stem, _text(name, content)))
    if kinds != {".json"}:
        raise RulesetError(f"{short(name, 200)}: a board can be imported from .json, .csv and .map files")
    try:
        data = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RulesetError(f"{name}: not JSON: {error}") from None
    if not is_editor_file(data):
        raise RulesetError(f"{name}: not a file of a known map editor")
    return _named(name, lambda: read_editor_file(stem, data, deck))


def _text(name: str, content: bytes) -> str:
    """Return the text of a file: UTF-8, or the encoding of older spreadsheets."""
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise RulesetError(f"{name}: the file is not text")


def _named(name: str, read: Callable[[], Draft]) -> Draft:
    """Return the draft that is read, or name the file in the errors."""
    try:
        return read()
    except RulesetError as error:
        raise RulesetError.of([f"{name}: {problem}" for problem in error.problems]) from None
