"""Expected final points of positions: from the knowledge of a seat, and for the learned rules only."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.bots.test_playouts import TABLES, position

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.playouts import playouts
from whistlestop.bots.values import NETWORK, NOTHING, expected, figures, inputs, learned, widened
from whistlestop.games.kernel import Net
from whistlestop.kinds import kind_of
from whistlestop.rulesets.loader import builtin_folder

LEARNED = [name for name in ws.ruleset_ids() if (builtin_folder(name) / NETWORK).is_file()]
"""The games that have a network."""


@pytest.mark.parametrize("name", LEARNED)
def test_networks_are_for_the_present_rules(name: str) -> None:
    ruleset = ws.load_ruleset(name)
    net = learned(ruleset)
    assert net is not None
    inner, bias, outer, last = net
    assert inner.shape == (len(bias), 2 * kind_of(ruleset).bots.search.figures + 1)
    assert outer.shape == bias.shape
    assert last.shape == (1,)
    assert all(array.dtype == np.float64 and np.isfinite(array).all() for array in net)


def test_figures_added_since_training_have_no_weight() -> None:
    net = learned(ws.load_ruleset("usa"))
    assert net is not None
    random = np.random.default_rng(3)
    every = random.normal(size=(5, 4, net[0].shape[1] // 2))
    more = np.concatenate([every, random.normal(size=(5, 4, 2))], axis=-1)
    assert np.allclose(expected(widened(net, more.shape[-1]), more), expected(net, every), rtol=1e-12)
    assert widened(net, every.shape[-1]) is net


def test_other_rules_have_none() -> None:
    usa = ws.load_ruleset("usa")
    other = replace(usa)
    assert learned(other) is not None
    object.__setattr__(other, "hash", "0" * 64)
    assert learned(other) is None


def test_rules_without_one_are_played_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    observation = (game := position("usa", 2, 60)).observe(game.to_act[0])
    legal = observation.legal()[:2]
    whole = playouts(observation, legal, 2, "random", seed=3)
    monkeypatch.setattr("whistlestop.bots.playouts.learned", lambda _: None)
    assert (playouts(observation, legal, 2, "random", seed=3, rounds=1).scores == whole.scores).all()


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_figures_tell_what_the_seat_knows(ruleset: str, players: int) -> None:
    """COM-15: figures are the same in two worlds that the seat cannot tell apart; the first figure is the score
    (COM-23).
    """
    game = position(ruleset, players, 30)
    for seat in range(players):
        found = figures(game.observe(seat))
        assert (found == figures(game.resample(seat, seed=5).observe(seat))).all()
        assert found[0] == game.observe(seat).record["score"][seat]


def test_what_a_network_is_given() -> None:
    every = np.array([[[1.0, 2.0], [3.0, 5.0], [8.0, 0.0]]])
    assert inputs(every).tolist() == [
        [[1.0, 2.0, 5.5, 2.5, 3.0], [3.0, 5.0, 4.5, 1.0, 3.0], [8.0, 0.0, 2.0, 3.5, 3.0]]
    ]


def test_a_network_by_hand() -> None:
    net = Net(
        np.array([[1.0, 0, 0, 0, 0], [0, -1, 0, 0, 0]]),
        np.array([0.5, 1.0]),
        np.array([2.0, 10.0]),
        np.array([7.0]),
    )
    every = np.array([[1.0, 2.0], [3.0, 0.5]])
    # score, last, two of the first unit, ten of the second
    assert expected(net, every).tolist() == [1 + 7 + 2 * 1.5, 3 + 7 + 2 * 3.5 + 10 * 0.5]


@pytest.mark.slow
@pytest.mark.parametrize("name", LEARNED)
def test_they_tell_more_than_the_score(name: str) -> None:
    """In the second half of the planner's games, predicted margins have smaller errors than current margins."""
    ruleset = ws.load_ruleset(name)
    net = learned(ruleset)
    assert net is not None
    errors = []
    for seed in range(16):
        game = ws.Game.new(ruleset, 2, seed=900 + seed)
        crew = [bots.make("planner") for _ in range(2)]
        found = []
        while not game.over:
            seat = game.to_act[0]
            found.append([figures(game.observe(player)) for player in range(2)])
            game.play_id(int(crew[seat].choose(game.observe(seat))), seat)
        every = np.array(found[len(found) // 2 :])
        final = game.states[0]["final"]
        guessed = expected(net, every)
        true = final[0] - final[1]
        errors.append(
            [
                np.mean((guessed[:, 0] - guessed[:, 1] - true) ** 2),
                np.mean((every[:, 0, 0] - every[:, 1, 0] - true) ** 2),
            ]
        )
    ours, present = np.mean(errors, axis=0)
    assert ours < 0.9 * present


@pytest.mark.parametrize("name", LEARNED)
def test_one_compiled_function_with_and_without_a_network(name: str) -> None:
    found = learned(ws.load_ruleset(name))
    assert found is not None
    assert [array.flags.c_contiguous for array in found] == [True] * len(NOTHING)
