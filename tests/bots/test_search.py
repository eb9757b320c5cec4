"""The bot `search`: the information it may use, its seed, and its results."""

from __future__ import annotations

import itertools
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots import search
from whistlestop.bots.playouts import Playouts, playouts
from whistlestop.bots.search import Budget, SearchBot
from whistlestop.errors import UnknownBot
from whistlestop.games.searching import compare
from whistlestop.kinds import kind_of

TACTICS = json.loads(Path(__file__).with_name("tactics.json").read_text("utf-8"))
TABLES = [("usa", 2), ("europe", 3), ("switzerland", 2), ("card_game", 2), ("carpathia", 2)]


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_hidden_things_change_nothing(ruleset: str, players: int) -> None:
    """COM-15: it makes the same choice in two worlds that its seat cannot tell apart, with any number of
    threads.
    """
    game = ws.Game.new(ruleset, players, seed=3)
    planner = bots.make("planner")
    compared = 0
    while not game.over and compared < 4:
        seat = game.to_act[0]
        if game.version % 23 == 22:
            other = game.resample(seat, seed=game.version)
            specs = ("search:playouts=40", "search:playouts=40,cores=2")
            chosen = {
                bots.make(spec, seed=5).choose(world.observe(seat))
                for spec, world in itertools.product(specs, (game, other))
            }
            assert len(chosen) == 1
            compared += 1
        game.play_id(int(planner.choose(game.observe(seat))), seat)
    assert compared == 4


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_a_whole_game_of_legal_actions(ruleset: str, players: int) -> None:
    """COM-4: every candidate is legal and unique, the planner's comes first, and the choices are legal, too."""
    game = ws.Game.new(ruleset, players, seed=1)
    planner, bot = bots.make("planner"), bots.make("search:playouts=2", seed=1)
    while not game.over:
        seat = game.to_act[0]
        seen = game.observe(seat)
        default = int(planner.choose(seen))
        proposed = kind_of(seen.ruleset).bots.search.proposals(seen, default)
        assert proposed[0] == default
        assert len(set(proposed)) == len(proposed)
        assert all(
            game.ruleset.machine.is_legal(seen.array, seen.ruleset.rules, 0, seat, action)
            for action in proposed
        )
        game.play_id(bots.ask(bot, seen) if game.version % 10 == 0 else default, seat)


@pytest.mark.slow
@pytest.mark.parametrize("tactic", TACTICS, ids=[tactic["record"]["ruleset"] for tactic in TACTICS])
def test_tactics(tactic: dict[str, Any]) -> None:
    """Positions in which a planner played the weaker move because it does not look ahead.

    The better move scores more by many standard errors, in worlds that the search did not use.
    """
    game = ws.replay(tactic["record"])
    seen = game.observe(game.to_act[0])
    found = Counter(bots.ask(bots.make("search:playouts=300", seed=seed), seen) for seed in range(5))
    action = found.most_common(1)[0][0]
    games = playouts(seen, [tactic["weaker"], tactic["better"], action], 60, "planner", seed=99)
    worst, best, chosen = games.margins.astype(float)
    assert (best - worst).mean() > 4 * (best - worst).std() / 60**0.5
    assert (chosen - worst).mean() > 3 * (chosen - worst).std() / 60**0.5


def found(values: dict[int, float], asked: list[tuple[int, int]], noise: float = 10.0) -> Any:
    """Replace playouts: each action has a known margin, with the same noise in each world."""

    def playouts(observation, actions, worlds, *, seed, first, cores, rounds):  # type: ignore[no-untyped-def]
        del observation, seed, cores, rounds
        asked.append((len(actions), worlds))
        scores = np.zeros((len(actions), worlds, 2))
        for place, action in enumerate(actions):
            for world in range(worlds):
                chance = np.random.default_rng([first + world, action]).normal(0, noise)
                scores[place, world, 0] = round(values.get(action, 0.0) + chance)
        return Playouts(0, tuple(actions), scores, np.ones(scores.shape, np.int8))

    return playouts


@pytest.fixture
def opening() -> ws.Observation:
    """Return a decision with several choices."""
    return ws.Game.new("usa", 2, seed=0).observe(0)


def test_plays_what_is_clearly_better(opening: ws.Observation, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a clear improvement, it plays the planner's choice, and stays within the number of playouts."""
    planner = bots.make("planner")
    default = int(planner.choose(opening))
    other = next(action for action in opening.legal_ids() if action != default)
    for value, expected in ((30.0, other), (-30.0, default)):
        asked: list[tuple[int, int]] = []
        monkeypatch.setattr(search, "playouts", found({other: value}, asked))
        assert SearchBot({"playouts": 200}, 0, planner).choose(opening) == expected
        assert sum(actions * worlds for actions, worlds in asked) <= 200
    # no action is better in any world, so there is no reason to deviate
    monkeypatch.setattr(search, "playouts", found({}, asked, noise=0.0))
    assert SearchBot({"playouts": 200}, 0, planner).choose(opening) == default


def test_stops_when_it_is_clear(opening: ws.Observation, monkeypatch: pytest.MonkeyPatch) -> None:
    planner = bots.make("planner")
    default = int(planner.choose(opening))
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(search, "playouts", found({default: 200.0}, asked, noise=1.0))
    assert SearchBot({"playouts": 100_000}, 0, planner).choose(opening) == default
    assert sum(actions * worlds for actions, worlds in asked) < 100_000


def test_without_compiled_rules_it_plans(opening: ws.Observation, monkeypatch: pytest.MonkeyPatch) -> None:
    """This applies only to time limits: a given number of playouts is used, however long it takes."""
    asked: list[tuple[int, int]] = []
    planner = bots.make("planner")
    monkeypatch.setattr(search, "playouts", found({}, asked))
    monkeypatch.setattr(search, "is_compiled", lambda: False)
    assert SearchBot({}, 0, planner).choose(opening) == planner.choose(opening)
    assert not asked
    SearchBot({"playouts": 50}, 0, planner).choose(opening)
    assert asked


def test_few_worlds_are_no_proof() -> None:
    """Two worlds that happen to agree prove less than many that do."""
    few, many = (
        compare(float(sum(found)), sum(each * each for each in found), len(found))
        for found in ([0.125, 0.1259765625] * worlds for worlds in (1, 50))
    )
    assert few[0] == many[0] == 0.12548828125
    assert few[1] > 0.1
    assert many[1] < 0.02


def test_time_is_kept_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """The remaining work is estimated from the time of the playouts so far."""
    now = 100.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    budget = Budget(0, 2.0)
    assert budget.left() > 1000  # no estimate yet
    now += 0.5
    budget.spent = 30
    assert budget.left() == 90
    now += 1.5
    assert budget.left() == 0


def test_is_listed_but_not_at_tables() -> None:
    assert "search" in bots.names()
    assert "search" not in bots.names(seated=True)
    assert bots.level("search") > bots.level("planner")


def test_options() -> None:
    assert bots.parse("search:playouts=400") == ("search", {"playouts": 400})
    with pytest.raises(UnknownBot, match="no option"):
        bots.parse("search:depth=3")
