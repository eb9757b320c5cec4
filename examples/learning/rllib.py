"""Learn USA for two players with PPO of RLlib and its own module for action masks.

    pip install 'whistlestop[envs]' 'ray[rllib]' torch
    python examples/learning/rllib.py --minutes 60

The learner sees features of routes, cards and tickets (`FeatureObservations`), plays against `greedy` and is rewarded
for points when they are scored. The script prints the mean reward and, now and then, the share of games that it wins.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from whistlestop.bots.summary import share_interval
from whistlestop.envs.gym import FeatureObservations

SCALE = 20
"""Points that equal a reward of 1."""


def make(opponent: str) -> gymnasium.Env[Any, Any]:
    """Return games against a bot, with features as observations, in the form that RLlib's module expects."""
    env = gymnasium.make(
        "whistlestop/usa-v1",
        opponents=(opponent,),
        factored=True,
        reward="points",
        limit=500,
        observation_key="observations",
        disable_env_checker=True,
    )
    return gymnasium.wrappers.TransformReward(FeatureObservations(env), lambda points: float(points) / SCALE)


def match(module: Any, opponent: str, games: int, seed: int) -> str:
    """Play against a bot: the share of games won, with a 95% interval. A tie counts half."""
    env = make(opponent)
    won = 0.0
    for game in range(games):
        seen, info = env.reset(seed=seed + game)
        over = False
        while not over:
            batch = {"obs": {name: torch.as_tensor(part[None]) for name, part in seen.items()}}
            with torch.no_grad():
                logits = module.forward_inference(batch)["action_dist_inputs"]
            seen, _, terminated, truncated, info = env.step(np.int64(logits[0].argmax()))
            over = terminated or truncated
        own, other = info["scores"][info["seat"]], info["scores"][1 - info["seat"]]
        won += (1 + (own > other) - (own < other)) / 2
    return "{mean:.1%} ({low:.1%} to {high:.1%})".format(**share_interval(won, games))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60, help="time of the training")
    parser.add_argument("--every", type=int, default=20, help="iterations between two matches")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    register_env("whistlestop", lambda _: make("greedy"))
    config = (
        PPOConfig()
        .environment("whistlestop")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=16)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config=DefaultModelConfig(head_fcnet_hiddens=[256, 256], head_fcnet_activation="relu"),
            )
        )
        .training(
            train_batch_size=4096,
            minibatch_size=512,
            num_epochs=4,
            gamma=1.0,
            lambda_=0.95,
            lr=3e-4,
            entropy_coeff=0.01,
            grad_clip=0.5,
        )
        .debugging(seed=given.seed)
    )
    algorithm = config.build_algo()
    end = time.monotonic() + 60 * given.minutes
    iteration = 0
    while time.monotonic() < end:
        found = algorithm.train()
        iteration += 1
        print(iteration, f"{found['env_runners'].get('episode_return_mean', float('nan')):.2f}", flush=True)
        if iteration % given.every == 0:
            print("greedy", match(algorithm.get_module(), "greedy", 100, seed=10**6), flush=True)
    for bot in ("greedy", "planner"):
        print(bot, match(algorithm.get_module(), bot, 400, seed=2 * 10**6))
    algorithm.stop()


if __name__ == "__main__":
    main()
