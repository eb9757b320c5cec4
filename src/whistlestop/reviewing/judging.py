"""One decision: what it was worth, beside what an expert would have done. An observation is all that is looked at."""

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
"""Standard errors by which one action must be better than another: of a hundred decisions, hardly one by chance."""
SCREEN = 8
"""Actions that neither the seat nor the planner has chosen are first tried in so many times fewer worlds."""
LEAST = 4
"""Worlds in which anything is tried at least."""


@dataclass(frozen=True)
class Judgement:
    """What came of it. Actions are as the engine numbers them."""

    played: int
    expert: int
    """The same as `played` unless it is clearly better."""
    chances: dict[int, float]
    """The seat's chance with each of the actions that were looked at closely."""
    error: float
    """Standard error of the chance with the action that was played."""
    effect: tuple[float, ...]
    """What it changed for each seat that not the expert's action was played; their sum is 0."""


def judge(observation: Observation, action: int | str, worlds: int | None = None, seed: int = 0) -> Judgement:
    """Judge an action that the observation's seat may choose.

    The planner's choice, the action, and the most promising other one (of tickets: every choice) are played in the same
    worlds that the seat thinks possible. The expert plays the planner's, or what is clearly better. The same arguments
    give the same result.

    worlds: in which it is tried; by default as many as the kind of game says (`games.search.Search.worlds`).

    Raises IllegalAction for an action that is not legal for the seat, ValueError for fewer than 4 worlds.
    """
    if worlds is None:
        worlds = kind_of(observation.ruleset).bots.search.worlds
    if worlds < LEAST:
        raise ValueError(f"{worlds} worlds are too few: it takes {LEAST}")
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
    """The actions to look at closely, the planner's first."""
    if len(observation.legal_ids()) == 1:
        return [played]
    planned = ask(make("planner", seed), observation)
    actions = kind_of(observation.ruleset).bots.search.proposals(observation, planned)
    if is_ticket_choice(observation, planned):
        return list(dict.fromkeys([*actions, played]))
    return list(dict.fromkeys([planned, played, *_promising(observation, actions, worlds, seed)]))


def is_ticket_choice(observation: Observation, action: int) -> bool:
    """Whether an action is a choice of tickets on offer."""
    types = observation.ruleset.rules[0]["action_type"]
    return action < observation.ruleset.action_count and bool(types[action] == KEEP)


def _promising(observation: Observation, actions: Sequence[int], worlds: int, seed: int) -> list[int]:
    """The best action but the first, if there is one."""
    if len(actions) < 2:
        return []
    shares = chances(playouts(observation, actions[1:], worlds, seed=seed), HANDICAP.of(observation))
    return [actions[1 + int(shares[:, :, int(observation.record["seat"])].mean(axis=1).argmax())]]


def _is_clear(difference: npt.NDArray[np.float64]) -> bool:
    """Whether what makes this difference, world by world, is better beyond doubt."""
    return bool(difference.mean() > CLEAR * difference.std(ddof=1) / math.sqrt(len(difference)))
