"""Games of one learner against bots, the basis of the single-agent environments."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.bots.bot import Bot, ask
from whistlestop.bots.registry import check, make
from whistlestop.core import fields
from whistlestop.errors import BotError, IllegalAction, OptionError
from whistlestop.format import Ruleset

from .rewards import Reward, reward_function
from .vector import VectorGames

__all__ = ["ILLEGAL", "GamesAgainstBots"]

ILLEGAL = ("raise", "penalty", "resample")
"""Handling of illegal actions: raise IllegalAction, give a negative reward and change nothing, or play a random legal
action."""


class GamesAgainstBots:
    """Games of a learner against bots, which advance from one decision of the learner to the next."""

    def __init__(
        self,
        ruleset: str | Path | Ruleset,
        games: int,
        players: int,
        opponents: Sequence[str],
        seat: int | None,
        reward: Reward,
        illegal: str,
        illegal_reward: float,
        factored: bool,
        limit: int,
    ) -> None:
        """Take the arguments of the environments. Raises OptionError, RulesetError and UnknownBot."""
        if illegal not in ILLEGAL:
            raise OptionError(f"illegal: unknown value {illegal!r:.60}; use one of {', '.join(ILLEGAL)}")
        if isinstance(opponents, str) or not 1 <= len(opponents) < players:
            raise OptionError(f"opponents: expected a list of 1 to {players - 1} bots")
        for opponent in opponents:
            check(opponent)
        self.games = VectorGames(ruleset, games, players, auto_reset=False, factored=factored, limit=limit)
        if seat is not None and not 0 <= seat < players:
            raise OptionError(
                f"seat: no seat {seat!r:.60} in a game of {players} players; use 0 to {players - 1}"
            )
        self.opponents = tuple(opponents)
        self.illegal, self.illegal_reward = illegal, illegal_reward
        self._worth = reward_function(reward)
        self._seat = seat
        self.seats = np.zeros(games, np.int64)
        """The learner's seat; shape: (games,)."""
        self._bots: list[dict[int, Bot]] = [{} for _ in range(games)]
        self._random = np.random.default_rng(0)

    def reset(self, seed: int) -> None:
        """Start all games again."""
        self._random = np.random.default_rng(seed)
        self.games.reset(seed)
        self._seat_all(range(self.games.games))
        self._answer()

    def restart(self, games: Sequence[int]) -> None:
        """Start some games again."""
        self.games.restart(games)
        self._seat_all(games)
        self._answer()

    def _seat_all(self, games: Sequence[int]) -> None:
        players = self.games.players
        for i in games:
            seat = int(self._random.integers(players)) if self._seat is None else self._seat
            self.seats[i] = seat
            others = [(seat + step) % players for step in range(1, players)]
            seeds = self._random.integers(2**63, size=len(others)).tolist()
            self._bots[i] = {
                other: make(self.opponents[n % len(self.opponents)], seeds[n])
                for n, other in enumerate(others)
            }

    def step(
        self, actions: npt.NDArray[np.int64], only: npt.NDArray[np.bool_]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Make the learner's decisions in some games; return its rewards, and which actions were illegal.

        Raises BotError and, depending on the handling of illegal actions, IllegalAction.
        """
        mask = self.games.batch.mask
        there = (actions >= 0) & (actions < mask.shape[1])
        legal = there & mask[np.arange(len(actions)), np.where(there, actions, 0)]
        wrong = only & ~legal & ~self.over
        if wrong.any() and self.illegal == "resample":
            actions = np.where(wrong, self.games.sample(), actions)
        elif self.illegal == "penalty":
            only = only & ~wrong
        rewards = self._move(actions, only)
        rewards += self._answer()
        if self.illegal == "penalty":
            rewards[wrong] += self.illegal_reward
        return rewards, wrong

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether each game is over; shape: (games,)."""
        over: npt.NDArray[np.bool_] = self.games.batch.seat == fields.NONE
        return over

    def _move(self, actions: npt.NDArray[np.int64], only: npt.NDArray[np.bool_]) -> npt.NDArray[np.float32]:
        """Make one decision in some games; return the learner's rewards."""
        before = self.games.batch.scores.copy()
        batch = self.games.step(actions, only)
        rewards = self._worth(before, batch.scores, batch.ranks, batch.done & only)
        return rewards[np.arange(len(actions)), self.seats]

    def _answer(self) -> npt.NDArray[np.float32]:
        """Let the bots play until the learner is to act in all games; return the learner's rewards."""
        games = self.games
        rewards = np.zeros(games.games, np.float32)
        actions = np.zeros(games.games, np.int64)
        rest: dict[int, list[int]] = {}
        while True:
            waiting = ~self.over & (games.batch.seat != self.seats)
            if not waiting.any():
                return rewards
            for i in np.flatnonzero(waiting).tolist():
                steps = rest.pop(i, None) or self._choose(i)
                actions[i] = steps[0]
                if steps[1:]:
                    rest[i] = steps[1:]
            rewards += self._move(actions, waiting)

    def _choose(self, i: int) -> list[int]:
        """Return the next bot's action in game i, as decisions of the environment."""
        seat = int(self.games.batch.seat[i])
        observation = self.games.observe(i, seat)
        action = ask(self._bots[i][seat], observation)
        rules: Any = self.games.ruleset.rules
        if not self.games.ruleset.machine.is_legal(observation.array, rules, 0, seat, action):
            raise BotError(f"game {i}, seat {seat}: the bot chose an illegal action", game=i, seat=seat)
        try:
            return list(self.games.actions.encode(action))
        except IllegalAction as error:
            raise BotError(f"game {i}, seat {seat}: {error}", game=i, seat=seat) from error
