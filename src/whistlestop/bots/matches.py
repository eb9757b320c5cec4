"""Plays many games of bots over all cores: the same games whatever the number of processes."""

from __future__ import annotations

import multiprocessing
import os
import pickle
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from whistlestop.errors import BotError
from whistlestop.format import Ruleset
from whistlestop.record import GameRecord

from .match import Result, play_game, seats_of
from .registry import adopt, registered

if TYPE_CHECKING:
    import numpy.typing as npt

    from whistlestop.games.kind import Kind

__all__ = ["MOVE_TYPES", "Batch", "Columns", "Plan", "cores", "join", "play_all", "types_of"]

Columns = dict[str, "npt.NDArray[Any]"]
"""A table by columns. `bot` counts in the plan's bots; a win is shared by those who win together."""


def types_of(kind: Kind) -> dict[str, str]:
    """The columns of games, a row a seat: what a score is made of, and what is counted, depends on the kind of game."""
    return {
        "game": "int64",
        "seat": "int8",
        "bot": "int8",
        "finished": "bool",
        "score": "int16",
        "rank": "int8",
        "win": "float64",
        **dict.fromkeys(kind.parts, "int16"),
        **dict.fromkeys(kind.numbers, "int16"),
        "decisions": "int32",
        "actions": "int32",
        "turns": "int32",
        "first": "int8",
        "key": "S64",
    }


MOVE_TYPES = {
    "game": "int64",
    "move": "int32",
    "seat": "int8",
    "bot": "int8",
    "turn": "int32",
    "phase": "U16",
    "legal": "int32",
    "action": "O",
}
"""The columns of moves, a row a move; they count from 1."""


@dataclass(frozen=True)
class Plan:
    """What to play. The bots are specs, for each process makes its own."""

    ruleset: Ruleset
    players: int
    games: int
    bots: tuple[str, ...]
    seed: int = 0
    records: bool = False
    """Whether batches have the records of their games."""
    moves: bool = False
    """Whether batches have the moves of their games."""


@dataclass(frozen=True)
class Batch:
    """Some games of a plan, one after the other."""

    columns: Columns
    """A row a seat, see `types_of`."""
    records: list[GameRecord] = field(default_factory=list)
    moves: Columns = field(default_factory=dict)
    """A row a move, see `MOVE_TYPES`."""


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _table(rows: Iterable[tuple[Any, ...]], types: dict[str, str]) -> Columns:
    columns = zip(*rows, strict=True)
    return {name: np.array(values, types[name]) for name, values in zip(types, columns, strict=True)}


def _seat_rows(result: Result, codes: dict[str, int]) -> Iterator[tuple[Any, ...]]:
    winners = result.ranks.count(1)
    for seat, bot in enumerate(result.bots):
        yield (
            result.game,
            seat,
            codes[bot],
            result.finished,
            result.scores[seat],
            result.ranks[seat],
            1 / winners if result.ranks[seat] == 1 else 0.0,
            *(part[seat] for part in result.parts.values()),
            *(number[seat] for number in result.numbers.values()),
            result.decisions[seat],
            result.actions,
            result.turns,
            result.first,
            result.key,
        )


def _move_rows(result: Result, codes: dict[str, int]) -> Iterator[tuple[Any, ...]]:
    for number, move in enumerate(result.moves, start=1):
        bot = codes[result.bots[move.seat]]
        yield result.game, number, move.seat, bot, move.turn, move.phase, move.legal, move.action


def play_batch(plan: Plan, games: range) -> Batch:
    """Play some games, in order."""
    codes = {bot: code for code, bot in enumerate(plan.bots)}
    results = [
        play_game(
            plan.ruleset,
            seats_of(plan.bots, plan.players, game),
            game,
            plan.seed,
            record=plan.records,
            moves=plan.moves,
        )
        for game in games
    ]
    moves = [row for result in results for row in _move_rows(result, codes)]
    return Batch(
        _table([row for result in results for row in _seat_rows(result, codes)], types_of(plan.ruleset.kind)),
        [result.record for result in results if result.record is not None],
        _table(moves, MOVE_TYPES) if plan.moves else {},
    )


def play_all(plan: Plan, jobs: int | None = None) -> Iterator[Batch]:
    """Play every game with so many processes (by default one a core) and give them batch by batch, in order.

    Raises BotError and UnknownBot. A program that calls this with several processes must be importable: Python
    starts each of them by importing its main module.
    """
    jobs = min(cores() if jobs is None else jobs, max(1, plan.games))
    # Small enough for a lively progress bar, large enough to make the pickling unimportant.
    size = max(1, min(500, plan.games // (jobs * 8)))
    batches = [range(start, min(start + size, plan.games)) for start in range(0, plan.games, size)]
    if jobs == 1:
        for batch in batches:
            yield play_batch(plan, batch)
        return
    # A spawned process starts clean on every system; a forked one would inherit the compiler's threads.
    context = multiprocessing.get_context("spawn")
    own = registered(plan.bots)
    try:
        pickle.dumps(own)
    except Exception as error:
        message = f"bots {', '.join(own)}: another process cannot make them ({error}); play with one"
        raise BotError(message) from error
    with ProcessPoolExecutor(jobs, context, initializer=adopt, initargs=(own,)) as pool:
        waiting = [pool.submit(play_batch, plan, batch) for batch in batches]
        try:
            for done in waiting:
                yield done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def join(batches: Iterable[Batch]) -> Columns:
    """The rows of all batches."""
    tables = [batch.columns for batch in batches]
    return {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}
