"""Learn USA for two players with MaskablePPO of sb3-contrib.

    pip install 'whistlestop[envs,train]' sb3-contrib
    python examples/learning/sb3.py --minutes 10            writes sb3.zip and sb3.npz
    python examples/learning/sb3.py --minutes 10 --resume   continues with sb3.zip

The learner plays against `greedy` and sees the features of `FeatureEncoder`. The network of `learned.py` replaces the
layers of Stable-Baselines3.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from ppo import LONGEST
from recipes import Clock, Network, Standings, options, report
from whistlestop.envs.gym import FeatureVectorObservations


class Games(VecEnv):
    """Many games against a bot, as Stable-Baselines3 expects them; one call advances all of them."""

    def __init__(self, opponent: str, games: int, seed: int) -> None:
        plain = gymnasium.make_vec(
            "whistlestop.envs.gym:whistlestop/usa-v1",
            games,
            vectorization_mode="vector_entry_point",
            opponents=(opponent,),
            factored=True,
            limit=LONGEST,
            autoreset_mode=AutoresetMode.SAME_STEP,
        )
        self.env = FeatureVectorObservations(plain)
        space: Any = self.env.single_observation_space
        super().__init__(games, space["observation"], self.env.single_action_space)
        self.standings = Standings(plain.unwrapped)
        self._seed, self._actions = seed, np.zeros(games, np.int64)
        self._mask: Any = None
        self._seats: Any = None

    def reset(self) -> Any:
        seen, info = self.env.reset(seed=self._seed)
        self._mask, self._seats = seen["action_mask"].astype(bool), info["seat"]
        self.standings.start(self._seats)
        return seen["observation"]

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        seen, _, ended, cut, info = self.env.step(self._actions)
        over = ended | cut
        rewards = self.standings.rewards(self._seats, over, info["scores"], info["seat"])
        self._mask, self._seats = seen["action_mask"].astype(bool), info["seat"]
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(over):
            last = info["final_obs"][game]["observation"]
            told[game] = {"terminal_observation": last, "TimeLimit.truncated": bool(cut[game])}
        return seen["observation"], rewards.astype(np.float32), over, told

    def env_method(self, method_name: str, *_arguments: Any, **_options: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return list(self._mask)

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        games = range(self.num_envs) if indices is None else np.atleast_1d(indices)
        return [getattr(self.env, attr_name) for _ in games]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError("the games are not separate environments")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        del wrapper_class
        return [False for _ in (range(self.num_envs) if indices is None else np.atleast_1d(indices))]

    def close(self) -> None:
        self.env.close()


class Heads(Network):
    """The network with the methods that Stable-Baselines3 calls."""

    def forward_actor(self, flat: Any) -> Any:
        return self(flat)[0]

    def forward_critic(self, flat: Any) -> Any:
        return self(flat)[1]


class Policy(MaskableActorCriticPolicy):
    """Takes logits and values from the network directly."""

    def _build(self, lr_schedule: Any) -> None:
        self.mlp_extractor = Heads()
        self.action_net, self.value_net = torch.nn.Identity(), torch.nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class Timed(BaseCallback):
    """Ends the training when its time is over."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock

    def _on_step(self) -> bool:
        return self.clock.continues(self.model.policy.mlp_extractor.arrays, self.num_timesteps)


def train(given: argparse.Namespace) -> MaskablePPO:
    """Start or continue a training, and save it."""
    games = Games("greedy", given.games, given.seed)
    if given.resume:
        model = MaskablePPO.load(given.save, env=games)
    else:
        model = MaskablePPO(
            Policy,
            games,
            n_steps=given.steps,
            batch_size=min(512, given.games * given.steps),
            n_epochs=3,
            gamma=1.0,
            gae_lambda=0.95,
            ent_coef=0.01,
            learning_rate=7e-4,
            seed=given.seed,
        )
    clock = Clock(given.minutes, given.every, given.judged)
    model.learn(10**12, callback=Timed(clock), reset_num_timesteps=not given.resume)
    model.save(given.save)
    network = model.policy.mlp_extractor
    network.save(given.save.with_suffix(".npz"))
    print(f"{clock.used:.0f} s, {model.num_timesteps} decisions", flush=True)
    report(network.arrays(), given.judged)
    return model


def main(arguments: list[str] | None = None) -> MaskablePPO:
    parser = options(__doc__ or "", games=64, save=Path("sb3.zip"))
    torch.set_num_threads(1)
    return train(parser.parse_args(arguments))


if __name__ == "__main__":
    main()
