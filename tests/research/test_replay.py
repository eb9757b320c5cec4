"""Searches with stored playouts: they choose as a search does, and are judged by other worlds."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "research"))

import replay
from siblings import Decision

WORLDS = 200


def decision(margins: npt.NDArray[np.float64], ply: int = 0) -> Decision:
    """Return a decision with these leads: actions x worlds."""
    better = replay.value_of(margins).mean(axis=1)
    count = len(margins)
    return Decision(
        "000000", ply, np.zeros(1), np.arange(count), better - better[0], np.zeros(count), margins
    )


def noisy(leads: list[float], noise: float) -> npt.NDArray[np.float64]:
    return np.array(leads)[:, None] + np.random.default_rng(2).normal(0, noise, (len(leads), WORLDS))


def listed(one: Decision, _chance: np.random.Generator) -> list[int]:
    return list(range(len(one.actions)))


@pytest.mark.parametrize("playouts", [40, 200, 1000])
def test_a_clearly_better_action_is_played(playouts: int) -> None:
    chosen, spent, lead = replay.search(noisy([0, -40, 40, -40], 5), playouts, 100)
    assert chosen == 2
    assert 8 <= spent <= playouts
    assert lead > 2


def test_the_planners_action_is_played_unless_another_is_clearly_better() -> None:
    chosen = [replay.search(noisy([0, -60, -50], 5), 100, clear)[0] for clear in (0, 100)]
    assert chosen == [0, 0]
    assert replay.search(noisy([0], 5), 100, 100) == (0, 0, 0.0)


def test_other_worlds_tell_the_gain() -> None:
    """Among equal actions, the best one in the shown worlds is no better in the others."""
    every = [decision(noisy([0] * 6, 40), ply) for ply in range(3)]
    found = replay.Replays(every, 40, seed=1).run(60, 0, listed)
    assert abs(found.gains.mean()) < 0.02
    sure = replay.Replays([decision(noisy([0, 30], 1))], 2, seed=1).run(60, 0, listed)
    assert sure.gains.mean() == pytest.approx(replay.value_of(np.array([30.0]))[0] - 0.5, abs=0.01)


def test_doubtful_decisions_are_searched_again() -> None:
    replays = replay.Replays([decision(noisy([0, 3, 2], 30))], 30, seed=1)
    once, again = (replays.run(60, 100, listed, more) for more in (0, 120))
    doubtful = again.spent > once.spent
    assert doubtful.any()
    assert (again.spent[doubtful] <= once.spent[doubtful] + 120).all()
    assert (again.gains == once.gains)[~doubtful].all()


def test_time_goes_where_it_gains() -> None:
    """If playouts help only in the last quarter, the best division gives that quarter more time than an equal one."""
    every = [decision(noisy([0], 1), ply) for ply in range(40)]
    stage = replay.stages(every)
    assert np.bincount(stage).tolist() == [10, 10, 10, 10]
    runs = {
        budget: replay.Found(
            np.where(stage == 3, budget / 10_000, 0.0)[:, None], np.full((40, 1), float(budget))
        )
        for budget in (30, 60, 120, 240)
    }
    (first, _second) = replay.divided(runs, stage)
    budget, chosen, change = first
    assert budget == "60"
    assert {way.split()[-1] for way in chosen.split("; ")} == {"120"}
    assert float(change.split()[0]) == pytest.approx(0.15)  # a quarter of 60 ten-thousandths, in hundredths
