"""Judge one decision against an expert's choice, from the observation only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from whistlestop.bots import ask, make
from whistlestop.bots.playouts import playouts
from whistlestop.core.fields import KEEP
from whistlestop.kinds import kind_of

from .chances import HANDICAP, chances, estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from whistlestop.observation import Observation

__all__ = ["LEAST", "Judgment", "is_ticket_choice", "judge"]

CLEAR = 2.0
"""Standard errors by which one action must be better than another to start a second trial."""
SURE = 2.5
"""Standard errors by which it must be better in the second trial."""
AGAIN = 4
"""Factor by which the second trial has more worlds."""
FRESH = 1_000_000
"""Number of the second trial's first world; the first trial never reaches it."""
SCREENS = ((6, 4), (2, 1))
"""The screens of the other actions: the factor by which each has fewer worlds, and the number of actions that pass it.
"""
ROUNDS = 4
"""Rounds that a screen plays before it estimates the result."""
LEAST = 4
"""Minimum number of worlds for any comparison."""


@dataclass(frozen=True)
class Judgment:
    """The judgment of a decision. Actions are the engine's numbers."""

    played: int
    expert: int
    """The expert's action: `played` unless another is clearly better."""
    chances: dict[int, float]
    """The seat's winning chance with each action compared."""
    error: float
    """Standard error of the chance with the played action."""
    effect: tuple[float, ...]
    """Change of each seat's chance because the expert's action was not played; they sum to 0."""
    shares: tuple[float, ...]
    """Each seat's chance with the played action, as its seat sees it; they sum to 1."""
    points: float
    """Points that the action costs: the seat's lead over its best opponent with the expert's action (or the planner's,
    if the expert plays the same), minus its lead with this action. Negative if this action is better. Unlike chances,
    it counts small losses, and losses in a decided game."""


def judge(
    observation: Observation, action: int | str, worlds: int | None = None, seed: int = 0, cores: int = 1
) -> Judgment:
    """Judge an action that the observation's seat may choose.

    The planner's choice, the action, and the most promising other one (for tickets: every choice) are played in the
    same worlds. The expert plays the planner's choice, or another that is clearly better. If the expert's choice is not
    the action, both are played again in new worlds, because the first worlds overrate the choice that they favored. The
    expert plays the action unless the other choice is clearly better in the new worlds too. The same arguments give the
    same result for any number of cores.

    worlds: number of worlds; default: that of the kind of game (`games.search.Search.worlds`).
    cores: threads that share them.

    Raises IllegalAction for an action that is illegal for the seat, ValueError for fewer than 4 worlds.
    """
    if worlds is None:
        worlds = kind_of(observation.ruleset).bots.search.worlds
    if worlds < LEAST:
        raise ValueError(f"{worlds} worlds are too few: use {LEAST} or more")
    ruleset, seat = observation.ruleset, int(observation.record["seat"])
    played = ruleset.notation.number(action, observation.offer())
    trial = _Trial(observation, seed, cores)
    actions = _finalists(trial, played, worlds)
    shares, leads = trial.play(actions, worlds, 0)
    own = shares[:, :, seat]
    found = [estimate(row) for row in own]
    best = max(range(len(actions)), key=lambda place: found[place].mean)
    expert = best if estimate(own[best] - own[0]).exceeds(CLEAR) else 0
    place = actions.index(played)
    chance = {each: mean for each, (mean, _) in zip(actions, found, strict=True)}
    error = found[place].error
    effect, after = (0.0,) * shares.shape[2], shares[place]
    points = estimate(leads[0] - leads[place]).mean
    if estimate(own[expert] - own[place]).exceeds(CLEAR):
        again, leads = trial.play([actions[expert], played], worlds * AGAIN, FRESH)
        better, own_again = again[:, :, seat]
        if estimate(better - own_again).exceeds(SURE):
            chance[actions[expert]] = estimate(better).mean
            chance[played], error = estimate(own_again)
            effect, after = _means(again[1] - again[0]), again[1]
            points = estimate(leads[0] - leads[1]).mean
            place = expert
    return Judgment(
        played=played,
        expert=actions[place],
        chances=chance,
        error=error,
        effect=effect,
        shares=_means(after),
        points=points,
    )


def _means(chances: npt.NDArray[np.float64]) -> tuple[float, ...]:
    """Return the mean of each seat over worlds; shape: worlds x seats."""
    return tuple(estimate(chances[:, seat]).mean for seat in range(chances.shape[1]))


@dataclass(frozen=True)
class _Trial:
    """Actions tried in worlds of one observation."""

    observation: Observation
    seed: int
    cores: int

    def play(
        self, actions: Sequence[int], worlds: int, first: int, rounds: int = 0
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return the winning chance of each seat, and by how many points the seat leads its best opponent.

        Shapes: actions x worlds x seats, and actions x worlds. first, rounds: of `playouts`.
        """
        cores = min(self.cores, worlds)
        found = playouts(
            self.observation, actions, worlds, seed=self.seed, first=first, cores=cores, rounds=rounds
        )
        return chances(found, HANDICAP.of(self.observation)), found.margins

    def best(self, actions: list[int], worlds: int, first: int, most: int) -> list[int]:
        """Return the other actions that are at least as good as the first one, best first."""
        seat = int(self.observation.record["seat"])
        shares, _ = self.play(actions, worlds, first, ROUNDS)
        own = [estimate(row).mean for row in shares[:, :, seat]]
        better = [place for place in range(1, len(actions)) if own[place] >= own[0]]
        return [actions[place] for place in sorted(better, key=lambda place: -own[place])[:most]]


def _finalists(trial: _Trial, played: int, worlds: int) -> list[int]:
    """Return the actions to compare, the planner's first."""
    observation = trial.observation
    if len(observation.legal_ids()) == 1:
        return [played]
    planned = ask(make("planner", trial.seed), observation)
    actions = kind_of(observation.ruleset).bots.search.proposals(observation, planned)
    if is_ticket_choice(observation, planned):
        return list(dict.fromkeys([*actions, played]))
    first = worlds  # worlds that select an action must not judge it
    for factor, most in SCREENS:
        if len(actions) < 2:
            break
        size = max(LEAST, worlds // factor)
        actions = [planned, *trial.best(actions, size, first, most)]
        first += size
    return list(dict.fromkeys([planned, played, *actions[1:]]))


def is_ticket_choice(observation: Observation, action: int) -> bool:
    """Return whether an action chooses tickets from an offer."""
    types = observation.ruleset.rules[0]["action_type"]
    return action < observation.ruleset.action_count and bool(types[action] == KEEP)
