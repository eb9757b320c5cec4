"""The learning example: its inputs, its play, and that it learns."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import whistlestop as ws
from whistlestop.envs import Features, Outputs, VectorGames
from whistlestop.errors import UnsuitableBot

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "learning"))

import curve
import learned
import ppo

ROOT = Path(__file__).resolve().parents[2]
USA = ws.load_ruleset(learned.RULESET)


class Watched(learned.Learned):
    """Records its inputs."""

    def __init__(self) -> None:
        super().__init__()
        self.judged: list[tuple[Any, set[int]]] = []

    def best(self, tensor: Any, actions: set[int]) -> int:
        self.judged.append((tensor.copy(), set(actions)))
        return super().best(tensor, actions)


@pytest.mark.usefixtures("plain")
def test_the_bot_sees_what_it_has_been_trained_on() -> None:
    """At each of its decisions in a game, it gets the numbers and the mask of `VectorGames`."""
    games = VectorGames(USA, 1, learned.PLAYERS, 3, factored=True, auto_reset=False)
    batch = games.reset()
    bot, paid = Watched(), 0
    while batch.seat[0] >= 0:
        observation = games.observe(0, int(batch.seat[0]))
        bot.judged.clear()
        action = bot.choose(observation)
        assert action in observation.legal_ids()
        steps = games.actions.encode(action)
        assert len(bot.judged) == len(steps)
        for step, (tensor, actions) in zip(steps, bot.judged, strict=True):
            np.testing.assert_array_equal(tensor, batch.observation[0])
            assert actions == set(np.flatnonzero(batch.mask[0]).tolist())
            batch = games.step(np.array([step]))
        paid += len(steps) == 2
    assert paid > 10


@pytest.mark.usefixtures("plain")
def test_the_bot_goes_by_what_its_seat_knows() -> None:
    """In worlds that the seat cannot tell apart, it acts the same."""
    bot = learned.Learned()
    game = ws.Game.new(USA, learned.PLAYERS, seed=5)
    asked = 0
    while not game.over:
        seat = game.to_act[0]
        choice = bot.choose(game.observe(seat))
        if game.version % 20 == 0:
            other = game.resample(seat, seed=game.version)
            assert learned.Learned().choose(other.observe(seat)) == choice
            asked += 1
        game.play_id(choice, seat)
    assert asked > 3


def test_the_bot_refuses_what_it_has_not_learned() -> None:
    for game in (ws.Game.new(USA, 3, seed=1), ws.Game.new("switzerland", 2, seed=1)):
        with pytest.raises(UnsuitableBot):
            learned.Learned().choose(game.observe(game.to_act[0]))


@pytest.mark.slow
def test_the_bot_is_named_by_its_file_and_needs_no_torch() -> None:
    spec = "examples/learning/learned.py:Learned"
    code = f"""
import sys
sys.modules["torch"] = None
import whistlestop as ws
played = [ws.play_match("usa", [{spec!r}, "greedy"], games=2, seed=4) for _ in range(2)]
assert [game.key for game in played[0]] == [game.key for game in played[1]]
print([game.scores for game in played[0]] == [game.scores for game in played[1]])
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "True\n", done.stderr


# Learning


def rollout(random: np.random.Generator, steps: int, games: int) -> ppo.Rollout:
    return ppo.Rollout(
        seat=random.integers(0, 2, (steps, games)),
        standing=random.standard_normal((steps, games)),
        value=random.standard_normal((steps, games)),
        done=random.random((steps, games)) < 0.2,
        final=random.standard_normal((steps, games, 2)),
    )


def long_way(told: ppo.Rollout, game: int, step: int, decay: float) -> float | None:
    """Return the advantage of one decision as the defining sum; None if its continuation is unknown."""
    seat, steps = int(told.seat[step, game]), len(told.seat)
    end = next((n for n in range(step, steps) if told.done[n, game]), None)
    own = [n for n in range(step, steps if end is None else end + 1) if told.seat[n, game] == seat]
    worth = [told.standing[n, game] + told.value[n, game] for n in own]
    if end is not None:
        worth.append(told.final[end, game, seat])
    surprises = [after - before for before, after in itertools.pairwise(worth)]
    if not surprises:
        return None
    return float(sum(surprise * decay**n for n, surprise in enumerate(surprises)))


@given(st.integers(0, 2**32))
def test_advantages_are_the_sums_that_define_them(seed: int) -> None:
    """Each seat's advantages follow its own decisions, regardless of the others' in between."""
    told = rollout(np.random.default_rng(seed), steps=15, games=2)
    advantage, known = ppo.advantages(told, discount=1.0, trace=0.9)
    for step in range(15):
        for game in range(2):
            expected = long_way(told, game, step, 0.9)
            assert known[step, game] == (expected is not None)
            if expected is not None:
                assert advantage[step, game] == pytest.approx(expected, abs=1e-5)


@pytest.mark.usefixtures("plain")
def test_what_is_earned_adds_up_to_the_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    """With lambda 1 and values of 0, the advantage of a first decision is the total of all later gains."""
    monkeypatch.setattr(ppo, "LONGEST", 40)
    player = ppo.Player(ppo.Settings(games=2, steps=90, taught=0.5))
    shapes = Features(*(part.shape[-1] for part in player.encoder(player.games.batch.observation)))
    weights = ppo.first_weights(shapes, player.games.actions.count, seed=0)
    told, data = player.play({name: 0 * array for name, array in weights.items()})
    advantage, known = ppo.advantages(told._replace(value=0 * told.value), 1.0, 1.0)
    assert not data["ours"].all()
    for game in range(2):
        assert told.done[:, game].any()
        end = int(told.done[:, game].argmax())
        for seat in range(2):
            first = int((told.seat[:, game] == seat).argmax())
            earned = told.final[end, game, seat] - told.standing[first, game]
            assert known[first, game]
            assert advantage[first, game] == pytest.approx(earned, abs=1e-4)
    taken = np.take_along_axis(data["mask"], data["action"][..., None], 2)
    assert taken.all()


@pytest.mark.usefixtures("plain")
def test_it_learns_and_learns_the_same_again() -> None:
    """Gradients are finite, good actions become more likely, and the same seed gives the same weights."""
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    few = ppo.Settings(games=4, steps=24, part=32, epochs=4, entropy=0.0)
    found = []
    for _ in range(2):
        player = ppo.Player(few)
        shapes = Features(*(part.shape[-1] for part in player.encoder(player.games.batch.observation)))
        first = ppo.first_weights(shapes, player.games.actions.count, few.seed)
        learner = ppo.Learner(first, player.wires, few)
        told, data = player.play(learner.weights)
        losses = learner.update(told, dict(data), progress=0.0)
        assert all(np.isfinite(value) for value in losses.values())
        assert losses["gradient"] > 0
        weights = {name: array.copy() for name, array in learner.weights.items()}
        assert all(np.isfinite(array).all() for array in weights.values())
        assert not np.array_equal(weights["out"], first["out"])
        found.append(weights)
    for name, array in found[0].items():
        np.testing.assert_array_equal(array, found[1][name])

    seen = Features(*(data[name].reshape(-1, *data[name].shape[2:]) for name in Features._fields))
    logits, _ = learned.forward(weights, player.wires, seen)
    chances = ppo.log_softmax(ppo.masked(logits, data["mask"].reshape(logits.shape)))
    now = np.take_along_axis(chances, data["action"].reshape(-1, 1), 1)[:, 0]
    advantage, known = ppo.advantages(told, few.discount, few.trace)
    which = (known & data["ours"]).ravel()
    better = (now - data["chance"].ravel())[which]
    assert np.corrcoef(better, advantage.ravel()[which])[0, 1] > 0.1

    tensors = {name: torch.as_tensor(array) for name, array in weights.items()}
    wires = Outputs(*(torch.as_tensor(wire) for wire in player.wires))
    same, _ = learned.forward(tensors, wires, Features(*(torch.as_tensor(part) for part in seen)))
    np.testing.assert_allclose(same.numpy(), logits, atol=1e-4)


def test_the_curve_is_drawn_of_its_file() -> None:
    """`curve.py` makes the picture and the page from the file of the training."""
    told = json.loads(curve.CURVE.read_text("utf-8"))
    assert curve.PLOT.read_text("utf-8") == curve.draw(told)
    page = curve.PAGE.read_text("utf-8")
    assert curve.report(told, page) == page
