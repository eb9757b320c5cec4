"""Playouts: bots finish games from worlds that agree with an observation.

Each action is played in each world (`beliefs`), and then the game is played to its end. World n and its players' random
numbers are the same for all actions (common random numbers), so compare actions within worlds, not by their means.
Everything runs in one compiled loop per core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.errors import BotError, IllegalAction
from whistlestop.format import Ruleset
from whistlestop.games.loops import NEVER, Crew, Results, Trial, Values
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation

from .beliefs import generators, ticket_likelihoods
from .bot import KernelBot, callbacks, numbers_by_seat
from .values import NOTHING, learned, planner_numbers

__all__ = ["Playouts", "endings", "playouts", "policy"]


@dataclass(frozen=True)
class Playouts:
    """Results of playouts; shape of arrays: actions x worlds x seats."""

    seat: int
    """Seat of the actions."""
    actions: tuple[int, ...]
    """The actions, as the engine's numbers."""
    scores: npt.NDArray[np.float64]
    """Final points, or expected points if the game was not played to its end."""
    ranks: npt.NDArray[np.int8]
    """Ranks from 1; ties share a rank."""

    @property
    def margins(self) -> npt.NDArray[np.float64]:
        """Points of the seat minus those of its best opponent; shape: actions x worlds."""
        others = np.delete(self.scores, self.seat, axis=2)
        margins: npt.NDArray[np.float64] = self.scores[:, :, self.seat] - others.max(axis=2)
        return margins

    @property
    def wins(self) -> npt.NDArray[np.float64]:
        """1 for a sole win of the seat, 1/k for a win of k players, otherwise 0; shape: actions x worlds."""
        winners = (self.ranks == 1).sum(axis=2)
        return np.where(self.ranks[:, :, self.seat] == 1, 1 / winners, 0.0)


def playouts(
    observation: Observation,
    actions: Sequence[int | str],
    worlds: int,
    policies: str | Sequence[str] | None = None,
    seed: int = 0,
    *,
    first: int = 0,
    cores: int = 1,
    rounds: int = 0,
) -> Playouts:
    """Play legal actions of the observation's seat in a number of worlds, and finish the games.

    policies: the bot that finishes the games, or one per seat: bots with kernels, or policies for playouts only
    (`games.search.Search.policies`); default: the search's model of all players (`Search.model`). first: number of the
    first world; later calls can add worlds. cores: threads that share the worlds. rounds: turns of each player after
    which `values` estimates the final scores instead; with 0, or for a ruleset without a trained network, games are
    played to their end. World n depends only on the observation, the seed and n, so results do not depend on cores or
    on the division into calls.

    Raises IllegalAction for an action that is illegal for the seat (spectators have none), UnknownBot, UnsuitableBot
    for a bot that does not play this game, BotError for one without kernels, and ValueError for a wrong number of
    policies, for no actions, worlds or cores, and for negative rounds.
    """
    chosen = _numbers(observation, actions)
    if not len(chosen) or worlds < 1 or cores < 1 or rounds < 0:
        raise ValueError(
            "playouts need at least 1 action, 1 world, 1 core and no negative number of rounds; got "
            f"{len(chosen)} actions, {worlds} worlds, {cores} cores and {rounds} rounds"
        )
    players = int(observation.record["players"])
    shape = worlds, len(chosen), players  # keeps the results of a thread together in memory
    scores, ranks = np.zeros(shape), np.zeros(shape, np.int8)
    randoms = generators(seed, first, worlds)
    loop = _loop(observation, policies, rounds, randoms)

    def play(part: slice) -> None:
        loop(chosen, randoms[part], _scratch(observation), scores[part], ranks[part])

    if cores == 1:
        play(slice(0, worlds))
    else:
        parts = [slice(worlds * core // cores, worlds * (core + 1) // cores) for core in range(cores)]
        with ThreadPoolExecutor(cores) as threads:  # compiled code runs without the GIL
            list(threads.map(play, parts))
    return Playouts(
        int(observation.record["seat"]), tuple(chosen.tolist()), scores.swapaxes(0, 1), ranks.swapaxes(0, 1)
    )


def endings(
    observation: Observation, action: int | str, worlds: int, seed: int = 0, first: int = 0
) -> Iterator[npt.NDArray[np.void]]:
    """Yield the final state of each world of `playouts` with one action, as a scored STATE array of length 1.

    The array is overwritten by the next world. Raises IllegalAction.
    """
    chosen = _numbers(observation, [action])
    players = int(observation.record["players"])
    randoms = generators(seed, first, worlds)
    loop, states = _loop(observation, None, 0, randoms), _scratch(observation)
    for world in range(worlds):
        scores, ranks = np.zeros((1, 1, players)), np.zeros((1, 1, players), np.int8)
        loop(chosen, randoms[world : world + 1], states, scores, ranks)
        yield states[1:]


def _numbers(observation: Observation, actions: Sequence[int | str]) -> npt.NDArray[np.int64]:
    """Return actions as the engine's numbers. Raises IllegalAction."""
    ruleset, seat, offer = observation.ruleset, observation.seat, observation.offer()
    chosen = np.array([ruleset.notation.number(action, offer) for action in actions], np.int64)
    for action in chosen.tolist():
        if seat is None or not ruleset.machine.is_legal(observation.array, ruleset.rules, 0, seat, action):
            raise IllegalAction(f"action {action} is illegal for the observation's seat")
    return chosen


def _scratch(observation: Observation) -> npt.NDArray[np.void]:
    """Return space for a world, and for the game that continues from it."""
    return np.zeros(2, observation.ruleset.machine.STATE)


def _loop(
    observation: Observation,
    policies: str | Sequence[str] | None,
    rounds: int,
    randoms: npt.NDArray[np.uint64],
) -> Callable[..., None]:
    """Return the compiled loop as a function of actions, generators, two states, scores and ranks."""
    ruleset = observation.ruleset
    players, kind, search = (
        int(observation.record["players"]),
        ruleset.data.machine,
        kind_of(ruleset).bots.search,
    )
    policies = search.model if policies is None else policies
    specs = [policies] * players if isinstance(policies, str) else policies
    bots = [policy(spec, ruleset) for spec in specs]
    if len(bots) != players:
        raise ValueError(f"{len(bots)} policies for {players} seats: name one, or one per seat")
    likely = ticket_likelihoods(observation)
    work = kind_of(ruleset).bots.kernels["random"].work
    numbers = numbers_by_seat(bots, ruleset)
    decision = observation.array, ruleset.rules, 0, randoms[:1], numbers[0], np.zeros(1, work)
    deciders = callbacks([bot.kernels[kind].decide for bot in bots], decision)
    net = learned(ruleset) if rounds else None
    turns = NEVER if net is None else rounds * players
    appraisers = deciders if net is None else callbacks([search.appraise], decision)
    judging = planner_numbers(ruleset)

    def play(chosen: Any, part: Any, states: Any, scores: Any, ranks: Any) -> None:
        randoms, counts = np.zeros((players, 1), np.uint64), np.zeros(players, np.int64)
        search.play_worlds(
            Trial(observation.array, ruleset.rules, chosen, likely, part),
            Crew(deciders, randoms, numbers, np.zeros(players, work), counts),
            Values(turns, appraisers, judging, net or NOTHING, np.zeros((2, players, search.figures))),
            states,
            np.zeros(1, ruleset.machine.OBSERVATION),
            Results(scores, ranks),
        )

    return play


def policy(spec: str, ruleset: Ruleset) -> KernelBot:
    """Return the policy that a spec names: a bot with kernels, or a policy for playouts only.

    Raises UnknownBot, UnsuitableBot and BotError like `playouts`.
    """
    from .registry import make  # noqa: PLC0415 - imports this module for its search bots

    only_here = kind_of(ruleset).bots.search.policies.get(spec)
    if only_here is not None:
        return KernelBot(spec, {ruleset.data.machine: only_here}, 0, {})
    bot = make(spec, ruleset=ruleset)
    if not isinstance(bot, KernelBot):
        raise BotError(f"{spec} has no kernels, so it cannot be used in playouts")
    return bot
