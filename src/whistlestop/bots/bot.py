"""The interface of bots, the class of compiled bots, and a function that asks a bot for an action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from whistlestop.core import fields, rng
from whistlestop.core.jit import Callback, Callbacks
from whistlestop.errors import BotError, UnsuitableBot, WhistlestopError
from whistlestop.format import Ruleset
from whistlestop.games.kernel import Decide, Kernel
from whistlestop.observation import Observation


class Bot(Protocol):
    """Plays one seat of one game. It may use only the observation."""

    def choose(self, observation: Observation) -> Any:
        """Return a legal action of the seat, as the engine's number or as text. `ask` accepts both."""
        ...


def ask(bot: Bot, observation: Observation) -> int:
    """Return the action that a bot chooses, as the engine's number; it may be illegal.

    Raises BotError if the bot raises an exception or does not return an action.
    """
    try:
        choice = bot.choose(observation)
    except BotError:
        raise
    except Exception as error:  # whatever the bot raises
        raise BotError(f"it raised {type(error).__name__}: {error}") from error
    notation = observation.ruleset.notation
    try:
        action = notation.number(choice, observation.offer())
    except WhistlestopError as error:
        raise BotError(f"it chose {choice!r:.80}: {error}") from error
    if not notation.means(action):
        raise BotError(f"it chose {action!r:.80}: no action has this number")
    return action


class KernelBot:
    """A bot with a kernel for each kind of game that it plays. The observation determines which kernel decides."""

    __slots__ = ("_numbers", "kernels", "name", "options", "random", "work")

    def __init__(
        self, name: str, kernels: Mapping[str, Kernel], seed: int, options: Mapping[str, int]
    ) -> None:
        self.name = name
        self.kernels = kernels
        self.random = rng.fast_seed(seed)
        self.options = dict(options)
        self._numbers: dict[tuple[str, str], npt.NDArray[np.int64]] = {}
        self.work: dict[str, npt.NDArray[Any]] = {}

    def roll(self, seed: int) -> None:
        """Set the seed for all further random choices."""
        self.random = rng.fast_seed(seed)

    def scratch(self, kind: str) -> npt.NDArray[Any]:
        """Return the scratch space for games of a machine, one row for each possible player."""
        if kind not in self.work:
            self.work[kind] = np.zeros(fields.PLAYERS, self.kernels[kind].work)
        return self.work[kind]

    def numbers(self, ruleset: Ruleset) -> npt.NDArray[np.int64]:
        """Return the bot's numbers for games of a ruleset."""
        key = kind, name = ruleset.data.machine, ruleset.board_id
        if key not in self._numbers:
            self._numbers[key] = self.kernels[kind].numbers_for(name, self.options)
        return self._numbers[key]

    def choose(self, observation: Observation) -> int:
        """Return the action to play. Raises UnsuitableBot for a kind of game that the bot does not play."""
        ruleset = observation.ruleset
        kind = ruleset.data.machine
        if kind not in self.kernels:
            raise UnsuitableBot(f"the bot {self.name} does not play {ruleset.name}")
        decide = self.kernels[kind].decide
        numbers, work = self.numbers(ruleset), self.scratch(kind)
        return int(decide(observation.array, ruleset.rules, 0, self.random, numbers, work))


def numbers_by_seat(bots: Sequence[KernelBot], ruleset: Ruleset) -> npt.NDArray[np.int64]:
    """Return the bots' numbers by seat: an array of seats x the longest list of numbers, with at least one column."""
    every = [bot.numbers(ruleset) for bot in bots]
    found = np.zeros((len(every), max(1, *map(len, every))), np.int64)
    for seat, numbers in enumerate(every):
        found[seat, : len(numbers)] = numbers
    return found


_callbacks: dict[tuple[Any, ...], Callbacks] = {}


def callbacks(deciders: Sequence[Decide], arguments: tuple[Any, ...]) -> Callbacks:
    """Return the form in which compiled code calls the functions of a kind's bots, by seat; `arguments` are examples.

    A loop is compiled for a fixed number of places, so there is one place for each possible player.
    """
    seated = [deciders[seat % len(deciders)] for seat in range(fields.PLAYERS)]
    key = tuple(seated)
    if key not in _callbacks:
        _callbacks[key] = Callbacks(Callback(decide, arguments) for decide in seated)
    return _callbacks[key]
