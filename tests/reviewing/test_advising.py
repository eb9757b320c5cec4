"""Hints by search: the expert's action, and its gain over the planner's."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.playouts import Playouts
from whistlestop.errors import BotError
from whistlestop.reviewing import advising
from whistlestop.reviewing.advising import CLEAR, FEWEST, FIRST, WORLDS, advise, gain
from whistlestop.reviewing.chances import HANDICAP, chances
from whistlestop.text.advice import Searched


def middle_of_a_game(ruleset: str = "usa", actions: int = 60) -> ws.Game:
    game = ws.Game.new(ruleset, players=2, seed=4)
    planner = bots.make("planner")
    while game.version < actions:
        seat = game.to_act[0]
        game.play_id(int(planner.choose(game.observe(seat))), seat)
    return game


class Table:
    """Fake playouts: the second action scores `more` points more, with this spread between games."""

    def __init__(self, more: float, spread: float) -> None:
        self.more, self.spread = more, spread
        self.worlds: list[int] = []
        self.found: Playouts

    def __call__(self, _: Any, actions: list[int], worlds: int, *, seed: int) -> Playouts:
        self.worlds.append(worlds)
        random = np.random.default_rng(seed)
        scores = np.zeros((2, worlds, 2))
        scores[:, :, 0] = 100 + random.normal(0, self.spread, (2, worlds)).round()
        scores[:, :, 1] = 100 + random.normal(0, 20, worlds).round()  # the same worlds for both
        scores[1, :, 0] += round(self.more)
        ranks = (1 + (scores < scores.max(axis=2, keepdims=True))).astype(np.int8)
        self.found = Playouts(0, tuple(actions), scores, ranks)
        return self.found


def seen() -> ws.Observation:
    return ws.Game.new("usa", players=2, seed=1).observe(0)


def advised(monkeypatch: pytest.MonkeyPatch, table: Table) -> Searched:
    """Return the advice for a seat where the search chooses action 1 and the planner action 0."""
    choices = iter((1, 0))
    monkeypatch.setattr(advising, "playouts", table)
    monkeypatch.setattr(advising, "ask", lambda *_: next(choices))
    return advise(seen(), "search:playouts=60")


def test_a_clear_gain_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(more=30, spread=3)
    told = advised(monkeypatch, table)
    assert table.worlds == [FIRST, WORLDS]
    own = chances(table.found, HANDICAP.beginning)[:, :, 0]
    differences = [float(own[1, k] - own[0, k]) for k in range(WORLDS)]
    mean = sum(differences) / WORLDS
    variance = sum((one - mean) ** 2 for one in differences) / (WORLDS - 1)
    assert mean > CLEAR * math.sqrt(variance / WORLDS)
    assert told.action == 1
    assert told.gain == pytest.approx(mean)
    assert gain(seen(), 1, 0) == pytest.approx((mean, math.sqrt(variance / WORLDS)))


@pytest.mark.parametrize(("more", "spread"), [(0, 0), (10, 80)])
def test_what_is_not_clear_is_not_told(more: float, spread: float, monkeypatch: pytest.MonkeyPatch) -> None:
    assert advised(monkeypatch, Table(more, spread)) == Searched(1, None)


@pytest.mark.parametrize(("more", "spread"), [(-30, 3), (-5, 30)])
def test_what_is_no_better_in_new_worlds_is_not_advised(
    more: float, spread: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert advised(monkeypatch, Table(more, spread)) == Searched(0, None)


def test_without_another_move_or_without_time_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(more=30, spread=3)
    monkeypatch.setattr(advising, "playouts", table)
    assert gain(seen(), 1, 1) is None
    assert table.worlds == []
    assert gain(seen(), 1, 0, seconds=0.0) is None
    assert table.worlds == [FIRST]


def test_as_many_worlds_as_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(more=30, spread=3)
    monkeypatch.setattr(advising, "playouts", table)
    clock = iter([0.0, 1.0, 1.0])  # four worlds took a second
    monkeypatch.setattr("whistlestop.reviewing.advising.time.perf_counter", lambda: next(clock))
    assert gain(seen(), 1, 0, seconds=1.0 + FEWEST / FIRST) is not None
    assert table.worlds == [FIRST, FEWEST]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_the_same_for_all_that_its_seat_cannot_tell_apart(ruleset: str) -> None:
    """COM-15: a hint depends only on the seat's knowledge and its seed."""
    game = middle_of_a_game(ruleset)
    seat = game.to_act[0]
    found = advise(game.observe(seat), "search:playouts=60", seed=2)
    assert found.action in game.observe(seat).legal_ids()
    assert advise(game.resample(seat, seed=9).observe(seat), "search:playouts=60", seed=2) == found


def test_only_a_bot_that_searches_advises() -> None:
    with pytest.raises(BotError, match="greedy does not search"):
        advise(seen(), "greedy")
