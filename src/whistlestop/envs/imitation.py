"""Turn records into training data: what each seat knew, could do and did, and the result."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from whistlestop.errors import IllegalAction, RecordError
from whistlestop.format import Ruleset
from whistlestop.packing import Opened, open_record

from .actions import ActionSpace, action_space
from .vector import Batch, VectorGames

__all__ = ["Examples", "examples"]

Item = TypeVar("Item")


class Examples(NamedTuple):
    """The decisions of some games, one row each, in the order of each game."""

    ruleset: Ruleset
    record: npt.NDArray[np.int64]
    """Number of the record, from 0; shape: (decisions,)."""
    seat: npt.NDArray[np.int16]
    """Seat that decided; shape: (decisions,)."""
    observation: npt.NDArray[np.float32]
    """What that seat knew (`Ruleset.tensor_fields`); shape: (decisions, numbers)."""
    mask: npt.NDArray[np.bool_]
    """Legal actions; shape: (decisions, actions)."""
    action: npt.NDArray[np.int64]
    """Action taken; shape: (decisions,)."""
    scores: npt.NDArray[np.int16]
    """Final scores, clockwise from the seat that decided; shape: (decisions, players)."""
    ranks: npt.NDArray[np.int16]
    """Ranks from 1 in the same order, shared by ties; 0 in unfinished games. Shape: (decisions, players)."""


def examples(records: Iterable[bytes], *, factored: bool = False, games: int = 32) -> Iterator[Examples]:
    """Replay packed records and yield their decisions, at most `games` games at a time.

    factored: use the factored action space of `VectorGames`. Games yielded together have the same ruleset and number of
    players. Raises RecordError for invalid records and ValueError for fewer than 1 game.
    """
    if games < 1:
        raise ValueError(f"games: expected 1 or more, not {games}")
    first = 0
    for _, alike in groupby((open_record(data) for data in records), _sort_of):
        for some in _batches(alike, games):
            yield _decisions(some, first, factored)
            first += len(some)


def _sort_of(opened: Opened) -> tuple[str, int]:
    return opened.game.ruleset.hash, opened.game.players


def _batches(items: Iterator[Item], size: int) -> Iterator[list[Item]]:
    while some := list(islice(items, size)):
        yield some


def _decisions(records: Sequence[Opened], first: int, factored: bool) -> Examples:
    """Return all decisions of games of one ruleset and number of players."""
    begin = records[0].game
    space = action_space(begin.ruleset, factored)
    vector = VectorGames(
        begin.ruleset, len(records), begin.players, auto_reset=False, factored=factored, limit=2**31
    )
    due = [_by_seat(opened, space, first + place) for place, opened in enumerate(records)]
    for place, opened in enumerate(records):
        vector.states[place] = opened.game.states[0]
    vector.restore_batch()
    parts = []
    batch = vector.batch
    while (moving := _moving(batch, due)).any():
        games = np.flatnonzero(moving)
        chosen = np.zeros(len(due), np.int64)
        chosen[games] = [due[game][batch.seat[game]].popleft() for game in games.tolist()]
        parts.append((games, batch.seat[games], batch.observation[games], batch.mask[games], chosen[games]))
        try:
            batch = vector.step(chosen, moving)
        except IllegalAction as error:
            raise RecordError(f"records from {first} on: {error}") from None
    game, seat, observation, mask, action = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.argsort(game, kind="stable")
    clockwise = (seat[order, None] + np.arange(vector.players)) % vector.players
    return Examples(
        begin.ruleset,
        first + game[order],
        seat[order],
        observation[order],
        mask[order],
        action[order],
        batch.scores[game[order, None], clockwise],
        batch.ranks[game[order, None], clockwise],
    )


def _by_seat(opened: Opened, space: ActionSpace, number: int) -> list[deque[int]]:
    """Return each seat's decisions, in order.

    Records may hold simultaneous choices in any order; environments ask the seats in turn.
    """
    due: list[deque[int]] = [deque() for _ in range(opened.game.players)]
    for seat, action in opened.choices:
        try:
            due[seat] += space.encode(action)
        except IllegalAction as error:
            raise RecordError(f"record {number}: {error}") from None
    return due


def _moving(batch: Batch, due: Sequence[Sequence[deque[int]]]) -> npt.NDArray[np.bool_]:
    """Return the games in which the seat to act has a recorded decision left."""
    seats = batch.seat.tolist()
    return np.array([seat >= 0 and bool(due[game][seat]) for game, seat in enumerate(seats)])
