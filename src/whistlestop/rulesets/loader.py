"""Reading a ruleset from its folder: `ruleset.toml`, `cities.csv`, `routes.csv`, `tickets.csv`."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from whistlestop.errors import RulesetError

from .schema import City, RouteRow, RulesetData, TicketRow

T = TypeVar("T")
TABLES = {
    "cities.csv": ["id", "name", "lat", "lon", "country"],
    "routes.csv": ["id", "length", "color", "kind", "wilds"],
    "tickets.csv": ["id", "from", "to", "points", "deck"],
}


def builtin_ids() -> list[str]:
    """The rulesets that come with the package, in alphabetical order."""
    here = resources.files(__package__)
    return sorted(folder.name for folder in here.iterdir() if (folder / "ruleset.toml").is_file())


def find_folder(name_or_path: str | Path) -> Traversable:
    """The folder of a built-in ruleset, or a folder of one's own."""
    if isinstance(name_or_path, str) and name_or_path in builtin_ids():
        return resources.files(__package__) / name_or_path
    path = Path(name_or_path)
    if not path.is_dir():
        known = ", ".join(builtin_ids())
        raise RulesetError(f"no ruleset {str(name_or_path)!r}: not a folder, and not one of {known}")
    return path


def read_folder(folder: Traversable) -> RulesetData:
    """Read a ruleset, raising RulesetError with file, line and reason for all rows that cannot be read."""
    problems: list[str] = []
    settings = _read_settings(folder)
    cities = list(_rows(folder, "cities.csv", _city, problems))
    routes = list(_rows(folder, "routes.csv", _route, problems))
    tickets = list(_rows(folder, "tickets.csv", _ticket, problems))
    if problems:
        raise RulesetError(problems[0], tuple(problems))
    settings |= {"cities": cities, "routes": routes, "tickets": tickets}
    try:
        return msgspec.convert(settings, RulesetData)
    except msgspec.ValidationError as error:
        raise RulesetError(f"ruleset.toml: {error}") from None


def _read_text(folder: Traversable, name: str) -> str:
    try:
        return (folder / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RulesetError(f"{name}: the file is missing") from None
    except UnicodeDecodeError:
        raise RulesetError(f"{name}: the file is not UTF-8 text") from None


def _read_settings(folder: Traversable) -> dict[str, Any]:
    try:
        return tomllib.loads(_read_text(folder, "ruleset.toml"))
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(f"ruleset.toml: {error}") from None


def _rows(
    folder: Traversable, name: str, make: Callable[[dict[str, str]], T], problems: list[str]
) -> Iterator[T]:
    reader = csv.reader(_read_text(folder, name).splitlines())
    columns = TABLES[name]
    header = next(reader, [])
    if header != columns:
        problems.append(f"{name}, line 1: the columns must be {','.join(columns)}, not {','.join(header)}")
        return
    for cells in reader:
        where = f"{name}, line {reader.line_num}"
        if len(cells) != len(columns):
            problems.append(f"{where}: {len(cells)} cells instead of {len(columns)}")
            continue
        try:
            yield make(dict(zip(columns, (cell.strip() for cell in cells), strict=True)))
        except (msgspec.ValidationError, ValueError) as error:
            problems.append(f"{where}: {error}")


def _number(row: dict[str, str], column: str, kind: type[int | float]) -> Any:
    try:
        return kind(row[column])
    except ValueError:
        raise ValueError(f"{column}: {row[column]!r} is not a number") from None


def _city(row: dict[str, str]) -> City:
    place = {axis: _number(row, axis, float) for axis in ("lat", "lon") if row[axis]}
    country = {"country": row["country"]} if row["country"] else {}
    return msgspec.convert({"id": row["id"], "name": row["name"], **place, **country}, City)


def _route(row: dict[str, str]) -> RouteRow:
    numbers = {column: _number(row, column, int) for column in ("length", "wilds")}
    return msgspec.convert({**row, **numbers}, RouteRow)


def _ticket(row: dict[str, str]) -> TicketRow:
    if row["deck"] not in ("regular", "long"):
        raise ValueError(f"deck: {row['deck']!r} is neither regular nor long")
    try:
        points = [int(part) for part in row["points"].split("|")]
    except ValueError:
        raise ValueError(f"points: {row['points']!r} is not a number or numbers divided by |") from None
    ticket = {"id": row["id"], "origin": row["from"], "targets": row["to"].split("|"), "points": points}
    return msgspec.convert({**ticket, "long": row["deck"] == "long"}, TicketRow)
