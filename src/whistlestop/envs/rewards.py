"""Rewards of the environments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from whistlestop.errors import OptionError

__all__ = ["REWARDS", "Reward", "final_rewards", "reward_function"]

Reward = Literal["win", "margin", "score", "points"]
REWARDS: tuple[str, ...] = get_args(Reward)
"""At the end of a game: `win` is 1 for a sole winner and -1 for losers, k joint winners get 2 / k - 1; `margin` is own
points minus those of the best opponent; `score` is own points. `points` are own points move by move, with sum `score`.
"""


def final_rewards(reward: str, scores: npt.NDArray[Any], ranks: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """Return rewards by player, from arrays of final scores and ranks with players on the last axis."""
    if reward == "win":
        wins = ranks == 1
        worth = 2 * wins / wins.sum(axis=-1, keepdims=True) - 1
    elif reward == "margin":
        ordered = np.sort(scores, axis=-1)
        best, second = ordered[..., -1:], ordered[..., -2:-1]
        worth = scores - np.where(scores == best, second, best)
    else:
        worth = scores
    return np.asarray(worth, np.float32)


def reward_function(
    reward: str,
) -> Callable[
    [npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]], npt.NDArray[np.float32]
]:
    """Return the reward of a step: a function of scores before it, and of scores, ranks and `done` after it.

    Raises OptionError for an unknown reward.
    """
    if reward not in REWARDS:
        raise OptionError(f"reward: unknown reward {reward!r:.60}; use one of {', '.join(REWARDS)}")

    def of_step(
        before: npt.NDArray[Any], scores: npt.NDArray[Any], ranks: npt.NDArray[Any], done: npt.NDArray[Any]
    ) -> npt.NDArray[np.float32]:
        if reward == "points":
            return np.asarray(scores - before, np.float32)
        return np.where(done[..., None], final_rewards(reward, scores, np.maximum(ranks, 1)), np.float32(0))

    return of_step
