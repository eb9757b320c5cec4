"""Whole games between compiled bots, inside one compiled loop."""

from __future__ import annotations

from whistlestop.core.jit import jit
from whistlestop.core.seats import next_to_act
from whistlestop.core.types import Generator, Integers, Numbers, Observations, RulesArray, States, WorkArray
from whistlestop.games.kernel import GREEDY, LIMIT, PLANNER
from whistlestop.games.network.engine.machine import observe, play

from .chance import decide as random_decide
from .greedy import decide as greedy_decide
from .planner.decide import decide as planner_decide


@jit
def choose(
    code: int,
    observations: Observations,
    rules: RulesArray,
    random: Generator,
    numbers: Numbers,
    work: WorkArray,
) -> int:
    """Ask the bot of this code."""
    if code == PLANNER:
        return planner_decide(observations, rules, 0, random, numbers, work)
    if code == GREEDY:
        return greedy_decide(observations, rules, 0, random, numbers, work)
    return random_decide(observations, rules, 0, random, numbers, work)


@jit
def play_kernels(
    states: States,
    rules: RulesArray,
    observations: Observations,
    codes: Integers,
    randoms: Integers,
    numbers: Numbers,
    work: WorkArray,
    decisions: Integers,
) -> bool:
    """Play the game in states[0] to its end, not scored yet; False if the end does not come (`kernel.LIMIT`)."""
    for _ in range(LIMIT):
        player = next_to_act(states[0])
        observe(states, 0, player, observations, 0)
        action = choose(codes[player], observations, rules, randoms[player], numbers[player], work)
        decisions[player] += 1
        if play(states, rules, 0, player, action):
            return True
    return False
