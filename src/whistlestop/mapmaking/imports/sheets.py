"""Read spreadsheets saved as CSV: cities, routes and tickets by name, in the columns of common map editors.

A file with `from`, `to` and `length` has routes, one with `from`, `to` and `points` tickets, one with `name` cities.
Commas, semicolons and tabs separate; the order and the case of the columns do not matter.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping

from whistlestop.errors import RulesetError, short
from whistlestop.format.schema import COLORS, GRAY, RouteColor, RouteKind
from whistlestop.mapmaking.draft import LONGEST, Draft, Line, Stop, Trip

__all__ = ["read_sheets"]

Row = dict[str, str]

OTHER_NAMES = {
    "a": "from", "b": "to", "color": "colour", "latitude": "lat", "longitude": "lon", "lng": "lon",
    "ferrylocomotives": "locomotives", "long deck": "long", "wagon style": "style", "kind": "type",
}  # fmt: skip
YES = {"yes", "true", "1", "ja", "long"}
IGNORED = {"id", "routes", "neighbours", "tickets", "double route", "shortest path", "deck"}
KNOWN = {
    "cities": {"name", "type", "x", "y", "lat", "lon", "country"},
    "routes": {"from", "to", "length", "colour", "type", "style", "locomotives", "tunnel"},
    "tickets": {"from", "to", "points", "long"},
}


def read_sheets(name: str, files: Mapping[str, str]) -> Draft:
    """Return the board of one to three files, by file name. Raises RulesetError with all errors, each with its line."""
    tables: dict[str, tuple[str, list[tuple[int, Row]]]] = {}
    for file, text in files.items():
        what, rows = _table(file, text)
        if what in tables:
            raise RulesetError(f"{file} and {tables[what][0]} both have {what}")
        tables[what] = file, rows
    if "routes" not in tables:
        raise RulesetError("a board needs a file of routes, with the columns from, to and length")
    return _Sheets(name, tables).draft()


def _table(file: str, text: str) -> tuple[str, list[tuple[int, Row]]]:
    """Return what a file lists, and its rows with their line numbers."""
    head = text.splitlines()[0] if text else ""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
    try:
        lines = [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        raise RulesetError(f"{file}, line {reader.line_num}: {error}") from None
    if not lines:
        raise RulesetError(f"{file}: the file is empty")
    columns = [cell.strip().lower() for cell in lines[0][1]]
    cities = "name" in columns and "from" not in columns and "a" not in columns
    columns = [("lon" if cities and one == "long" else OTHER_NAMES.get(one, one)) for one in columns]
    rows = [(n, dict(zip(columns, map(_cell, cells), strict=False))) for n, cells in lines[1:]]
    if {"from", "to"} <= set(columns):
        if "length" in columns and "points" not in columns:
            return "routes", rows
        if "points" in columns:
            return "tickets", rows
    if cities:
        return "cities", rows
    raise RulesetError(
        f"{file}: the columns are neither those of cities (name), of routes (from, to, length) nor of tickets "
        f"(from, to, points): {short(', '.join(columns), 200)}"
    )


def _cell(text: str) -> str:
    """Return the text of a cell, without the apostrophe that keeps spreadsheets from running it."""
    text = text.strip()
    return text[1:] if text[:1] == "'" and text[1:2] in {"=", "+", "-", "@"} else text


class _Sheets:
    def __init__(self, name: str, tables: dict[str, tuple[str, list[tuple[int, Row]]]]) -> None:
        self._tables = tables
        self._draft = Draft(name)
        self._errors: list[str] = []
        self._keys: dict[str, str] = {}

    def draft(self) -> Draft:
        draft = self._draft
        for what, add in (("cities", self._city), ("routes", self._route), ("tickets", self._ticket)):
            file, rows = self._tables.get(what, ("", []))
            self._say_unknown(what, rows)
            for line, row in rows:
                try:
                    add(row)
                except ValueError as error:
                    self._errors.append(f"{file}, line {line}: {error}")
        if self._errors:
            raise RulesetError.of(self._errors)
        if any(trip.long for trip in draft.trips):
            draft.settings["opening"] = {"regular": 3, "long": 1, "keep": 2}
            draft.note("the opening deals one long ticket (EUR-2)")
        return draft

    def _say_unknown(self, what: str, rows: Iterable[tuple[int, Row]]) -> None:
        columns = {column for _, row in rows for column in row}
        for column in sorted(columns - KNOWN[what] - IGNORED - {""}):
            self._draft.note(f"the column {short(column)} was left out")

    def _city(self, row: Row) -> None:
        name = row.get("name", "")
        if not name:
            raise ValueError("a city needs a name")
        if name.lower() in self._keys:
            raise ValueError(f"{short(name)} is listed twice")
        pairs = ("lat", "lon"), ("y", "x")
        place = next(((row[a], row[b]) for a, b in pairs if row.get(a) and row.get(b)), None)
        picture = place is not None and not row.get("lat")
        at = None if place is None else (_number(place[0]), _number(place[1]))
        if at is not None and picture != self._draft.picture:
            if any(stop.at is not None for stop in self._draft.stops.values()):
                raise ValueError("some cities have lat and lon, others x and y; use one of them")
            self._draft.picture = picture
        kind = row.get("type", "").lower()
        if junction := kind in {"junction", "waypoint"}:
            self._draft.note(f"the junction {name} became a city without tickets")
        self._keys[name.lower()] = name
        if row.get("id"):
            self._keys.setdefault(row["id"].lower(), name)
        self._draft.stops[name] = Stop(name, at, ends=not junction)

    def _stop(self, name: str) -> str:
        """Return the key of a city; a file of routes without a file of cities lists them itself."""
        if not name:
            raise ValueError("a city is missing")
        if name.lower() not in self._keys:
            if "cities" in self._tables:
                raise ValueError(f"unknown city {short(name)}")
            self._city({"name": name})
        return self._keys[name.lower()]

    def _route(self, row: Row) -> None:
        length = _whole(row.get("length", ""), "length", LONGEST)
        wilds = _whole(row["locomotives"], "number of locomotives", length) if row.get("locomotives") else 0
        tunnel = (
            row.get("tunnel", "").lower() in YES
            or "tunnel" in (row.get("style", "") + row.get("type", "")).lower()
        )
        kind: RouteKind = "ferry" if wilds else "tunnel" if tunnel else "normal"
        if not wilds and any(word in row.get("type", "").lower() for word in ("boat", "ferry", "ship")):
            self._draft.note("boats without locomotives became normal routes")
        line = Line(
            self._stop(row.get("from", "")), self._stop(row.get("to", "")), length, kind=kind, wilds=wilds
        )
        if "colour" in row:
            line.color = self._color(row["colour"])
        self._draft.lines.append(line)

    def _color(self, text: str) -> RouteColor:
        for known in COLORS:
            if text.lower() == known:
                return known
        if text and text.lower() not in {"grey", "gray", "neutral"}:
            self._draft.note(f"the color {short(text)} became gray")
        return GRAY

    def _ticket(self, row: Row) -> None:
        a, b = row.get("from", "").lower(), row.get("to", "").lower()
        for name in (a, b):
            if name not in self._keys:
                raise ValueError(f"unknown city {short(name)}")
        points = _whole(row.get("points", ""), "number of points", 99)
        self._draft.trips.append(
            Trip(self._keys[a], self._keys[b], points, row.get("long", "").lower() in YES)
        )


def _number(text: str) -> float:
    try:
        found = float(text.replace(",", "."))
    except ValueError:
        found = float("nan")
    if not abs(found) < 1e9:
        raise ValueError(f"{short(text)} is not a number")
    return found


def _whole(text: str, what: str, most: int) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= most or (what == "length" and int(text) < 1):
        raise ValueError(f"{short(text)} is not a {what} up to {most}")
    return int(text)
