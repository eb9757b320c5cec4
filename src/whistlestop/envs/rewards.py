"""What a game is worth to its players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from whistlestop.errors import OptionError

__all__ = ["REWARDS", "Reward", "final_rewards", "reward_function"]

Reward = Literal["win", "margin", "score", "points"]
REWARDS: tuple[str, ...] = get_args(Reward)
"""win: 1 for who wins alone, -1 for who does not; those who win together share. margin: own points less the best of
the others. score: own points. All three come at the end. points: own points as they come, move by move; they add up to
score.
"""


def final_rewards(reward: str, scores: npt.NDArray[Any], ranks: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """Rewards of finished games by player, from arrays of final scores and ranks whose last axis are the players."""
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
    """What every step is worth: a function of the scores before it, and of scores, ranks and `done` after it.

    Raises OptionError for a reward that there is not.
    """
    if reward not in REWARDS:
        raise OptionError(f"reward: {reward!r:.60} is none of {', '.join(REWARDS)}")

    def of_step(
        before: npt.NDArray[Any], scores: npt.NDArray[Any], ranks: npt.NDArray[Any], done: npt.NDArray[Any]
    ) -> npt.NDArray[np.float32]:
        if reward == "points":
            return np.asarray(scores - before, np.float32)
        return np.where(done[..., None], final_rewards(reward, scores, np.maximum(ranks, 1)), np.float32(0))

    return of_step
