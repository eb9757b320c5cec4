"""Plays many games of bots over all cores: the same games whatever the number of cores."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from whistlestop import Ruleset
    from whistlestop.games.kind import Kind

__all__ = ["Columns", "Plan", "join", "play_all", "types_of"]

Columns = dict[str, "npt.NDArray[Any]"]
"""One row for every seat of every game. `bot` counts in the plan's bots; a win is shared by those who win together."""


def types_of(kind: Kind) -> dict[str, str]:
    """The columns in their order, and their types; what a score is made of depends on the kind of game."""
    return {
        "game": "int64",
        "seat": "int8",
        "bot": "int8",
        "finished": "bool",
        "score": "int16",
        "rank": "int8",
        "win": "float64",
        **dict.fromkeys(kind.parts, "int16"),
        "decisions": "int32",
        "actions": "int32",
        "turns": "int32",
    }


@dataclass(frozen=True)
class Plan:
    """What to simulate."""

    ruleset: str
    players: int
    games: int
    bots: tuple[str, ...]
    seed: int

    def seats(self, game: int) -> list[str]:
        """The bots of a game, in the order that the match runner moves on by one seat a game.

        Where there are fewer bots than seats they take turns, from one deal to the next, in having one seat more.
        """
        deal = game // self.players
        return [self.bots[(place + deal) % len(self.bots)] for place in range(self.players)]


@lru_cache(maxsize=4)
def ruleset(name: str) -> Ruleset:
    """The ruleset, loaded once a process."""
    import whistlestop as ws

    return ws.load_ruleset(name)


def play_batch(plan: Plan, numbers: range) -> Columns:
    """Play some games, in order."""
    from whistlestop.bots.match import play_game

    title = ruleset(plan.ruleset)
    types = types_of(title.kind)
    codes = {bot: code for code, bot in enumerate(plan.bots)}
    rows: list[tuple[Any, ...]] = []
    for number in numbers:
        result = play_game(title, plan.seats(number), number, plan.seed)
        winners = result.ranks.count(1)
        rows += [
            (
                number,
                seat,
                codes[result.bots[seat]],
                result.finished,
                result.scores[seat],
                result.ranks[seat],
                1 / winners if result.ranks[seat] == 1 else 0.0,
                *(part[seat] for part in result.parts.values()),
                result.decisions[seat],
                result.actions,
                result.turns,
            )
            for seat in range(plan.players)
        ]
    columns = zip(*rows, strict=True)
    return {name: np.array(values, types[name]) for name, values in zip(types, columns, strict=True)}


def play_all(plan: Plan, jobs: int) -> Iterator[Columns]:
    """Play every game and give the rows batch by batch, in any order."""
    # Small enough for a lively progress bar, large enough to make the pickling unimportant.
    size = max(1, min(500, plan.games // (jobs * 8)))
    batches = [range(start, min(start + size, plan.games)) for start in range(0, plan.games, size)]
    if jobs == 1:
        for batch in batches:
            yield play_batch(plan, batch)
        return
    from whistlestop.rulesets import add_boards, added_folders

    # A spawned process starts clean on every system; a forked one would inherit the compiler's threads.
    context = multiprocessing.get_context("spawn")
    # It knows the same boards by their ids.
    folders = tuple(added_folders())
    with ProcessPoolExecutor(jobs, context, initializer=add_boards, initargs=folders) as pool:
        waiting = [pool.submit(play_batch, plan, batch) for batch in batches]
        try:
            for done in as_completed(waiting):
                yield done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def join(batches: list[Columns]) -> Columns:
    """All rows, in the order of games and seats."""
    joined = {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}
    order = np.lexsort((joined["seat"], joined["game"]))
    return {name: values[order] for name, values in joined.items()}
