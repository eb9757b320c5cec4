"""The recipes for sb3-contrib and RLlib: their network and reward, and that they start, stop and continue."""

from __future__ import annotations

import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "learning"))

import learned  # noqa: E402
import ppo  # noqa: E402
import recipes  # noqa: E402
from whistlestop.envs import VectorGames, outputs  # noqa: E402
from whistlestop.envs.gym import FeatureObservations  # noqa: E402

SHORT = ["--minutes", "0.01", "--every", "1", "--judged", "2", "--games", "4", "--steps", "16"]


def test_the_network_is_that_of_the_learned_bot() -> None:
    games = VectorGames(learned.RULESET, 4, learned.PLAYERS, 3, factored=True)
    games.reset()
    for _ in range(60):
        batch = games.step(games.sample())
    network = recipes.Network(seed=2)
    seen = network.encoder(batch.observation)
    logits, values = network(torch.as_tensor(seen.flat()))
    wires = outputs(games.ruleset)
    expected, worth = learned.forward(network.arrays(), wires, seen)
    np.testing.assert_allclose(logits.detach().numpy(), expected, atol=1e-5)
    np.testing.assert_allclose(values.detach().numpy()[:, 0], worth, atol=1e-5)


def test_rewards_add_up_to_the_margin() -> None:
    plain = gymnasium.make(
        "whistlestop.envs.gym:whistlestop/usa-v1", opponents=("random",), factored=True, limit=ppo.LONGEST
    )
    env = FeatureObservations(plain)
    _, info = env.reset(seed=4)
    standings = recipes.Standings(env.unwrapped)
    standings.start(info["seat"])
    total, over = float(standings.now[0]), False
    chance = np.random.default_rng(1)
    while not over:
        action = chance.choice(np.flatnonzero(info["action_mask"]))
        _, _, ended, cut, info = env.step(action)
        over = ended or cut
        scores = info["scores"] if over else [0, 0]
        total += float(standings.rewards(info["seat"], over, scores, info["seat"])[0])
    margin = int(info["scores"][info["seat"]]) - int(info["scores"][1 - info["seat"]])
    assert total == pytest.approx(margin / ppo.SCALE + ppo.WIN * np.sign(margin), abs=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize(("recipe", "library"), [("sb3", "sb3_contrib"), ("rllib", "ray.rllib")])
def test_a_training_continues(recipe: str, library: str, tmp_path: Path) -> None:
    pytest.importorskip(library, reason=f"{library} is not installed", exc_type=ImportError)
    module = __import__(recipe)
    saved = tmp_path / ("saved.zip" if recipe == "sb3" else "saved")
    weights = []
    for more in ([], ["--resume"]):
        module.main([*SHORT, "--save", str(saved), *more])
        weights.append(learned.load(tmp_path / "saved.npz"))
    assert any((weights[0][name] != weights[1][name]).any() for name in weights[0])
    assert set(ppo.match(weights[1], "random", 2, seed=1)) >= {"mean", "low", "high"}
