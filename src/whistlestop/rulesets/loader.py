"""Reading a ruleset from its folder: `ruleset.toml`, and the tables that its machine has."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from whistlestop.errors import RulesetError, short
from whistlestop.format import RulesetData
from whistlestop.format.tables import Table
from whistlestop.games.kind import Kind
from whistlestop.kinds import DEFAULT, KINDS

from .released import root

FIRST = ("usa", "europe", "switzerland")
"""Listed first, in the order in which people meet them; other built-in rulesets follow by id."""


def builtin_ids() -> list[str]:
    """The rulesets that come with the package, in the order in which they are listed everywhere."""
    names = {folder.name for folder in root().iterdir() if (folder / "ruleset.toml").is_file()}
    return [name for name in FIRST if name in names] + sorted(names.difference(FIRST))


def find_folder(name_or_path: str | Path) -> Traversable:
    """The folder of a built-in ruleset, or a folder of one's own; raises RulesetError if there is none."""
    if isinstance(name_or_path, str) and name_or_path in builtin_ids():
        return root() / name_or_path
    path = Path(name_or_path)
    try:
        found = path.is_dir()
    except OSError:  # too long to be a name, or not for us to look at
        found = False
    if not found:
        known = ", ".join(builtin_ids())
        raise RulesetError(f"no ruleset {short(str(path), 200)}: not a folder, and not one of {known}")
    return path


def _kind_of(settings: dict[str, Any]) -> Kind:
    """The kind of game that plain data or the content of a `ruleset.toml` names; raises msgspec.ValidationError."""
    name = settings.get("machine", DEFAULT.name)
    if not isinstance(name, str):
        raise msgspec.ValidationError(f"machine: a name is expected, not {type(name).__name__}")
    if name not in KINDS:
        raise msgspec.ValidationError(f"machine: {short(name)} is not one of {', '.join(KINDS)}")
    return KINDS[name]


def read_data(plain: dict[str, Any]) -> RulesetData:
    """Check the shape of plain data; raises msgspec.ValidationError.

    Data that names the default kind is the same as data that names none.
    """
    kind = _kind_of(plain)
    rest = {key: value for key, value in plain.items() if (key, value) != ("machine", DEFAULT.name)}
    return msgspec.convert(rest, kind.data)


def read_folder(folder: Traversable) -> RulesetData:
    """Read a ruleset, raising RulesetError with file, line and reason for all rows that cannot be read."""
    problems: list[str] = []
    settings = _read_settings(folder)
    try:
        tables = _kind_of(settings).tables
    except msgspec.ValidationError as error:
        raise RulesetError(f"ruleset.toml: {error}") from None
    rows = {name: list(_rows(folder, f"{name}.csv", table, problems)) for name, table in tables.items()}
    if problems:
        raise RulesetError(problems[0], tuple(problems))
    try:
        return read_data(settings | rows)
    except msgspec.ValidationError as error:
        raise RulesetError(f"ruleset.toml: {error}") from None


def _read_text(folder: Traversable, name: str) -> str:
    try:
        return (folder / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RulesetError(f"{name}: the file is missing") from None
    except UnicodeDecodeError:
        raise RulesetError(f"{name}: the file is not UTF-8 text") from None
    except OSError as error:  # a folder of this name, or a file that may not be read
        raise RulesetError(f"{name}: {error.strerror}") from None


def _read_settings(folder: Traversable) -> dict[str, Any]:
    try:
        return tomllib.loads(_read_text(folder, "ruleset.toml"))
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(f"ruleset.toml: {error}") from None
    except RecursionError:
        raise RulesetError("ruleset.toml: brackets are nested too deep") from None


def _lines(folder: Traversable, name: str, problems: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The cells of each line, and where that is; no more of them after what cannot be read as CSV."""
    reader = csv.reader(_read_text(folder, name).splitlines())
    try:
        for cells in reader:
            yield f"{name}, line {reader.line_num}", cells
    except csv.Error as error:
        problems.append(f"{name}, line {reader.line_num}: {error}")


def _rows(folder: Traversable, name: str, table: Table, problems: list[str]) -> Iterator[object]:
    columns = list(table.columns)
    lines = _lines(folder, name, problems)
    where, header = next(lines, (f"{name}, line 1", []))
    if header != columns:
        found = short(",".join(header), 200)
        problems.append(f"{where}: the columns must be {','.join(columns)}, not {found}")
        return
    for where, cells in lines:
        if len(cells) != len(columns):
            problems.append(f"{where}: {len(cells)} cells instead of {len(columns)}")
            continue
        try:
            yield table.make(dict(zip(columns, (cell.strip() for cell in cells), strict=True)))
        except (msgspec.ValidationError, ValueError) as error:
            problems.append(f"{where}: {error}")
