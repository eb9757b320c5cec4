"""Games as tables: the columns (docs/simulation.md), and the rows of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.games.kind import Kind
from whistlestop.packing import pack

from .match import Result

__all__ = [
    "RECORD_TYPES",
    "Columns",
    "as_table",
    "join_tables",
    "move_rows",
    "move_types",
    "record_row",
    "seat_rows",
    "seat_types",
]

Columns = dict[str, "npt.NDArray[Any]"]
"""A table by columns. `bot` is an index into the plan's bots; texts and lists are objects."""

_GAME = {"lineup": "int32", "game": "int64"}


RECORD_TYPES = {**_GAME, "record": "binary"}
"""The columns of records, with their types."""


def seat_types(kind: Kind) -> dict[str, str]:
    """Return the columns of seats with their types. Score parts and counts depend on the kind of game."""
    return {
        **_GAME,
        "deal": "int64",
        "players": "int8",
        "seat": "int8",
        "bot": "int8",
        "finished": "bool",
        "score": "int16",
        "rank": "int8",
        "win": "float64",
        **dict.fromkeys(kind.results.parts, "int16"),
        **dict.fromkeys(kind.results.numbers, "int16"),
        **{name: f"list<{members}>" for name, members in kind.results.lists.items()},
        "decisions": "int32",
        "actions": "int32",
        "turns": "int32",
        "first": "int8",
        "key": "string",
    }


def move_types(kind: Kind) -> dict[str, str]:
    """Return the columns of moves with their types."""
    return {
        **_GAME,
        "move": "int32",
        "seat": "int8",
        "bot": "int8",
        "turn": "int32",
        "phase": "string",
        "legal": "int32",
        "action": "string",
        **dict.fromkeys(kind.results.move_numbers, "int16"),
    }


def seat_rows(lineup: int, result: Result, codes: Mapping[str, int]) -> Iterator[tuple[Any, ...]]:
    """Yield one row for each seat; joint winners share a win (COM-22)."""
    seats, winners = len(result.bots), result.ranks.count(1)
    for seat, bot in enumerate(result.bots):
        yield (
            lineup,
            result.game,
            result.deal,
            seats,
            seat,
            codes[bot],
            result.finished,
            result.scores[seat],
            result.ranks[seat],
            1 / winners if result.ranks[seat] == 1 else 0.0,
            *(part[seat] for part in result.parts.values()),
            *(number[seat] for number in result.numbers.values()),
            *(members[seat] for members in result.lists.values()),
            result.decisions[seat],
            result.actions,
            result.turns,
            result.first,
            result.key,
        )


def move_rows(lineup: int, result: Result, codes: Mapping[str, int]) -> Iterator[tuple[Any, ...]]:
    """Yield one row for each move, numbered from 1."""
    for number, move in enumerate(result.moves, start=1):
        bot = codes[result.bots[move.seat]]
        yield (
            lineup,
            result.game,
            number,
            move.seat,
            bot,
            move.turn,
            move.phase,
            move.legal,
            move.action,
            *move.numbers,
        )


def record_row(lineup: int, result: Result) -> tuple[Any, ...]:
    """Return the row of a game's record. Raises ValueError if it was not kept."""
    if result.record is None:
        raise ValueError("the game has no record: play it with record=True")
    return lineup, result.game, pack(result.record)


def as_table(rows: Iterable[tuple[Any, ...]], types: Mapping[str, str]) -> Columns:
    """Turn one or more rows into columns."""
    return {
        name: _array(values, kind)
        for (name, kind), values in zip(types.items(), zip(*rows, strict=True), strict=True)
    }


def _array(values: tuple[Any, ...], kind: str) -> npt.NDArray[Any]:
    if kind not in {"string", "binary"} and not kind.startswith("list"):
        return np.array(values, kind)
    array = np.empty(len(values), object)
    array[:] = values
    return array


def join_tables(tables: Iterable[Columns]) -> Columns:
    """Concatenate one or more tables."""
    every = list(tables)
    return {name: np.concatenate([table[name] for table in every]) for name in every[0]}
