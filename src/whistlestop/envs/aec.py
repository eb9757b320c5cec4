"""One game as a PettingZoo environment: `aec.env(ruleset=..., players=2)`.

Observations are dictionaries of `observation`, the seat's knowledge as numbers from 0 to 1, and `action_mask`, which is
all zeros for agents that are not to act. Importing this module registers the games with PettingZoo.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.env_registry.registration import register
from pettingzoo.utils import wrappers

from whistlestop.core import fields
from whistlestop.format import Ruleset
from whistlestop.games.kernel import LIMIT

from .ids import environment_ids
from .render import check_mode, render, render_modes
from .rewards import Reward, reward_function
from .vector import VectorGames

__all__ = ["env", "raw_env"]

Seen = dict[str, npt.NDArray[Any]]


def env(**options: Any) -> AECEnv[str, Seen, int]:
    """Return a game with PettingZoo's usual wrappers: an illegal action ends it with a reward of -1.

    Options: see `raw_env`.
    """
    game: Any = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    wrapped: AECEnv[str, Seen, int] = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(game))
    return wrapped


class raw_env(AECEnv[str, Seen, int], EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """One game with one agent per seat. An illegal action raises IllegalAction."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "whistlestop_v1",
        "render_modes": ["ansi", "svg", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        ruleset: str | Path | Ruleset,
        players: int = 2,
        *,
        reward: Reward = "win",
        factored: bool = False,
        limit: int = LIMIT,
        render_mode: str | None = None,
    ) -> None:
        """Set up a game; `reset` starts it.

        reward: one of `envs.REWARDS`. The other arguments are those of `VectorGames`, which raises the same errors.
        """
        EzPickle.__init__(
            self, ruleset, players, reward=reward, factored=factored, limit=limit, render_mode=render_mode
        )
        self._worth = reward_function(reward)
        self.games = VectorGames(
            ruleset, 1, players, int(np.random.default_rng().integers(2**63)), auto_reset=False,
            factored=factored, limit=limit,
        )  # fmt: skip
        """The game, as the only one of its `VectorGames`."""
        self.metadata = self.metadata | {"render_modes": render_modes(self.games.ruleset)}
        self.render_mode = check_mode(render_mode, self.games.ruleset)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        batch = self.games.batch
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, batch.observation.shape[1:], np.float32),
                "action_mask": spaces.Box(0, 1, batch.mask.shape[1:], np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(batch.mask.shape[1]) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space, the same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space, the same for every agent except for its random generator."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a new game; a seed starts its sequence of deals. There are no options."""
        self.games.reset(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = int(self.games.batch.seat[0])
        self.agent_selection = self.possible_agents[0 if seat == fields.NONE else seat]

    def observe(self, agent: str) -> Seen:
        """Return what an agent knows, and its legal actions if it is to act."""
        seat, batch = self.possible_agents.index(agent), self.games.batch
        if seat == batch.seat[0]:
            return {"observation": batch.observation[0].copy(), "action_mask": batch.mask[0].astype(np.int8)}
        known = self.games.observe(0, seat).tensor()
        return {"observation": known, "action_mask": np.zeros(batch.mask.shape[1], np.int8)}

    def step(self, action: int | None) -> None:
        """Make the decision of the selected agent. Raises IllegalAction, and then changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self.games.batch.scores.copy()
        batch = self.games.step(np.array([-1 if action is None else action], np.int64))
        self._cumulative_rewards[agent] = 0.0
        worth = self._worth(before, batch.scores, batch.ranks, batch.done)[0]
        self.rewards = dict(zip(self.possible_agents, worth.tolist(), strict=True))
        if batch.done[0]:
            over = "truncations" if batch.truncated[0] else "terminations"
            setattr(self, over, dict.fromkeys(self.agents, True))
        self._accumulate_rewards()
        self._select()

    def render(self) -> Any:
        """Return the table as seen by the selected agent: a text, an SVG document or an array of pixels."""
        seat = self.possible_agents.index(self.agent_selection)
        return render(self.games.observe(0, seat), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


for _id, _ruleset in environment_ids().items():
    register("aec", _id, entry_point="whistlestop.envs.aec:env", kwargs={"ruleset": _ruleset})
