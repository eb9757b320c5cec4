"""Compares thousands of worlds that differ only in hidden information; planted leaks must be found."""

from __future__ import annotations

import asyncio

import pytest
from tests.campaigns.frame import Campaign, Fault, Figure, Trial
from tests.campaigns.watched import RULES, SERVER, SRC, TOLD
from tests.server.comparison import Leak, compare
from tests.server.planted_leaks import ANYWHERE, CARDS, MAPS, WAREHOUSES, cards_in_warehouse
from tests.server.planted_leaks_yard import WITH_STACKS

import whistlestop as ws

EVERY = 3
"""One of this number of states of a game is compared."""
PART = 100
"""Number of compared states of one game before the next game."""
ENOUGH = 5000
"""Number of states within which a planted leak must be found."""
GAMES = (*ws.ruleset_ids(), *WAREHOUSES)
"""The compared games."""
PLANTS = [(plant, MAPS) for plant in ANYWHERE] + [(plant, CARDS) for plant in [*ANYWHERE, *WITH_STACKS]]
PLANTS.append((cards_in_warehouse, WAREHOUSES))


def worlds(trial: Trial) -> list[Figure]:
    """Compare this number of states of every game."""
    states = steps = part = 0
    while trial.goes_on(states):
        for ruleset in GAMES:
            done = asyncio.run(compare(min(PART, trial.size), trial.seed * 1000 + part, EVERY, [ruleset]))
            steps += done.steps.total()
        part += 1
        states += min(PART, trial.size)
        trial.say(f"{states} states of every game, no difference")
    return [Figure("further steps compared", steps)]


def planted(trial: Trial) -> list[Figure]:
    """Plant this number of leaks, one at a time."""
    while trial.goes_on(trial.done):
        plant, rulesets = PLANTS[trial.before + trial.done]
        with pytest.MonkeyPatch.context() as patch:
            plant(patch)
            try:
                asyncio.run(compare(ENOUGH, trial.seed, EVERY, rulesets))
            except Leak:
                trial.done += 1
                trial.say(f"found: {plant.__name__}")
            else:
                raise Fault(f"not found: {plant.__doc__}")
    plants = PLANTS[trial.before : trial.before + trial.done]
    return [Figure("leaks in the card game", sum(rulesets is CARDS for _, rulesets in plants))]


WATCHED = (
    *RULES,
    *TOLD,
    f"{SRC}/agents/prose.py",
    *(
        f"{SERVER}/{name}"
        for name in (
            "http/sockets",
            "messages",
            "usecases/programs/texts.py",
            "usecases/replays",
            "usecases/tables",
        )
    ),
    *(
        f"tests/server/{name}.py"
        for name in ("campaigns/leaks", "comparison", "planted_leaks", "stacks", "worlds")
    ),
)

CAMPAIGNS = [
    Campaign(
        "worlds",
        "compare all output of worlds that differ only in hidden information",
        "states per game",
        100_000,
        0,
        worlds,
        WATCHED,
    ),
    Campaign(
        "planted",
        "plant leaks; the comparison must find each of them",
        "leaks",
        len(PLANTS),
        0,
        planted,
        WATCHED,
    ),
]
