"""Games against bots as Gymnasium environments: `gymnasium.make("whistlestop/...-v1", opponents=("planner",))`.

Observations are dictionaries of `observation`, the knowledge of the learner's seat as numbers from 0 to 1, and
`action_mask`, also available in `info` and from `action_masks()`. Importing this module registers the games with
Gymnasium.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector import AutoresetMode, VectorEnv, VectorWrapper
from gymnasium.vector.utils import batch_space

from whistlestop.errors import IllegalAction, OptionError
from whistlestop.format import Ruleset
from whistlestop.games.kernel import LIMIT

from .features import FeatureEncoder
from .ids import environment_ids
from .render import check_mode, render, render_modes
from .rewards import Reward
from .single_agent import GamesAgainstBots
from .vector import VectorGames

__all__ = ["BotsEnv", "BotsVectorEnv", "FeatureObservations", "FeatureVectorObservations"]

MASK = "action_mask"
"""The key of the mask in observations."""

Seen = dict[str, npt.NDArray[Any]]


class BotsEnv(gymnasium.Env[Seen, np.int64]):
    """One game of the learner against bots."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": ["ansi", "svg", "rgb_array"],
        "render_fps": 1,
    }

    def __init__(
        self,
        ruleset: str | Path | Ruleset,
        players: int = 2,
        *,
        opponents: Sequence[str] = ("planner",),
        seat: int | None = None,
        reward: Reward = "win",
        illegal: str = "penalty",
        illegal_reward: float = -1.0,
        factored: bool = False,
        limit: int = LIMIT,
        render_mode: str | None = None,
        observation_key: str = "observation",
    ) -> None:
        """Set up a game; `reset` starts it.

        opponents: specs of bots, clockwise from the learner; fewer bots share the seats. seat: the learner's seat;
        None: random for each game. reward: one of `envs.REWARDS`. illegal: handling of illegal actions: `penalty` (give
        `illegal_reward` and change nothing), `raise` IllegalAction, or `resample` (play a random legal action).
        observation_key: the key of the numbers in observations, beside `action_mask`; RLlib expects `observations`.
        The other arguments are those of `VectorGames`. Raises OptionError, RulesetError and UnknownBot.
        """
        self._play = GamesAgainstBots(
            ruleset, 1, players, opponents, seat, reward, illegal, illegal_reward, factored, limit
        )
        self.metadata = self.metadata | {"render_modes": render_modes(self._play.games.ruleset)}
        self.render_mode = check_mode(render_mode, self._play.games.ruleset)
        self.observation_key = observation_key
        self.observation_space: spaces.Space[Any]
        self.observation_space, self.action_space = _spaces(self._play, observation_key)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Start a new game and advance to the learner's first decision. There are no options."""
        super().reset(seed=seed, options=options)
        self._play.reset(int(self.np_random.integers(2**63)))
        seen = self._seen()
        return seen, self._info(seen)

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Make a decision and let the bots play until the next one. Raises IllegalAction and BotError."""
        rewards, wrong = self._play.step(np.array([_index(action)]), np.ones(1, np.bool_))
        seen, batch = self._seen(), self._play.games.batch
        over, cut = bool(batch.done[0]), bool(batch.truncated[0])
        info = self._info(seen) | {"illegal": bool(wrong[0])}
        if over:
            info |= {"scores": batch.scores[0].copy(), "ranks": batch.ranks[0].copy()}
        return seen, float(rewards[0]), over and not cut, cut, info

    @property
    def games(self) -> VectorGames:
        """The game, as the only one of its `VectorGames`."""
        return self._play.games

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the learner's legal actions."""
        mask: npt.NDArray[np.bool_] = self.games.batch.mask[0].copy()
        return mask

    def render(self) -> Any:
        """Return the table as seen by the learner: a text, an SVG document or an array of pixels."""
        return render(self._play.games.observe(0, int(self._play.seats[0])), self.render_mode)

    def _seen(self) -> Seen:
        batch = self._play.games.batch
        return {self.observation_key: batch.observation[0].copy(), MASK: batch.mask[0].astype(np.int8)}

    def _info(self, seen: Seen) -> dict[str, Any]:
        return {"action_mask": seen["action_mask"], "seat": int(self._play.seats[0])}


class BotsVectorEnv(VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games of the learner against bots. The step that ends a game, or the next step, starts a new game."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": ["ansi", "svg", "rgb_array"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int,
        ruleset: str | Path | Ruleset,
        players: int = 2,
        *,
        opponents: Sequence[str] = ("planner",),
        seat: int | None = None,
        reward: Reward = "win",
        illegal: str = "penalty",
        illegal_reward: float = -1.0,
        factored: bool = False,
        limit: int = LIMIT,
        render_mode: str | None = None,
        observation_key: str = "observation",
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        """Set up `num_envs` games.

        autoreset_mode: NEXT_STEP or SAME_STEP, which gives the last observation of a game in `info["final_obs"]`. The
        other arguments are those of `BotsEnv`. Raises OptionError for the mode DISABLED.
        """
        if autoreset_mode == AutoresetMode.DISABLED:
            raise OptionError("autoreset_mode: use NEXT_STEP or SAME_STEP")
        self._same_step = autoreset_mode == AutoresetMode.SAME_STEP
        self.num_envs = num_envs
        self._play = GamesAgainstBots(
            ruleset, num_envs, players, opponents, seat, reward, illegal, illegal_reward, factored, limit
        )
        self.metadata = self.metadata | {
            "render_modes": render_modes(self._play.games.ruleset),
            "autoreset_mode": autoreset_mode,
        }
        self.render_mode = check_mode(render_mode, self._play.games.ruleset)
        self.observation_key = observation_key
        self.single_observation_space, self.single_action_space = _spaces(self._play, observation_key)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Start new games everywhere. In a list of seeds, the first one given applies to all games."""
        if isinstance(seed, list):
            seed = next((one for one in seed if one is not None), None)
        super().reset(seed=seed, options=options)
        self._play.reset(int(self.np_random.integers(2**63)))
        seen = self._seen()
        return seen, {"action_mask": seen["action_mask"], "seat": self._play.seats.copy()}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Seen, npt.NDArray[Any], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Make a decision in every game. Raises IllegalAction and BotError."""
        begun = self._play.over
        self._play.restart(np.flatnonzero(begun).tolist())
        rewards, wrong = self._play.step(np.asarray(actions, np.int64), ~begun)
        seen, batch = self._seen(), self._play.games.batch
        over, cut = self._play.over, batch.truncated & self._play.over
        info = {"action_mask": seen["action_mask"], "seat": self._play.seats.copy(), "illegal": wrong}
        info |= {"scores": batch.scores.copy(), "ranks": batch.ranks.copy()}
        ended = over & ~cut
        if self._same_step and over.any():
            finished = np.flatnonzero(over).tolist()
            last = np.full(self.num_envs, None, object)
            for i in finished:
                last[i] = {key: part[i] for key, part in seen.items()}
            info |= {"final_obs": last, "_final_obs": over}
            self._play.restart(finished)
            seen = self._seen()
            info |= {"action_mask": seen["action_mask"], "seat": self._play.seats.copy()}
        return seen, rewards.astype(np.float64), ended, cut, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the learner's legal actions; shape: (games, actions)."""
        return self._play.games.batch.mask.copy()

    @property
    def games(self) -> VectorGames:
        """The games."""
        return self._play.games

    def render(self) -> tuple[Any, ...]:
        """Return every table as seen by the learner."""
        games, seats = self._play.games, self._play.seats.tolist()
        return tuple(render(games.observe(i, seat), self.render_mode) for i, seat in enumerate(seats))

    def _seen(self) -> Seen:
        batch = self._play.games.batch
        return {self.observation_key: batch.observation.copy(), MASK: batch.mask.astype(np.int8)}


class FeatureObservations(gymnasium.ObservationWrapper[Seen, np.int64, Seen], RecordConstructorArgs):
    """Shows a learner the features of `FeatureEncoder` instead of the plain numbers, in one row under the same key."""

    def __init__(self, env: gymnasium.Env[Seen, np.int64]) -> None:
        """Wrap a `BotsEnv`. Raises OptionError for games without routes."""
        RecordConstructorArgs.__init__(self)
        super().__init__(env)
        self._key, self._encoder = _encoder(env.unwrapped)
        self.observation_space: spaces.Space[Any] = _featured(self._encoder, self._key, env.observation_space)

    def observation(self, observation: Seen) -> Seen:
        """Return an observation with features."""
        return observation | {self._key: self._encoder(observation[self._key][None]).flat()[0]}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the learner's legal actions."""
        mask: npt.NDArray[np.bool_] = self.env.get_wrapper_attr("action_masks")()
        return mask


class FeatureVectorObservations(VectorWrapper):
    """The same for a `BotsVectorEnv`, in both autoreset modes."""

    def __init__(self, env: VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]) -> None:
        """Wrap the games. Raises OptionError for games without routes."""
        super().__init__(env)
        self._key, self._encoder = _encoder(env.unwrapped)
        self._single_observation_space = _featured(self._encoder, self._key, env.single_observation_space)
        self._observation_space = batch_space(self._single_observation_space, env.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Start new games everywhere."""
        seen, info = self.env.reset(seed=seed, options=options)
        return self._featured(seen), info

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Seen, npt.NDArray[Any], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Make a decision in every game; last observations have features as well."""
        seen, rewards, ended, cut, info = self.env.step(actions)
        for i in np.flatnonzero(info.get("_final_obs", False)):
            last = info["final_obs"][i]
            info["final_obs"][i] = last | {self._key: self._encoder(last[self._key][None]).flat()[0]}
        return self._featured(seen), rewards, ended, cut, info

    def _featured(self, seen: Seen) -> Seen:
        return seen | {self._key: self._encoder(seen[self._key]).flat()}


def _encoder(env: Any) -> tuple[str, FeatureEncoder]:
    """Return the key of the numbers in the environment's observations, and an encoder of them."""
    if not isinstance(env, BotsEnv | BotsVectorEnv):
        raise OptionError(f"features are for BotsEnv and BotsVectorEnv, not for {type(env).__name__}")
    games = env.games
    return env.observation_key, FeatureEncoder(games.ruleset, games.players)


def _featured(encoder: FeatureEncoder, key: str, space: Any) -> spaces.Dict:
    return spaces.Dict({**space.spaces, key: spaces.Box(0, np.inf, (encoder.size,), np.float32)})


def _spaces(play: GamesAgainstBots, key: str) -> tuple[spaces.Dict, spaces.Discrete]:
    if key == MASK:
        raise OptionError(f"observation_key: {MASK} is the key of the mask; use another one")
    batch = play.games.batch
    seen = spaces.Dict(
        {
            key: spaces.Box(0, 1, batch.observation.shape[1:], np.float32),
            MASK: spaces.Box(0, 1, batch.mask.shape[1:], np.int8),
        }
    )
    return seen, spaces.Discrete(batch.mask.shape[1])


def _index(action: Any) -> int:
    """Return an action as an integer; raises IllegalAction."""
    if np.ndim(action) != 0 or np.asarray(action).dtype.kind not in "iu":
        raise IllegalAction(f"an action must be an integer, not {action!r:.60}")
    return int(action)


for _id, _ruleset in environment_ids().items():
    gymnasium.register(
        _id,
        entry_point="whistlestop.envs.gym:BotsEnv",
        vector_entry_point="whistlestop.envs.gym:BotsVectorEnv",
        kwargs={"ruleset": _ruleset},
    )
