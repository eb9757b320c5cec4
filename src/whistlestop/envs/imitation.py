"""What to learn from records: every decision as arrays, with what was known, allowed and done, and how it ended."""

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
    """The decisions of some games, a row each, in the order in which each game took them."""

    ruleset: Ruleset
    record: npt.NDArray[np.int64]
    """(decisions,): which record it is of, from 0."""
    seat: npt.NDArray[np.int16]
    """(decisions,): who decided."""
    observation: npt.NDArray[np.float32]
    """(decisions, numbers): what that seat knew, `Ruleset.tensor_fields`."""
    mask: npt.NDArray[np.bool_]
    """(decisions, actions): what it could do."""
    action: npt.NDArray[np.int64]
    """(decisions,): what it did."""
    scores: npt.NDArray[np.int16]
    """(decisions, players): final scores, from the seat that decided on clockwise."""
    ranks: npt.NDArray[np.int16]
    """(decisions, players): places from 1 in the same order, ties share one; 0 in a game that is not over."""


def examples(records: Iterable[bytes], *, factored: bool = False, games: int = 32) -> Iterator[Examples]:
    """Replay packed records, so many games at a time, and give all their decisions.

    factored: choose what to do and how to pay in two steps, as `VectorGames` has it. All games of what is given at a
    time are of one ruleset and number of players. Raises RecordError for what is no record, or breaks the rules, and
    ValueError for games that are no number.
    """
    if games < 1:
        raise ValueError(f"games: {games} is not a number of games")
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
    """All decisions of games of one ruleset and number of players."""
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
    """The decisions that each seat has yet to take.

    Where all choose at once, records tell of it in any order; the environments ask the seats one after the other.
    """
    due: list[deque[int]] = [deque() for _ in range(opened.game.players)]
    for seat, action in opened.choices:
        try:
            due[seat] += space.encode(action)
        except IllegalAction as error:
            raise RecordError(f"record {number}: {error}") from None
    return due


def _moving(batch: Batch, due: Sequence[Sequence[deque[int]]]) -> npt.NDArray[np.bool_]:
    """The games in which the seat that is to decide has decided in its record."""
    seats = batch.seat.tolist()
    return np.array([seat >= 0 and bool(due[game][seat]) for game, seat in enumerate(seats)])
