"""Plays many games of bots over all cores, the same games whatever the number of cores.

Game n of a simulation takes its key and its bots' seeds from the seed and n alone, and the bots move on by
one seat from game to game, so that none of them owes its result to its seat.
"""

from __future__ import annotations

import hashlib
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import whistlestop as ws

__all__ = ["COLUMNS", "Plan", "Row", "play_all", "play_game"]

COLUMNS = {
    "game": "int64",
    "seed": "string",
    "ruleset": "string",
    "players": "int8",
    "seat": "int8",
    "bot": "string",
    "score": "int16",
    "rank": "int8",
    "win": "float64",
    "routes": "int16",
    "tickets": "int16",
    "stations": "int16",
    "longest": "int16",
    "tickets_completed": "int16",
    "longest_path": "int16",
    "actions": "int32",
}
"""One row for every seat of every game; `win` is shared among those who win together."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What to simulate."""

    ruleset: str
    players: int
    games: int
    bots: tuple[str, ...]
    seed: int

    def key(self, *parts: int | str) -> bytes:
        """32 bytes that depend on the seed and the parts only."""
        text = " ".join(str(part) for part in ("whistlestop simulate", self.seed, *parts))
        return hashlib.sha256(text.encode()).digest()

    def seating(self, game: int) -> list[str]:
        """Which bot sits where in a game."""
        return [self.bots[(seat + game) % len(self.bots)] for seat in range(self.players)]


@lru_cache(maxsize=4)
def ruleset(name: str) -> ws.Ruleset:
    """The ruleset, loaded once a process."""
    import whistlestop as ws

    return ws.load_ruleset(name)


def play_game(plan: Plan, number: int) -> list[Row]:
    """Play one game to its end."""
    import whistlestop as ws
    from whistlestop import bots

    key = plan.key(number)
    game = ws.Game.new(ruleset(plan.ruleset), players=plan.players, seed=key)
    names = plan.seating(number)
    seats = [
        bots.make(name, seed=int.from_bytes(plan.key(number, "bot", seat)[:8], "little") >> 1)
        for seat, name in enumerate(names)
    ]
    while not game.over:
        for seat in game.to_act:
            game.play_id(seats[seat].choose(game.observe(seat)), seat)
    outcome = game.outcome()
    assert outcome is not None  # noqa: S101 - the game is over
    winners = outcome["winners"]
    shared = {"game": number, "seed": key.hex(), "ruleset": game.ruleset.id, "players": plan.players}
    return [
        {
            **shared,
            "seat": player["seat"],
            "bot": names[player["seat"]],
            "win": 1 / len(winners) if player["seat"] in winners else 0.0,
            "actions": game.version,
            **{name: player[name] for name in COLUMNS if name in player and name != "seat"},
        }
        for player in outcome["players"]
    ]


def play_batch(plan: Plan, numbers: range) -> list[Row]:
    """Play some games, in order."""
    return [row for number in numbers for row in play_game(plan, number)]


def play_all(plan: Plan, jobs: int) -> Iterator[list[Row]]:
    """Play every game and give the rows batch by batch, in any order."""
    # Small enough for a lively progress bar, large enough to make the pickling unimportant.
    size = max(1, min(200, plan.games // (jobs * 8)))
    batches = [range(start, min(start + size, plan.games)) for start in range(0, plan.games, size)]
    if jobs == 1:
        for batch in batches:
            yield play_batch(plan, batch)
        return
    # A spawned process starts clean on every system; a forked one would inherit the compiler's threads.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=jobs, mp_context=context) as pool:
        waiting = [pool.submit(play_batch, plan, batch) for batch in batches]
        try:
            for done in as_completed(waiting):
                yield done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
