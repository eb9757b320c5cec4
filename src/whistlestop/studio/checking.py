"""All faults of a board, each with its place, and figures about its contents."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from whistlestop.errors import RulesetError, short
from whistlestop.format import Ruleset, shape
from whistlestop.format.schema import COLORS, GRAY, end_cities
from whistlestop.format.shape import Path
from whistlestop.kinds import DEFAULT
from whistlestop.rulesets import ruleset_from_data
from whistlestop.rulesets.loader import is_builtin

__all__ = ["BoardFault", "BoardFigures", "BoardReport", "Read", "examine", "outline_of", "playable", "read"]

ROWS = 200
"""Maximum number of rows of a table, so that a check takes bounded time. No kind of game allows as many."""
ENTRIES = 1000
"""Maximum number of entries of all other lists and tables together."""
NAME = 60
"""Maximum length of the name of a board or a place."""
FAULTS = 200
"""Maximum number of faults in a report."""
TABLES = ("cities", "routes", "tickets")


class BoardFault(Struct, frozen=True):
    """A fault: its place in the board, such as `["routes", 3, "length"]`, and the reason, in English."""

    place: list[str | int]
    text: str


class BoardFigures(Struct, frozen=True):
    """The contents of a board in figures.

    `spaces`: train spaces by color. `ends`: tickets by city. `parts`: the number of networks without a connection
    between them. `points`: the number of tickets by their points.
    """

    spaces: dict[str, int]
    ends: dict[str, int]
    parts: int
    points: dict[int, int]


class BoardReport(Struct, frozen=True):
    """The result of a check: the board can be played if it has no faults.

    `figures` is null if the tables have the wrong shape.
    """

    faults: list[BoardFault]
    figures: BoardFigures | None = None


def examine(board: dict[str, Any]) -> BoardReport:
    """Return all faults of a board, at most `FAULTS`, and its figures. Takes bounded time for any data."""
    found = read(board)
    if isinstance(found, BoardFault):
        return BoardReport([found])
    data, faults = found.data, found.faults
    figures = (
        None if any(fault.place[:1] == [table] for fault in faults for table in TABLES) else _figures(data)
    )
    unread = _unread(faults)
    for problem in (*DEFAULT.data.find_problems(data), *_slips(data)):
        at = tuple(found.place(problem.at))
        section = () if at[:1] and at[0] in TABLES else (at[:1],)
        if not unread & {at[:2], *section, *problem.beside}:
            faults.append(BoardFault(list(at), problem.text))
    faults += _names(found)
    return BoardReport(faults[:FAULTS], figures)


def playable(board: dict[str, Any]) -> Ruleset:
    """Return the ruleset of a board. Raises RulesetError with its faults."""
    if faults := examine(board).faults:
        raise RulesetError.of([fault.text for fault in faults])
    return ruleset_from_data(board)


DRAWN = (
    *("name", "geography", "drawing", "cities", "routes", "countries", "rules"),
    *("mountains", "small_trains"),  # have marks or spaces of their own
)
"""The parts of a board that its drawing shows."""


def outline_of(board: dict[str, Any]) -> Ruleset:
    """Return a ruleset with the cities and routes of a board, to draw it before the rest is complete.

    Raises RulesetError with the faults of what is drawn.
    """
    drawn = {key: board[key] for key in DRAWN if key in board}
    settings = {
        "id": "draft",
        "players": {"min": 2, "max": 2},
        "opening": {"regular": 1, "keep": 1},
        "draw": {"regular": 1, "keep": 1},
    }
    return playable(drawn | settings | {"tickets": _stand_ins(board)})


def _stand_ins(board: dict[str, Any]) -> list[dict[str, Any]]:
    """Return two tickets, which every board needs, between the ends of its first route that can have any."""
    found = read(board | {"tickets": []})
    if isinstance(found, BoardFault):
        return []
    inner = {city.id for city in found.data.cities if city.country is None}
    pairs = (end_cities(route.id) for route in found.data.routes)
    a, b = next(((a, b) for a, b in pairs if a != b and inner.issuperset((a, b))), ("", ""))
    ticket = {"origin": a, "targets": [b], "points": [1]}
    return [ticket | {"id": f"{a}-{b}"}, ticket | {"id": f"{a}-{b}/2"}] if a else []


class Read(Struct, frozen=True):
    """A board as data: with stand-ins for values of the wrong shape, without rows that have no id.

    `rows`: by table, the number that each of its rows has on the board.
    """

    data: Any
    rows: dict[str, list[int]]
    faults: list[BoardFault]

    def place(self, at: Path) -> list[str | int]:
        """Return the place in the board of a place in the data."""
        if len(at) > 1 and at[0] in self.rows:
            return [at[0], self.rows[str(at[0])][int(at[1])], *at[2:]]
        return list(at)


def read(board: dict[str, Any]) -> Read | BoardFault:
    """Return a board as data, or the fault that prevents reading it."""
    if too_large := _oversize(board):
        return too_large
    if board.get("machine", DEFAULT.name) != DEFAULT.name:
        return BoardFault(["machine"], f"machine: the editor knows only {DEFAULT.name}")
    whole = DEFAULT.data.ruleset.shape
    settings = {key: value for key, value in board.items() if key not in {"machine", *TABLES}}
    clean, found = shape.sift(settings, whole, leave=frozenset(TABLES))
    numbers: dict[str, list[int]] = {}
    for table in TABLES:
        clean[table], numbers[table], more = _rows(board, table)
        found += more
    return Read(
        msgspec.convert(clean, whole), numbers, [BoardFault(list(one.path), str(one)) for one in found]
    )


def _rows(board: dict[str, Any], table: str) -> tuple[list[dict[str, Any]], list[int], list[shape.Fault]]:
    """Return the rows of a table, with stand-ins for wrong values, their numbers, and the faults."""
    rows = board.get(table)
    if not isinstance(rows, list | tuple):
        text = "missing" if rows is None else "expected a list"
        return [], [], [shape.Fault((table,), text)]
    row_shape = DEFAULT.data.tables[table].row
    kept, numbers, found = [], [], []
    for n, row in enumerate(rows):
        clean, faults = shape.sift(row, row_shape, (table, n))
        found += faults
        if not any(fault.path[2:3] in {(), ("id",)} for fault in faults):
            kept.append(clean)
            numbers.append(n)
    return kept, numbers, found


def _unread(faults: list[BoardFault]) -> set[Path]:
    """Return the sections and rows with values of the wrong shape, which cannot be compared with others.

    A whole table is listed if one of its ids is wrong.
    """
    unread: set[Path] = {()} if faults else set()
    for fault in faults:
        place = tuple(fault.place)
        if place[:1] and place[0] in TABLES and len(place) > 1:
            unread.add(place[:2])
            if len(place) == 2 or place[2] == "id":
                unread.add(place[:1])
        else:
            unread |= {place[:1], place[:2]}
    return unread


def _oversize(board: dict[str, Any]) -> BoardFault | None:
    for table in TABLES:
        rows = board.get(table)
        if isinstance(rows, list | tuple) and len(rows) > ROWS:
            return BoardFault([table], f"{table}: {len(rows)} rows are too many; at most {ROWS} are checked")
    rest = {key: value for key, value in board.items() if key not in TABLES}
    rows = [row for table in TABLES if isinstance(board.get(table), list | tuple) for row in board[table]]
    if _entries(rest) > ENTRIES * 2 or any(_entries(row) > 60 for row in rows):
        return BoardFault([], "the board has too many values")
    return None


def _entries(value: object) -> int:
    """Return the number of values in nested data, without recursion, which would fail on deep data."""
    count, todo = 0, [value]
    while todo and count <= ENTRIES * 2:
        one = todo.pop()
        count += 1
        if isinstance(one, dict):
            todo += one.values()
        elif isinstance(one, list | tuple):
            todo += one
    return count


def _slips(data: Any) -> Iterator[Any]:
    """Yield tickets whose ids contradict their ends."""
    for n, ticket in enumerate(data.tickets):
        ends = end_cities(ticket.id)
        if len(ticket.targets) == 1 and {ticket.origin, *ticket.targets} != set(ends):
            text = f"ticket {ticket.id}: its ends are {ticket.origin} and {ticket.targets[0]}"
            yield _Slip(text, ("tickets", n))


class _Slip(Struct, frozen=True):
    text: str
    at: Path
    beside: tuple[Path, ...] = ()


def _names(found: Read) -> Iterator[BoardFault]:
    data = found.data
    if is_builtin(data.id):
        yield BoardFault(["id"], f"id: {data.id} is a built-in board; choose another name")
    if len(data.name) > NAME:
        yield BoardFault(["name"], f"name: {short(data.name)} has more than {NAME} characters")
    for n, city in enumerate(data.cities):
        if len(city.name) > NAME:
            text = f"city {city.id}: the name {short(city.name)} has more than {NAME} characters"
            yield BoardFault(found.place(("cities", n, "name")), text)
        elif not city.name.isprintable():
            yield BoardFault(
                found.place(("cities", n, "name")),
                f"city {city.id}: the name has characters that cannot be shown",
            )


def _figures(data: Any) -> BoardFigures:
    spaces: dict[str, int] = dict.fromkeys((*COLORS, GRAY), 0)
    beside: defaultdict[str, set[str]] = defaultdict(set)
    for route in data.routes:
        spaces[route.color] += route.length
        a, b = end_cities(route.id)
        beside[a].add(b)
        beside[b].add(a)
    ends = Counter(place for one in data.tickets for place in (one.origin, *one.targets))
    points = Counter(max(one.points, default=0) for one in data.tickets)
    return BoardFigures(
        spaces, dict(ends), _parts([city.id for city in data.cities], beside), dict(sorted(points.items()))
    )


def _parts(cities: list[str], beside: dict[str, set[str]]) -> int:
    left, parts = set(cities), 0
    while left:
        parts += 1
        todo = [left.pop()]
        while todo:
            near = beside.get(todo.pop(), set()) & left
            left -= near
            todo += near
    return parts
