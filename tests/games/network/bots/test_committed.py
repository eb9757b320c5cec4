"""The planner of playouts: when it keeps its plan, and when it makes a new one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import whistlestop as ws
from whistlestop import bots
from whistlestop.core import fields
from whistlestop.games.network.bots.planner import committed
from whistlestop.games.network.bots.planner.numbers import DEFAULTS, tuned
from whistlestop.games.network.bots.work import WORK
from whistlestop.games.network.search import SEARCH

POLICY = SEARCH.policies["committed"]
WEST = {"tickets": ["los_angeles-new_york"], "hand": {"red": 3, "blue": 3, "green": 3}}


class Player:
    """Plays for one player, and exposes its state."""

    def __init__(self, ruleset: ws.Ruleset) -> None:
        self.ruleset = ruleset
        self.work = np.zeros(1, WORK)
        self.numbers = POLICY.numbers_for(ruleset.id)

    def choose(self, observation: ws.Observation) -> int:
        random = np.zeros(1, np.uint64)
        return int(POLICY.decide(observation.array, self.ruleset.rules, 0, random, self.numbers, self.work))

    @property
    def kept(self) -> int:
        """Return the age of its plan in turns; 0 without one."""
        return int(self.work["kept"][0])

    @property
    def plan(self) -> list[str]:
        w = self.work[0]
        return [self.ruleset.routes[route].id for route in w["list"][: w["list_size"]]]


def seen(*players: dict[str, Any], **more: Any) -> ws.Observation:
    """Return the first player's observation."""
    position = {"ruleset": "usa", "players": list(players), "market": ["white"] * 3 + ["black"] * 2, **more}
    return ws.Game.from_position(position).observe(0)


def begun() -> Player:
    """Return a bot with a plan."""
    player = Player(ws.load_ruleset("usa"))
    player.choose(seen(WEST, {}))
    assert player.kept == 1
    assert len(player.plan) > 3
    return player


def test_goes_on_while_nothing_hits_the_plan() -> None:
    """Claims elsewhere and new cards do not affect it."""
    player = begun()
    plan = player.plan
    ways = {route.partition("/")[0] for route in plan}
    far = next(route.id for route in player.ruleset.routes if route.id.partition("/")[0] not in ways)
    for turn, hand in enumerate(({"red": 4, "white": 2}, {"red": 4, "white": 3, "black": 1}), start=2):
        player.choose(seen({**WEST, "hand": hand}, {"routes": [far]}))
        assert (player.kept, player.plan) == (turn, plan)


def test_every_planned_route_that_is_lost_makes_a_new_plan() -> None:
    """USA-23: the twin of a claimed route counts as well, because it is closed with two players."""
    for lost in begun().plan:
        player = begun()
        player.choose(seen(WEST, {"routes": [lost]}))
        assert player.kept == 1
        assert lost not in player.plan


def test_what_is_claimed_is_done() -> None:
    player = begun()
    plan = player.plan
    player.choose(seen({**WEST, "routes": plan[:2]}, {}))
    assert (player.kept, player.plan) == (2, plan[2:])


def test_a_plan_that_is_done_makes_a_new_one() -> None:
    player = begun()
    player.choose(seen({**WEST, "routes": player.plan}, {}))
    assert player.kept == 1


def test_too_little_time_makes_a_new_plan() -> None:
    """COM-20: another player may end the game before the plan can be completed."""
    player = begun()
    plan = player.plan
    player.choose(seen(WEST, {"trains": 6, "hand": {"red": 6}}))
    assert player.kept == 1
    assert len(player.plan) < len(plan)


def test_plans_nothing_in_the_last_turn() -> None:
    """COM-21: only immediate points count, as for the planner."""
    player = begun()
    last = seen(WEST, {"trains": 2}, final_round={"turns_left": 2, "caused_by": 1})
    assert player.choose(last) == bots.make("planner").choose(last)
    assert player.kept == 0


def test_new_tickets_make_a_new_plan() -> None:
    """USA-26"""
    player = begun()
    player.choose(seen({**WEST, "offer": ["boston-miami", "calgary-phoenix"]}, {}, phase="ticket_choice"))
    assert player.kept == 0


def test_judges_as_the_planner_does() -> None:
    assert (POLICY.numbers, POLICY.tuned) == (DEFAULTS, tuned())
    assert POLICY.decide is committed.decide
    assert "committed" not in bots.names()  # a bot must keep no state


def play(game: ws.Game, players: Sequence[Player]) -> tuple[int, int]:
    """Play a game to its end; return the numbers of turns with a new and with a kept plan."""
    turns = [0, 0]
    planner = bots.make("planner")
    while not game.over:
        seat = game.to_act[0]
        player, observation = players[seat], game.observe(seat)
        record = observation.record
        before = player.kept
        action = player.choose(observation)
        if before == 0:  # it remembers nothing, so it is the planner
            assert action == planner.choose(observation)
        assert player.kept in {0, 1, before, before + 1}
        if player.kept:
            opened = {
                route for route in range(len(game.ruleset.routes)) if is_in(record["open"][seat], route)
            }
            work = player.work[0]
            own = {int(route) for route in work["list"][: work["list_size"]] if not work["loan"][route]}
            assert own <= opened
            assert (
                sum(game.ruleset.rules[0]["route_length"][route] for route in own) <= record["trains"][seat]
            )
            if record["phase"] == fields.TURN:
                turns[player.kept > 1] += 1
        game.play_id(action, seat)  # which it may do
    return turns[0], turns[1]


def is_in(words: Any, route: int) -> bool:
    return bool(int(words[route >> 6]) >> (route & 63) & 1)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), [("usa", 2), ("usa", 4), ("europe", 3), ("switzerland", 2)])
def test_whole_games(ruleset: str, players: int) -> None:
    """COM-4: all its actions are legal, its plans can be built, and it usually keeps its plan."""
    rules = ws.load_ruleset(ruleset)
    new = kept = 0
    for seed in range(4):
        found = play(ws.Game.new(ruleset, players, seed=seed), [Player(rules) for _ in range(players)])
        new, kept = new + found[0], kept + found[1]
    assert kept > new > 0
