"""Compiled loops that play whole games between bots, built from the functions of a kind of game.

`loops_of` builds them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from whistlestop.core.blocks import copy_block
from whistlestop.core.fields import NONE, TURN
from whistlestop.core.jit import entries, jit
from whistlestop.core.machine import Machine
from whistlestop.core.rng import fast_next
from whistlestop.core.seats import next_to_act
from whistlestop.core.types import (
    Actions,
    Floats,
    Generator,
    Integers,
    Numbers,
    Observations,
    RulesArray,
    States,
    WorkArray,
)
from whistlestop.games.kernel import LIMIT, Decide, Net

NEVER = 1 << 30
"""A turn number that no game reaches."""


@jit
def rank(points: Floats, ranks: Integers) -> None:
    """Write the ranks for the points, starting at 1; tied players share a rank."""
    for player in range(len(points)):
        ranks[player] = 1
        for other in range(len(points)):
            if points[other] > points[player]:
                ranks[player] += 1


@dataclass(frozen=True)
class Loops:
    """The loops of a kind."""

    play_kernels: Callable[..., bool]
    """Play game 0 to its end; return False if it does not end."""
    play_worlds: Callable[..., None]
    """Play every candidate action in sampled worlds."""


def _playing(machine: Machine) -> Callable[..., bool]:
    observe, play = machine.observe, machine.play

    @jit
    def play_on(
        states: States,
        rules: RulesArray,
        i: int,
        observations: Observations,
        deciders: tuple[Decide, ...],
        randoms: Integers,
        numbers: Numbers,
        work: WorkArray,
        decisions: Integers,
        stop: int,
    ) -> bool:
        """Play game i to its end, without scoring it. Return False if it does not end within `kernel.LIMIT` actions.

        deciders, randoms, numbers, work: by player; there are always PLAYERS deciders, since the length of a tuple is
        part of its type. decisions: counts by player. observations (one) and work are scratch space. stop: the turn
        number at which play stops, except in the last round.
        """
        s = states[i]
        work["kept"][:] = 0
        for _ in range(LIMIT):
            if s["turn"] >= stop and s["phase"] == TURN and s["final_left"] == NONE:
                return False
            player = next_to_act(s)
            observe(states, i, player, observations, 0)
            action = deciders[player](
                observations, rules, 0, randoms[player], numbers[player], work[player : player + 1]
            )
            decisions[player] += 1
            if play(states, rules, i, player, action):
                return True
        return False

    return play_on


def _judging(machine: Machine) -> Callable[..., None]:
    observe = machine.observe

    @jit
    def judge(
        states: States,
        rules: RulesArray,
        i: int,
        observations: Observations,
        appraisers: tuple[Decide, ...],
        random: Generator,
        numbers: Numbers,
        work: WorkArray,
        figures: Floats,
        net: Net,
        points: Floats,
    ) -> None:
        """Write the expected final scores of the players of game i to `points`.

        appraisers: from the kind's search, by player. figures: scratch space for each player's figures and the mean of
        their opponents' (2 x players x figures).
        """
        inner, bias, outer, last = net
        players = int(states[i]["players"])
        size = figures.shape[2]
        figures[1, :, :] = 0
        for player in range(players):
            observe(states, i, player, observations, 0)
            appraisers[player](observations, rules, 0, random, numbers, work[:1])
            for each in range(size):
                figures[0, player, each] = work[0]["figures"][each] / 1000
                for other in range(players):
                    if other != player:
                        figures[1, other, each] += figures[0, player, each] / (players - 1)
        for player in range(players):
            points[player] = figures[0, player, 0] + last[0]
            for node in range(len(bias)):
                value = bias[node] + inner[node, 2 * size] * players
                for each in range(size):
                    value += inner[node, each] * figures[0, player, each]
                    value += inner[node, size + each] * figures[1, player, each]
                if value > 0:
                    points[player] += outer[node] * value

    return judge


def loops_of(module: str, machine: Machine, imagine: Any) -> Loops:
    """Return the loops of a kind; its module stores them as LOOPS. imagine: from the kind's search."""
    play, score = machine.play, machine.score
    whole = (0, machine.STATE.itemsize)

    play_on, judge = _playing(machine), _judging(machine)

    @jit
    def play_kernels(
        states: States,
        rules: RulesArray,
        observations: Observations,
        deciders: tuple[Decide, ...],
        randoms: Integers,
        numbers: Numbers,
        work: WorkArray,
        decisions: Integers,
    ) -> bool:
        """Play game 0 to its end; see `play_on` for the arguments."""
        return play_on(states, rules, 0, observations, deciders, randoms, numbers, work, decisions, NEVER)

    @jit
    def play_worlds(
        observations: Observations,
        rules: RulesArray,
        candidates: Actions,
        likely: Numbers,
        seeds: Generator,
        deciders: tuple[Decide, ...],
        numbers: Numbers,
        states: States,
        seen: Observations,
        randoms: Integers,
        work: WorkArray,
        decisions: Integers,
        turns: int,
        appraisers: tuple[Decide, ...],
        judging: Numbers,
        figures: Floats,
        net: Net,
        scores: Floats,
        ranks: Integers,
    ) -> None:
        """Play every candidate in every world, and continue each game from there.

        observations: what the deciding seat knows. likely: the probability that opponents hold each ticket. seeds:
        generators of the worlds; all candidates share the same worlds and the same random numbers. deciders, numbers,
        decisions: of the bots that continue the games, by player. states (two), seen (one), randoms and work (one row
        per seat) are scratch space. turns: after this many turns, `judge` estimates the result of an unfinished game;
        judging: the numbers of the appraisers. scores, ranks (worlds x candidates x seats): the result of each game.
        """
        seat = int(observations[0]["seat"])
        players = int(observations[0]["players"])
        stop = int(observations[0]["turn"]) + turns
        for world in range(len(seeds)):
            random = seeds[world : world + 1]
            imagine(observations, rules, 0, likely, random, states, 0)
            chance = random[0]
            for place in range(len(candidates)):
                copy_block(states[0], states[1], whole)
                random[0] = chance
                for player in range(players):
                    randoms[player, 0] = fast_next(random)
                over = play(states, rules, 1, seat, candidates[place])
                if not over:
                    over = play_on(states, rules, 1, seen, deciders, randoms, numbers, work, decisions, stop)
                if not over and turns != NEVER:
                    points = scores[world, place]
                    judge(states, rules, 1, seen, appraisers, random, judging, work, figures, net, points)
                    rank(points, ranks[world, place])
                    continue
                score(states, rules, 1)
                for player in range(players):
                    scores[world, place, player] = states[1]["final"][player]
                    ranks[world, place, player] = states[1]["rank"][player]

    return Loops(**entries(module, {"play_kernels": play_kernels, "play_worlds": play_worlds}, "LOOPS"))
