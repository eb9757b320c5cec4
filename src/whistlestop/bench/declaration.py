"""Time the search for the best declaration (CARD-42)."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import whistlestop as ws
from whistlestop import bots
from whistlestop.format import CARDS
from whistlestop.kinds import kind_of

from .timing import Effort

__all__ = ["microseconds"]


def microseconds(effort: Effort) -> dict[str, dict[str, float]]:
    """Return the microseconds of one declaration, by ruleset.

    `median` and `slowest`: at the end of games between bots. `all_tickets`: the slowest of many random stacks for a
    player with all tickets.
    """
    figures = {}
    for ruleset in map(ws.load_ruleset, ws.ruleset_ids()):
        if kind_of(ruleset).told.declaration is not None:
            usual = timed(of_bots(ruleset), effort)
            extreme = timed(of_collectors(ruleset), effort)
            figures[ruleset.id] = {
                "median": round(statistics.median(usual) * 1e6, 2),
                "slowest": round(max(usual) * 1e6, 2),
                "all_tickets": round(max(extreme) * 1e6, 2),
            }
    return figures


def timed(moments: Iterator[ws.Game], effort: Effort) -> list[float]:
    """Return the seconds of each declaration due at these moments, until there are enough."""
    times: list[float] = []
    until = time.perf_counter() + effort.seconds * effort.runs
    while not times or time.perf_counter() < until:
        game = next(moments)
        for seat in game.to_act:
            observation = game.observe(seat)
            # The best of a few calls, to measure the search and not a cold cache.
            times.append(min(declare(observation, seat) for _ in range(3)))
    return times


def declare(observation: Any, seat: int) -> float:
    """Return the seconds of one search."""
    ruleset = observation.ruleset
    started = time.perf_counter()
    ruleset.machine.best_declaration(observation.array, ruleset.rules, 0, seat)
    return time.perf_counter() - started


def of_bots(ruleset: ws.Ruleset) -> Iterator[ws.Game]:
    """Yield games between bots at the moment of the simultaneous declarations."""
    seed = 0
    while True:
        game = ws.Game.new(ruleset, ruleset.max_players, seed=seed)
        players = [bots.make("greedy", seed=seed + seat) for seat in range(game.players)]
        while game.view()["phase"] != "declaration":
            for seat in game.to_act:
                game.play_id(players[seat].choose(game.observe(seat)), seat)
        yield game
        seed += 1


def of_collectors(ruleset: ws.Ruleset) -> Iterator[ws.Game]:
    """Yield games in which a player holds every ticket and a stack of any size."""
    rng = np.random.default_rng(1)
    copies = ruleset.rules["copies"][0]
    cards = [card for card, count in zip(CARDS, copies, strict=True) for _ in range(count)]
    while True:
        drawn = rng.permutation(cards)[: rng.integers(len(cards))].tolist()
        players = [
            {
                "tickets": [ticket.id for ticket in ruleset.tickets],
                "stack": {card: drawn.count(card) for card in set(drawn)},
            },
            {},
        ]
        yield ws.Game.from_position({"ruleset": ruleset.id, "phase": "declaration", "players": players})
