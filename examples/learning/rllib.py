"""Learn USA for two players with PPO of RLlib and its own module for action masks.

    pip install 'whistlestop[envs,train]' 'ray[rllib]'
    python examples/learning/rllib.py --minutes 10            writes rllib/ and rllib.npz
    python examples/learning/rllib.py --minutes 10 --resume   continues with rllib/

The learner plays against `greedy` and sees the features of `FeatureEncoder`. The network of `learned.py` replaces
RLlib's layers.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.models.base import ACTOR, CRITIC, ENCODER_OUT
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from ppo import LONGEST
from recipes import Clock, Network, Standings, options, report
from whistlestop.envs.gym import FeatureObservations


class Rewarded(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Gives the rewards of `Standings`."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        self.standings, self._seat = Standings(env.unwrapped), 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        seen, info = self.env.reset(seed=seed, options=options)
        self._seat = info["seat"]
        self.standings.start(self._seat)
        return seen, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        seen, _, ended, cut, info = self.env.step(action)
        scores = info["scores"] if ended or cut else [0, 0]
        reward = self.standings.rewards(self._seat, ended or cut, scores, self._seat)
        return seen, float(reward[0]), ended, cut, info


def games(_: Any = None) -> gymnasium.Env[Any, Any]:
    """Return a game against `greedy` in the form that RLlib's module for action masks expects."""
    env = gymnasium.make(
        "whistlestop.envs.gym:whistlestop/usa-v1",
        opponents=("greedy",),
        factored=True,
        limit=LONGEST,
        observation_key="observations",
        disable_env_checker=True,
    )
    return Rewarded(FeatureObservations(env))


class Encoder(torch.nn.Module):
    """The network in the form of RLlib's encoders."""

    def __init__(self) -> None:
        super().__init__()
        self.network = Network()

    def forward(self, batch: dict[str, Any]) -> dict[str, Any]:
        logits, values = self.network(batch[Columns.OBS])
        return {ENCODER_OUT: {ACTOR: logits, CRITIC: values}}


class Module(ActionMaskingTorchRLModule):
    """RLlib's module for action masks; logits and values come from the network directly."""

    def setup(self) -> None:
        super().setup()
        self.encoder, self.pi, self.vf = Encoder(), torch.nn.Identity(), torch.nn.Identity()


def algorithm(given: argparse.Namespace) -> Algorithm:
    """Return a new training, or the saved one."""
    register_env("whistlestop", games)
    if given.resume:
        return PPO.from_checkpoint(str(given.save.resolve()))
    config = (
        PPOConfig()
        .environment("whistlestop")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=given.games)
        .learners(num_learners=0)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=Module, model_config={"vf_share_layers": True}))
        .training(
            train_batch_size=given.games * given.steps,
            minibatch_size=min(512, given.games * given.steps),
            num_epochs=3,
            gamma=1.0,
            lambda_=0.95,
            lr=7e-4,
            entropy_coeff=0.01,
            grad_clip=0.5,
        )
        .debugging(seed=given.seed)
    )
    return config.build_algo()


def train(given: argparse.Namespace) -> dict[str, Any]:
    """Start or continue a training, and save it. Returns the weights."""
    trained = algorithm(given)

    def network() -> Network:
        module: Any = trained.get_module()
        found: Network = module.encoder.network
        return found

    clock = Clock(given.minutes, given.every, given.judged)
    decisions = 0
    while clock.continues(network().arrays, decisions):
        found = trained.train()
        decisions = int(found["num_env_steps_sampled_lifetime"])
    trained.save_to_path(str(given.save.resolve()))
    network().save(given.save.with_suffix(".npz"))
    print(f"{clock.used:.0f} s, {decisions} decisions", flush=True)
    weights = network().arrays()
    report(weights, given.judged)
    trained.stop()
    return weights


def main(arguments: list[str] | None = None) -> dict[str, Any]:
    parser = options(__doc__ or "", games=32, save=Path("rllib"))
    torch.set_num_threads(1)
    return train(parser.parse_args(arguments))


if __name__ == "__main__":
    main()
