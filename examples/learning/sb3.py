"""Learn USA for two players with MaskablePPO of sb3-contrib.

    pip install 'whistlestop[envs]' sb3-contrib
    python examples/learning/sb3.py --minutes 60

The learner sees features of routes, cards and tickets (`FeatureObservations`), plays against `greedy` and is rewarded
for points when they are scored. The script prints the share of games that it wins, then saves the model as a zip file.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from whistlestop.bots.summary import share_interval
from whistlestop.envs.gym import FeatureObservations

SCALE = 20
"""Points that equal a reward of 1."""


def make(opponent: str) -> gymnasium.Env[Any, Any]:
    """Return games against a bot, with features as observations."""
    env = gymnasium.make(
        "whistlestop/usa-v1", opponents=(opponent,), factored=True, reward="points", limit=500
    )
    return gymnasium.wrappers.TransformReward(FeatureObservations(env), lambda points: points / SCALE)


def match(model: MaskablePPO, opponent: str, games: int, seed: int) -> dict[str, float]:
    """Play against a bot: the share of games won, with a 95% interval. A tie counts half."""
    env = make(opponent)
    won = 0.0
    for game in range(games):
        seen, info = env.reset(seed=seed + game)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=seen["action_mask"].astype(bool), deterministic=True)
            seen, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        own, other = info["scores"][info["seat"]], info["scores"][1 - info["seat"]]
        won += (1 + (own > other) - (own < other)) / 2
    return share_interval(won, games)


class Clock(BaseCallback):
    """Ends training when its time is over, and reports the strength now and then."""

    def __init__(self, minutes: float, every: float, games: int) -> None:
        super().__init__()
        self.seconds, self.every, self.games = 60 * minutes, 60 * every, games
        self.used = 0.0
        """Processor seconds of training, without those of matches."""
        self._since = time.process_time()
        self._next = 0.0

    def _on_step(self) -> bool:
        self.used += time.process_time() - self._since
        if self.used >= self._next:
            self._next += self.every
            won = match(self.model, "greedy", self.games, seed=10**6)
            print(f"{self.used:.0f} s, {self.num_timesteps} decisions: {won}", flush=True)
        self._since = time.process_time()
        return self.used < self.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60, help="processor time of the training")
    parser.add_argument("--games", type=int, default=16, help="simultaneous games")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, default=Path("usa.zip"))
    given = parser.parse_args()
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MultiInputPolicy",
        DummyVecEnv([lambda: make("greedy")] * given.games),
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        learning_rate=3e-4,
        policy_kwargs={"net_arch": [256, 256]},
        seed=given.seed,
    )
    model.learn(10**9, callback=Clock(given.minutes, every=5, games=100))
    model.save(given.save)
    for bot in ("greedy", "planner"):
        print(bot, match(model, bot, 400, 2 * 10**6))


if __name__ == "__main__":
    main()
