"""Judge one decision against what an expert would have done, from the observation only."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from whistlestop.bots import ask, make
from whistlestop.bots.playouts import playouts
from whistlestop.core.fields import KEEP
from whistlestop.kinds import kind_of

from .chances import HANDICAP, chances

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from whistlestop.observation import Observation

__all__ = ["LEAST", "Judgement", "is_ticket_choice", "judge"]

CLEAR = 2.5
"""Standard errors by which one action must beat another; about 1 % of decisions pass by chance."""
SCREEN = 8
"""The first comparison of actions that neither the seat nor the planner chose uses fewer worlds by this factor."""
LEAST = 4
"""Minimum number of worlds for any comparison."""


@dataclass(frozen=True)
class Judgement:
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


def judge(observation: Observation, action: int | str, worlds: int | None = None, seed: int = 0) -> Judgement:
    """Judge a legal action of the observation's seat.

    The planner's choice, the action, and the most promising other one (for tickets: every choice) are played in the
    same worlds. The expert plays the planner's choice, or another that is clearly better. The same arguments give the
    same result.

    worlds: number of worlds; default: that of the kind of game (`games.search.Search.worlds`).

    Raises IllegalAction for an action that is illegal for the seat, ValueError for fewer than 4 worlds.
    """
    if worlds is None:
        worlds = kind_of(observation.ruleset).bots.search.worlds
    if worlds < LEAST:
        raise ValueError(f"{worlds} worlds are too few: use {LEAST} or more")
    ruleset, seat = observation.ruleset, int(observation.record["seat"])
    played = ruleset.notation.number(action, observation.offer())
    first = max(LEAST, worlds // SCREEN)
    actions = _finalists(observation, played, first, seed)
    found = playouts(observation, actions, worlds, seed=seed, first=first)
    shares = chances(found, HANDICAP.of(observation))
    own = shares[:, :, seat]
    best = max(range(len(actions)), key=lambda place: own[place].mean())
    expert = best if _is_clear(own[best] - own[0]) else 0
    place = actions.index(played)
    if not _is_clear(own[expert] - own[place]):
        expert = place
    effect = (shares[place] - shares[expert]).mean(axis=0)
    return Judgement(
        played=played,
        expert=actions[expert],
        chances={each: float(row.mean()) for each, row in zip(actions, own, strict=True)},
        error=float(own[place].std(ddof=1)) / math.sqrt(worlds),
        effect=tuple(effect.tolist()),
    )


def _finalists(observation: Observation, played: int, worlds: int, seed: int) -> list[int]:
    """Return the actions to compare, the planner's first."""
    if len(observation.legal_ids()) == 1:
        return [played]
    planned = ask(make("planner", seed), observation)
    actions = kind_of(observation.ruleset).bots.search.proposals(observation, planned)
    if is_ticket_choice(observation, planned):
        return list(dict.fromkeys([*actions, played]))
    return list(dict.fromkeys([planned, played, *_promising(observation, actions, worlds, seed)]))


def is_ticket_choice(observation: Observation, action: int) -> bool:
    """Return whether an action chooses tickets from an offer."""
    types = observation.ruleset.rules[0]["action_type"]
    return action < observation.ruleset.action_count and bool(types[action] == KEEP)


def _promising(observation: Observation, actions: Sequence[int], worlds: int, seed: int) -> list[int]:
    """Return the best action other than the first, if any."""
    if len(actions) < 2:
        return []
    shares = chances(playouts(observation, actions[1:], worlds, seed=seed), HANDICAP.of(observation))
    return [actions[1 + int(shares[:, :, int(observation.record["seat"])].mean(axis=1).argmax())]]


def _is_clear(difference: npt.NDArray[np.float64]) -> bool:
    """Return whether these differences, by world, are clearly positive."""
    return bool(difference.mean() > CLEAR * difference.std(ddof=1) / math.sqrt(len(difference)))
