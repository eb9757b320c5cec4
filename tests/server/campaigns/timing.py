"""Measures whether response times reveal hidden information.

In random positions, a seat's requests are answered repeatedly in one world and in others that the seat cannot tell from
it, in random order. Welch's t decides whether the times differ; the usual limit for such leaks is 4.5 in either
direction. The test compares processor time, which has less noise than an attacker's measurements. A planted difference
must be found.
"""

from __future__ import annotations

import asyncio
import gc
import random
import time
from math import sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any

import pytest
from tests.campaigns.frame import Campaign, Fault, Figure, Trial
from tests.campaigns.watched import RULES, SERVER, TOLD
from tests.server.worlds import World

import whistlestop as ws
from whistlestop.server.messages.base import Command, encode
from whistlestop.server.usecases.tables import answers
from whistlestop.server.usecases.tables.views import GameViews

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from whistlestop.text.view import View

LIMIT = 4.5
TIMES = 200
"""Number of measurements of each answer in each of the two classes of worlds."""
TRIES = 3
"""The shortest of this number of measurements in the same world counts, because other work on the machine only adds
time."""
WORLDS = 8
"""Number of copies of the one world, and of other worlds."""
SLOWEST = 0.1
"""The share of the longest measurements that is omitted, because of garbage collection and other work of the system."""
PLANTED = 100_000
"""Nanoseconds by which the planted leak slows an answer for some hidden cards."""


async def hello(world: World, user: str) -> None:
    """Opening a socket and receiving the state."""
    world.listen(user)


async def illegal(world: World, user: str) -> None:
    """Playing an illegal or early action."""
    seat = world.users.index(user)
    route = world.game.ruleset.routes[0].id if world.game.ruleset.routes else "none"
    await world.send(user, encode(Command("c", world.game.version, f"claim:{route}:wild*9", seat)))


async def advice(world: World, user: str) -> None:
    """Requesting a plan."""
    answers.plan(world.table, user, None).make()


ANSWERS: list[Callable[[World, str], Awaitable[None]]] = [hello, illegal, advice]


def position(rng: random.Random, ruleset: str) -> tuple[ws.Game, int]:
    """Return a position of a random game, and a seat."""
    game = ws.Game.new(ruleset, players=2, seed=rng.randbytes(32))
    for _ in range(rng.randrange(8, 60)):
        if not game.over:
            seat = rng.choice(game.to_act)
            game.play(rng.choice(game.legal(seat)), seat)
    return game, rng.randrange(2)


async def difference(rng: random.Random, game: ws.Game, seat: int, answer: Any) -> float:
    """Return Welch's t for answers in the position itself and in others that look the same to the seat."""
    same = [ws.Game.from_position(game.position()) for _ in range(WORLDS)]
    resampled = [game.resample(seat, rng.getrandbits(60)) for _ in range(WORLDS)]
    others = [ws.Game.from_position(one.position()) for one in resampled]
    taken: tuple[list[int], list[int]] = ([], [])
    order = [0, 1] * TIMES
    rng.shuffle(order)
    gc.disable()
    try:
        for which in order:
            game = rng.choice((same, others)[which])
            taken[which].append(min([await _measured(game, seat, answer) for _ in range(TRIES)]))
    finally:
        gc.enable()
    return welch(*(sorted(one)[: int(len(one) * (1 - SLOWEST))] for one in taken))


async def _measured(game: ws.Game, seat: int, answer: Any) -> int:
    """Return the nanoseconds of processor time for an answer in a world."""
    world = World(game.copy())
    begin = time.thread_time_ns()
    await answer(world, f"user{seat}")
    return time.thread_time_ns() - begin


def welch(one: list[int], other: list[int]) -> float:
    """Return Welch's t."""
    return (fmean(one) - fmean(other)) / sqrt(variance(one) / len(one) + variance(other) / len(other) + 1e-9)


async def largest(trial: Trial) -> float:
    """Return the largest t of this number of positions."""
    rng, most = trial.dice(), 0.0
    while trial.goes_on(trial.done):
        game, seat = position(rng, rng.choice(ws.ruleset_ids()))
        if game.over:
            continue
        for answer in ANSWERS:
            found = abs(await difference(rng, game, seat, answer))
            most = max(most, found)
            if found > LIMIT:
                raise Fault(
                    f"{answer.__doc__} In {game.ruleset.id} at version {game.version}: t = {found:.1f}"
                )
        trial.done += 1
        trial.say(f"{trial.done} positions, largest t {most:.1f}")
    return most


async def planted(trial: Trial) -> float:
    """Return the t of a view that takes longer in worlds with a different next card."""
    rng = trial.dice("planted")
    game, seat = position(rng, "usa")
    top = game.position()["deck"][0]
    honest = GameViews.view

    def view(self: GameViews, seat: int | None) -> View:
        late = self.game.position()["deck"][0] != top
        until = time.thread_time_ns() + late * PLANTED
        while time.thread_time_ns() < until:
            pass
        return honest(self, seat)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameViews, "view", view)
        return abs(await difference(rng, game, seat, hello))


def run(trial: Trial) -> list[Figure]:
    """Measure at this number of positions."""
    most = asyncio.run(largest(trial))
    return [
        Figure("measurements", trial.done * len(ANSWERS) * 2 * TIMES * TRIES),
        Figure("largest t", round(most, 1), LIMIT, "most"),
        Figure("t of a planted difference of 100 µs", round(asyncio.run(planted(trial)), 1), LIMIT, "least"),
    ]


CAMPAIGNS = [
    Campaign(
        "timing",
        "compare response times in worlds that differ only in hidden information",
        "positions",
        100,
        0,
        run,
        (
            *RULES,
            *TOLD,
            *(f"{SERVER}/{name}" for name in ("messages", "usecases/tables")),
            *(f"tests/server/{name}.py" for name in ("campaigns/timing", "worlds")),
        ),
    )
]
