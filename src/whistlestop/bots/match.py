"""Whole games of bots against each other, as fast as they can be played: for measuring.

Bots that have kernels play inside one compiled loop, observation by observation as everywhere else; any
other bot is asked from Python. Game n takes its cards and the bots' seeds from the seed and from n alone.
The bots move on by one seat from game to game while the cards stay the same, so that with `players` games
each of them has played each hand of a deal.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from whistlestop.core.fields import NONE
from whistlestop.core.seats import next_to_act
from whistlestop.games.kernel import LIMIT
from whistlestop.observation import Observation

from . import Bot, KernelBot, make

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from whistlestop.format import Ruleset

__all__ = ["LIMIT", "Result", "play_game", "play_games"]


@dataclass(frozen=True, slots=True)
class Result:
    """One game. Everything is by seat; the parts are those of the kind of game."""

    game: int
    bots: tuple[str, ...]
    finished: bool
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    parts: dict[str, tuple[int, ...]]
    decisions: tuple[int, ...]
    actions: int
    turns: int
    seconds: float


def run_kernels(states: Any, ruleset: Ruleset, bots: Sequence[KernelBot], decisions: Any) -> bool:
    """Play the game in states[0] to its end in the compiled loop."""
    kind = ruleset.kind.name
    widest = max(1, *(len(bot.numbers[kind]) for bot in bots))
    numbers = np.zeros((len(bots), widest), np.int64)
    for seat, bot in enumerate(bots):
        numbers[seat, : len(bot.numbers[kind])] = bot.numbers[kind]
    codes = np.array([bot.code for bot in bots], np.int64)
    randoms = np.stack([bot.random for bot in bots])
    observations = np.zeros(1, ruleset.machine.OBSERVATION)
    work = bots[0].scratch(kind)
    return bool(
        ruleset.kind.play_kernels(
            states, ruleset.rules, observations, codes, randoms, numbers, work, decisions
        )
    )


def run_slowly(states: Any, ruleset: Ruleset, bots: Sequence[Bot], decisions: Any) -> bool:
    """The same for bots that are not kernels."""
    machine = ruleset.machine
    for _ in range(LIMIT):
        player = int(next_to_act(states[0]))
        observations = np.zeros(1, machine.OBSERVATION)
        machine.observe(states, 0, player, observations, 0)
        action = bots[player].choose(Observation(ruleset, player, observations))
        decisions[player] += 1
        if not machine.is_legal(states, ruleset.rules, 0, player, action):
            raise ValueError(f"a bot chose action {action}, which is not legal")
        if machine.play(states, ruleset.rules, 0, player, action):
            return True
    return False


def _seeded(*parts: int) -> bytes:
    return hashlib.sha256(" ".join(str(part) for part in ("whistlestop match", *parts)).encode()).digest()


def play_game(ruleset: Ruleset, specs: Sequence[str], game: int, seed: int = 0) -> Result:
    """Play game number `game`.

    Seats are moved on by `game`, the cards are those of deal `game // players`.
    """
    players = len(specs)
    machine = ruleset.machine
    names = tuple(specs[(seat + game) % players] for seat in range(players))
    bots = [
        make(name, int.from_bytes(_seeded(seed, game, seat)[:8], "little")) for seat, name in enumerate(names)
    ]
    states = np.zeros(1, machine.STATE)
    key = np.frombuffer(_seeded(seed, game // players), "<u4").astype(np.uint32)
    machine.init(states, ruleset.rules, 0, key, players, NONE)
    decisions = np.zeros(players, np.int64)
    started = time.perf_counter()
    kernels = [bot for bot in bots if isinstance(bot, KernelBot)]
    if len(kernels) == players:
        finished = run_kernels(states, ruleset, kernels, decisions)
    else:
        finished = run_slowly(states, ruleset, bots, decisions)
    seconds = time.perf_counter() - started
    machine.score(states, ruleset.rules, 0)
    state = states[0]

    def by_seat(name: str) -> tuple[int, ...]:
        return tuple(state[name][:players].tolist())

    return Result(
        game,
        names,
        finished,
        by_seat("final"),
        by_seat("rank"),
        {part: by_seat(name) for part, name in ruleset.kind.parts.items()},
        tuple(decisions.tolist()),
        int(state["ply"]),
        int(state["turn"]),
        seconds,
    )


def play_games(
    ruleset: Ruleset, specs: Sequence[str], games: int, seed: int = 0, first: int = 0
) -> Iterator[Result]:
    """Play `games` games, from number `first` on, one bot of `specs` a seat."""
    for game in range(first, first + games):
        yield play_game(ruleset, specs, game, seed)
