"""The parts shared by the recipes for sb3-contrib and RLlib: the network of `learned.py` in PyTorch, a reward, options.

`ppo.match` judges the weights of all recipes, and `learned.py` plays with them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from learned import PLAYERS, RULESET, forward
from ppo import SCALE, WIN, first_weights, match
from whistlestop.envs import FeatureEncoder, Features, Outputs, outputs

ACTIONS = int(outputs(FeatureEncoder(RULESET, PLAYERS).ruleset).claims.shape[1])
"""Number of factored actions."""


def options(description: str, *, games: int, save: Path) -> argparse.ArgumentParser:
    """Return the options of a recipe. games, save: their defaults."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10, help="processor time of the training")
    parser.add_argument("--every", type=float, default=1, help="minutes between two matches")
    parser.add_argument("--judged", type=int, default=200, help="games in a match")
    parser.add_argument("--games", type=int, default=games, help="simultaneous games")
    parser.add_argument(
        "--steps", type=int, default=128, help="decisions in each of them between two updates"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, default=save)
    parser.add_argument("--resume", action="store_true", help="continue from the saved state")
    return parser


class Network(torch.nn.Module):
    """The network of `learned.py`, for rows of features (`Features.flat`)."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.encoder = FeatureEncoder(RULESET, PLAYERS)
        for name, wire in outputs(self.encoder.ruleset)._asdict().items():
            self.register_buffer(name, torch.as_tensor(wire), persistent=False)
        shapes = Features(*(shape[-1] for shape in self.encoder.shapes))
        self.weights = torch.nn.ParameterDict(
            {
                name: torch.nn.Parameter(torch.as_tensor(array))
                for name, array in first_weights(shapes, ACTIONS, seed).items()
            }
        )

    def forward(self, flat: Any) -> tuple[Any, Any]:
        """Return (n, actions) logits and (n, 1) values."""
        wires = Outputs(*(getattr(self, name) for name in Outputs._fields))
        logits, values = forward(self.weights, wires, self.encoder.split(flat))
        return logits, values[..., None]

    def arrays(self) -> dict[str, Any]:
        """Return the weights as `learned.py` loads them."""
        return {name: weight.detach().cpu().numpy() for name, weight in self.weights.items()}

    def save(self, path: Path) -> None:
        """Write the weights for `learned.py`."""
        np.savez_compressed(path, allow_pickle=False, **self.arrays())


class Standings:
    """The reward of `ppo.py`: the change of the learner's margin, its own tickets included as if the game ended now.

    It rewards a completed ticket immediately, but still adds up to the final margin and the reward for a win.
    """

    def __init__(self, env: Any) -> None:
        """env: a `BotsEnv` or `BotsVectorEnv` for two players."""
        self.games, self.encoder = env.games, FeatureEncoder(RULESET, PLAYERS)
        self.now: Any = None

    def start(self, seats: Any) -> None:
        """Start at the current positions. seats: the learner's seat in each game."""
        self.now = self._current(np.atleast_1d(seats))

    def rewards(self, seats: Any, over: Any, scores: Any, next_seats: Any) -> Any:
        """Return the rewards of a step; shape: (games,).

        seats: the learner's seats in the step. over: whether each game ended, with these final scores. next_seats: the
        seats in the games that the environment shows now.
        """
        before, self.now = self.now, self._current(np.atleast_1d(next_seats))
        own = np.arange(len(before)), np.atleast_1d(seats)
        scores = np.reshape(scores, (len(before), PLAYERS)).astype(np.float32)
        final = scores[own] - scores[:, ::-1][own]
        final = final / SCALE + WIN * np.sign(final)
        return np.where(over, final, self.now) - before

    def _current(self, seats: Any) -> Any:
        batch, own = self.games.batch, (np.arange(len(seats)), seats)
        scores = batch.scores.astype(np.float32)
        return (scores[own] - scores[:, ::-1][own] + self.encoder.standing(batch.observation)) / SCALE


class Clock:
    """Measures the processor time of a training, and tests its weights from time to time."""

    def __init__(self, minutes: float, every: float, judged: int) -> None:
        """minutes: length of the training. every: minutes between two matches. judged: games in a match."""
        self.seconds, self.every, self.judged = 60 * minutes, 60 * every, judged
        self.used = 0.0
        """Processor seconds so far, without matches."""
        self._since, self._next = time.process_time(), 60 * every

    def continues(self, arrays: Callable[[], dict[str, Any]], decisions: int) -> bool:
        """Return whether time is left; play a match if it is due. decisions: number of decisions so far."""
        self.used += time.process_time() - self._since
        if self.used >= self._next:
            self._next += self.every
            report(arrays(), self.judged, f"{self.used:.0f} s, {decisions} decisions: ", ("greedy",))
        self._since = time.process_time()
        return self.used < self.seconds


def report(
    weights: dict[str, Any], games: int, start: str = "", bots: tuple[str, ...] = ("greedy", "planner")
) -> None:
    """Print the share of games that these weights win against bots, with 95% intervals."""
    for bot in bots:
        won = match(weights, bot, games, seed=10**6)
        print(
            f"{start}wins {won['mean']:.1%} ({won['low']:.1%} to {won['high']:.1%}) against {bot}", flush=True
        )
