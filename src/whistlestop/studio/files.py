"""Boards as files: the folder as a zip archive, and the formats of other programs."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from whistlestop.errors import RulesetError, short
from whistlestop.mapmaking import board_files, editor_file, read_foreign, sheets
from whistlestop.rulesets.loader import read_folder

__all__ = ["FORMATS", "exported", "imported"]

UNPACKED = 1_000_000
"""Maximum size of the files of a folder in bytes."""
FILES = ("ruleset.toml", "cities.csv", "routes.csv", "tickets.csv")
ENTRIES = 100
"""Maximum number of entries of an archive."""


def _archive(files: Mapping[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            # A fixed date: the same board gives the same file.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _folder(board: Mapping[str, Any]) -> bytes:
    return _archive({f"{board['id']}/{name}": text for name, text in board_files(board).items()})


FORMATS: dict[str, Callable[[Mapping[str, Any]], bytes]] = {
    "zip": _folder,
    "json": editor_file,
    "csv": lambda board: _archive(sheets(board)),
}
"""The formats of `exported`: the board's folder, the JSON of the map editor of B. Hagström, and its tables."""


def exported(board: Mapping[str, Any], form: str) -> bytes:
    """Return a board without faults in one of the `FORMATS`."""
    return FORMATS[form](board)


def imported(files: Mapping[str, bytes], deck: str | None = None) -> tuple[dict[str, Any], list[str]]:
    """Return the board of files, and notes about what was changed or left out. It may have faults.

    files: one archive of a board's folder, or what `read_foreign` reads. Raises RulesetError with all errors.
    """
    if len(files) == 1:
        [(name, content)] = files.items()
        if name.lower().endswith(".zip"):
            return _from_archive(content), []
    draft = read_foreign(files, deck)
    return draft.board(), draft.notes


def _from_archive(content: bytes) -> dict[str, Any]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive, tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "board"
            folder.mkdir()
            for file, text in _board_in(archive).items():
                (folder / file).write_bytes(text)
            return read_folder(folder).data.plain()
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise RulesetError(f"the archive cannot be read: {short(str(error))}") from None


def _board_in(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """Return the files of the board in an archive: those in the folder of its only `ruleset.toml`."""
    entries = archive.infolist()
    if len(entries) > ENTRIES:
        raise RulesetError(f"the archive has {len(entries)} entries; the maximum is {ENTRIES}")
    found = [
        PurePosixPath(one.filename).parent for one in entries if PurePosixPath(one.filename).name == FILES[0]
    ]
    if len(found) != 1:
        raise RulesetError(f"the archive has {len(found)} files with the name {FILES[0]}, not one")
    files: dict[str, bytes] = {}
    left = UNPACKED
    for one in entries:
        path = PurePosixPath(one.filename)
        if path.parent == found[0] and path.name in FILES:
            with archive.open(one) as stream:
                files[path.name] = stream.read(left + 1)
            left -= len(files[path.name])
            if left < 0:
                raise RulesetError(f"the archive is too large; the maximum is {UNPACKED // 1_000_000} MB")
    return files
