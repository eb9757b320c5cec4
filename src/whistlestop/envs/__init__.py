"""Games as environments for reinforcement learning: docs/environments.md.

`VectorGames` plays thousands of games per call on arrays. The other modules need their library: `aec` (PettingZoo),
`gym` (Gymnasium), `spiel` (OpenSpiel).
"""

from __future__ import annotations

from .actions import ActionSpace, action_space
from .features import FeatureEncoder, Features, Outputs, outputs
from .graph import Graph, graph
from .imitation import Examples, examples
from .rewards import REWARDS, Reward
from .vector import Batch, VectorGames

__all__ = [
    "REWARDS",
    "ActionSpace",
    "Batch",
    "Examples",
    "FeatureEncoder",
    "Features",
    "Graph",
    "Outputs",
    "Reward",
    "VectorGames",
    "action_space",
    "examples",
    "graph",
    "outputs",
]
