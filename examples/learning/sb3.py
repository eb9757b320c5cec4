"""Learn USA for two players with MaskablePPO of sb3-contrib.

    pip install 'whistlestop[envs]' sb3-contrib
    python examples/learning/sb3.py --minutes 60

The learner sees features of routes, cards and tickets (`FeatureVectorObservations`), plays against `greedy` and is
rewarded for points when they are scored. The script prints the share of games that it wins, then saves the model.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from whistlestop.bots.summary import share_interval
from whistlestop.envs.gym import FeatureVectorObservations

SCALE = 20
"""Points that equal a reward of 1."""


class Games(VecEnv):
    """Many games against a bot, as Stable-Baselines3 expects them; one call advances all of them."""

    def __init__(self, opponent: str, games: int, seed: int) -> None:
        self.env = FeatureVectorObservations(
            gymnasium.make_vec(
                "whistlestop/usa-v1",
                games,
                vectorization_mode="vector_entry_point",
                opponents=(opponent,),
                factored=True,
                reward="points",
                limit=500,
                autoreset_mode=AutoresetMode.SAME_STEP,
            )
        )
        super().__init__(games, self.env.single_observation_space, self.env.single_action_space)
        self.mask: Any = None
        self.seats: Any = None
        self._seed, self._actions = seed, np.zeros(games, np.int64)

    def reset(self) -> Any:
        seen, info = self.env.reset(seed=self._seed)
        self.seats = info["seat"]
        self.mask = seen["action_mask"].astype(bool)
        return seen

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        seen, rewards, ended, cut, info = self.env.step(self._actions)
        self.mask = seen["action_mask"].astype(bool)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(ended | cut):
            own = int(self.seats[game])
            told[game] = {"margin": float(info["scores"][game, own] - info["scores"][game, 1 - own])}
        self.seats = info["seat"]
        return seen, (rewards / SCALE).astype(np.float32), ended | cut, told

    def env_method(self, name: str, *_args: Any, **_options: Any) -> list[Any]:
        return list(self.mask) if name == "action_masks" else []

    def has_attr(self, name: str) -> bool:
        return name == "action_masks"

    def get_attr(self, name: str, *_games: Any) -> list[Any]:
        return [getattr(self.env, name, None)] * self.num_envs

    def set_attr(self, *_what: Any) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, *_what: Any) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.env.close()


def match(model: MaskablePPO, opponent: str, games: int, seed: int) -> str:
    """Play against a bot: the share of games won, with a 95% interval. A tie counts half."""
    tables = Games(opponent, games, seed)
    seen = tables.reset()
    margins = np.full(games, np.nan)
    while np.isnan(margins).any():
        actions, _ = model.predict(seen, action_masks=tables.mask, deterministic=True)
        tables.step_async(actions)
        seen, _, _, told = tables.step_wait()
        for game, one in enumerate(told):
            if one and np.isnan(margins[game]):  # only the first game of each table
                margins[game] = one["margin"]
    won = share_interval(float((np.sign(margins) + 1).sum() / 2), games)
    return "{mean:.1%} ({low:.1%} to {high:.1%})".format(**won)


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
            print(f"{self.used:.0f} s, {self.num_timesteps} decisions: wins {won}", flush=True)
        self._since = time.process_time()
        return self.used < self.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60, help="processor time of the training")
    parser.add_argument("--games", type=int, default=64, help="simultaneous games")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, default=Path("usa.zip"))
    given = parser.parse_args()
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MultiInputPolicy",
        Games("greedy", given.games, given.seed),
        n_steps=128,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        learning_rate=3e-4,
        policy_kwargs={"net_arch": [256, 256]},
        seed=given.seed,
    )
    model.learn(10**9, callback=Clock(given.minutes, every=5, games=200))
    model.save(given.save)
    for bot in ("greedy", "planner"):
        print(f"against {bot}: wins {match(model, bot, 1000, seed=2 * 10**6)}")


if __name__ == "__main__":
    main()
