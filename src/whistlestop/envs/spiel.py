"""The games for OpenSpiel: importing this registers them with `pyspiel`.

A game starts with one chance node that chooses the deal, which determines all later draws. An information state has a
digest of everything that a player has seen, so histories that the player can distinguish never share one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from whistlestop.core import fields
from whistlestop.errors import OptionError
from whistlestop.games.kernel import LIMIT
from whistlestop.rulesets import load_ruleset, ruleset_ids

from .ids import VERSION
from .render import text
from .rewards import final_rewards
from .vector import VectorGames

__all__ = ["RulesetGame", "RulesetObserver", "RulesetState", "short_name"]

MOST_POINTS = 1000.0
"""Bound of scores and margins."""
FACTORS = 64
"""Bound of decisions per engine action; a declaration takes one for each ticket."""


def short_name(ruleset: str) -> str:
    """Return OpenSpiel's name for the game of a ruleset."""
    return f"whistlestop_{ruleset}_v{VERSION}"


def _game_type(ruleset: str) -> Any:
    rules = load_ruleset(ruleset)
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(ruleset),
        long_name=f"Whistlestop: {rules.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.max_players,
        min_num_players=rules.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": rules.min_players,
            "deals": 10_000,
            "seed": 0,
            "factored": False,
            "reward": "win",
            "limit": LIMIT,
        },
    )


class RulesetGame(pyspiel.Game):  # type: ignore[misc]
    """A game of one ruleset.

    Its parameters: `players`; `deals`, the number of outcomes of the chance node; `seed`, which selects the set of
    deals; `factored` and `limit` as for `VectorGames`; `reward`: `win`, `margin` or `score`. Raises OptionError and
    RulesetError.
    """

    ruleset: str
    """Each ruleset has a separate class."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game_type = _TYPES[self.ruleset]
        chosen = dict(game_type.parameter_specification) | dict(params or {})
        if chosen["reward"] not in {"win", "margin", "score"}:
            raise OptionError(f"reward: {chosen['reward']!r:.60} is not one of win, margin, score")
        if chosen["deals"] < 1:
            raise OptionError(f"deals: {chosen['deals']} is not a valid number of deals")
        self.settings = {
            "ruleset": self.ruleset,
            "players": chosen["players"],
            "factored": chosen["factored"],
            "limit": chosen["limit"],
            "auto_reset": False,
        }
        self.deals, self.seed, self.reward = chosen["deals"], chosen["seed"], chosen["reward"]
        most = 1.0 if self.reward == "win" else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=VectorGames(**self.settings).actions.count,
            max_chance_outcomes=self.deals,
            num_players=chosen["players"],
            min_utility=-most,
            max_utility=most,
            max_game_length=chosen["limit"] * FACTORS,
        )
        super().__init__(game_type, info, chosen)

    def new_initial_state(self) -> RulesetState:
        """Return the state before the deal."""
        return RulesetState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RulesetObserver:
        """Return an observer that turns a state into tensors and texts; it has no parameters."""
        if params:
            raise OptionError(f"observer: there are no parameters {params!r:.60}")
        return RulesetObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class RulesetState(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: RulesetGame) -> None:
        """OpenSpiel's constructor; only the game calls it."""
        super().__init__(game)
        self._deals, self._seed, self._reward = game.deals, game.seed, game.reward
        self._settings = game.settings
        self.games: VectorGames | None = None
        """The one game; None before the deal."""
        self.seen: list[bytes] = []
        """For each player, a digest of everything they have seen and done."""

    def current_player(self) -> int:
        """Return the player to act."""
        if self.games is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = int(self.games.batch.seat[0])
        return int(pyspiel.PlayerId.TERMINAL) if seat == fields.NONE else seat

    def _legal_actions(self, player: int) -> list[int]:
        if self.games is None or player != self.current_player():
            return []
        legal: list[int] = np.flatnonzero(self.games.batch.mask[0]).tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all deals, with equal probabilities."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _apply_action(self, action: int) -> None:
        if self.games is None:
            seed = int(np.random.SeedSequence((self._seed, action)).generate_state(1, np.uint64)[0])
            self.games = VectorGames(**self._settings, seed=seed)
            self.games.reset()
            self.seen = [b""] * self.games.players
            self._look(None, 0)
            return
        seat, ply = self.current_player(), int(self.games.states["ply"][0])
        self.games.step(np.array([action], np.int64))
        if int(self.games.states["ply"][0]) != ply:
            self._look(seat, action)
        else:  # a step that only the player knows
            self.seen[seat] = _digest(self.seen[seat], action, b"")

    def _look(self, actor: int | None, action: int) -> None:
        if self.games is None:
            return
        for seat in range(self.games.players):
            known = self.games.observe(0, seat).tobytes()
            self.seen[seat] = _digest(self.seen[seat], action if seat == actor else fields.NONE, known)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.games is None or player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.games.actions.names[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.games is not None and bool(self.games.batch.seat[0] == fields.NONE)

    def returns(self) -> list[float]:
        """Return the players' returns; zeros while the game is in progress."""
        players = int(self._settings["players"])
        if self.games is None or not self.is_terminal():
            return [0.0] * players
        batch = self.games.batch
        worth: list[float] = final_rewards(self._reward, batch.scores[0], batch.ranks[0]).tolist()
        return worth

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> RulesetState:
        """Return a state that the player cannot distinguish from this one.

        `history` and `serialize` stay those of this one.
        """
        state: RulesetState = self.clone()
        if self.games is not None:
            seed = int(probability_sampler() * 2**53)
            state.games = self.games.determinize(seed, seat=player_id)
            for seat in range(self.games.players):
                if seat != player_id:
                    state.seen[seat] = _digest(b"", fields.NONE, state.games.observe(0, seat).tobytes())
        return state

    def __str__(self) -> str:
        return "before the deal" if self.games is None else text(self.games.observe(0, None))


class RulesetObserver:
    """A player's knowledge of a state: its tensor by parts, and a text."""

    def __init__(self, game: RulesetGame, kind: Any) -> None:
        """`kind` says whether the text contains everything seen so far (perfect recall)."""
        games = VectorGames(**game.settings)
        self.tensor = np.zeros(games.batch.observation.shape[1], np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {
            name: field.of(self.tensor) for name, field in games.fields.items()
        }
        self._recall = bool(kind.perfect_recall)

    def set_from(self, state: RulesetState, player: int) -> None:
        """Write the player's knowledge to `tensor`, and thereby to `dict`."""
        self.tensor.fill(0)
        if state.games is None:
            return
        if player == state.current_player():
            self.tensor[:] = state.games.batch.observation[0]
        else:
            state.games.observe(0, player).tensor(self.tensor)

    def string_from(self, state: RulesetState, player: int) -> str:
        """Return the player's knowledge as text."""
        if state.games is None:
            return "before the deal"
        known = text(state.games.observe(0, player))
        return f"{known}{state.seen[player].hex()}" if self._recall else known


def _digest(before: bytes, action: int, known: bytes) -> bytes:
    """Extend a digest by the player's own action, or NONE, and their current knowledge."""
    return hashlib.blake2b(
        before + action.to_bytes(8, "little", signed=True) + known, digest_size=16
    ).digest()


_TYPES = {ruleset: _game_type(ruleset) for ruleset in ruleset_ids(variants=True)}

for _ruleset, _type in _TYPES.items():
    # A class for each ruleset, as OpenSpiel requires: it keeps registered objects until after the interpreter has
    # ended.
    pyspiel.register_game(_type, type(f"{_type.short_name}_game", (RulesetGame,), {"ruleset": _ruleset}))
