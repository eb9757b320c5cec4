"""Games as environments, for those who train and measure: docs/environments.md.

`VectorGames` plays thousands of games a call on arrays. The others give one game, or several, in the shape that a
library expects, and are imported by those who have it: `aec` (PettingZoo), `gym` (Gymnasium), `spiel` (OpenSpiel).
"""

from __future__ import annotations

from .actions import ActionSpace, action_space
from .graph import Graph, graph
from .imitation import Examples, examples
from .rewards import REWARDS, Reward
from .vector import Batch, VectorGames

__all__ = [
    "REWARDS",
    "ActionSpace",
    "Batch",
    "Examples",
    "Graph",
    "Reward",
    "VectorGames",
    "action_space",
    "examples",
    "graph",
]
