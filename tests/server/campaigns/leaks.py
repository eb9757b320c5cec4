"""Worlds that differ in hidden things only are compared by the thousand; leaks that are planted have to be found."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.campaigns.frame import Campaign, Fault, Figure, Trial
from tests.server.comparison import Leak, compare
from tests.server.planted import ANYWHERE, CARDS, MAPS
from tests.server.planted_cards import WITH_STACKS

import whistlestop as ws

EVERY = 3
"""Of so many states of a game one is compared."""
PART = 100
"""So many states of one game are compared before those of the next."""
ENOUGH = 5000
"""States within which a planted leak has to be found."""
PLANTS = [(plant, MAPS) for plant in ANYWHERE] + [(plant, CARDS) for plant in [*ANYWHERE, *WITH_STACKS]]


def worlds(trial: Trial) -> list[Figure]:
    """Compare so many states of every game."""
    states = steps = part = 0
    while trial.goes_on(states):
        for ruleset in ws.ruleset_ids():
            done = asyncio.run(compare(min(PART, trial.size), trial.seed * 1000 + part, EVERY, [ruleset]))
            steps += done.steps.total()
        part += 1
        states += min(PART, trial.size)
        trial.say(f"{states} states of every game, no difference")
    return [
        Figure("games", len(ws.ruleset_ids())),
        Figure("further steps compared", steps),
    ]


def planted(trial: Trial) -> list[Figure]:
    """Plant so many leaks, one at a time."""
    while trial.goes_on(trial.done):
        plant, rulesets = PLANTS[trial.done]
        with pytest.MonkeyPatch.context() as patch:
            plant(patch)
            try:
                asyncio.run(compare(ENOUGH, trial.seed, EVERY, rulesets))
            except Leak:
                trial.done += 1
                trial.say(f"found: {plant.__name__}")
            else:
                raise Fault(f"not found: {plant.__doc__}")
    return [Figure("leaks in the card game", sum(rulesets is CARDS for _, rulesets in PLANTS[: trial.done]))]


CAMPAIGNS = [
    Campaign(
        "worlds",
        "compare all output of worlds that differ only in hidden information",
        "states per game",
        100_000,
        0,
        worlds,
    ),
    Campaign(
        "planted",
        "plant leaks; the comparison must find each of them",
        "leaks",
        len(PLANTS),
        0,
        planted,
    ),
]
