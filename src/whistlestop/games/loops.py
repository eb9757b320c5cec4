"""Compiled loops that play whole games between bots, built from the functions of a kind of game.

`loops_of` builds them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

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


class Trial(NamedTuple):
    """The actions to try, and the worlds to try them in."""

    observations: Observations
    """The observation of the deciding seat, an array of one."""
    rules: RulesArray
    actions: Actions
    """The candidate actions."""
    likely: Numbers
    """How likely each player holds each ticket: players x tickets, in the form that `imagine` takes."""
    seeds: Generator
    """The generator of each world. All actions share the same worlds and the same random numbers."""


class Crew(NamedTuple):
    """The bots that play a game, by player."""

    deciders: tuple[Decide, ...]
    """Always PLAYERS, since the length of a tuple is part of its type."""
    randoms: Integers
    """Their generators: players x 1."""
    numbers: Numbers
    """Their numbers: players x the longest list."""
    work: WorkArray
    """Their scratch space."""
    decisions: Integers
    """The number of decisions so far, by player."""


class Values(NamedTuple):
    """How the results of unfinished games are estimated."""

    turns: int
    """The number of turns after which they are estimated; NEVER if every game is played to its end."""
    appraisers: tuple[Decide, ...]
    """The appraisers of the kind's search, by player."""
    numbers: Numbers
    """The numbers of the appraisers."""
    net: Net
    figures: Floats
    """Scratch space for each player's figures and the mean of their opponents': 2 x players x figures."""


class Results(NamedTuple):
    """The result of each game: worlds x actions x seats."""

    scores: Floats
    ranks: Integers


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
        crew: Crew,
        stop: int,
    ) -> bool:
        """Play game i to its end, without scoring it. Return False if it does not end within `kernel.LIMIT` actions.

        observations: scratch space for one. stop: the turn number at which play stops, except in the last round.
        """
        deciders, randoms, numbers, work, decisions = crew
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
        crew: Crew,
        values: Values,
        points: Floats,
    ) -> None:
        """Write the expected final scores of the players of game i to `points`.

        observations: scratch space for one. crew: its generators and scratch space are used.
        """
        _, appraisers, numbers, net, figures = values
        inner, bias, outer, last = net
        randoms, work = crew.randoms, crew.work
        players = int(states[i]["players"])
        size = figures.shape[2]
        figures[1, :, :] = 0
        for player in range(players):
            observe(states, i, player, observations, 0)
            appraisers[player](observations, rules, 0, randoms[player], numbers, work[:1])
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
    """Return the loops of a kind; its module stores them as LOOPS. imagine: that of the kind's search."""
    play, score = machine.play, machine.score
    whole = (0, machine.STATE.itemsize)

    play_on, judge = _playing(machine), _judging(machine)

    @jit
    def play_kernels(
        states: States,
        rules: RulesArray,
        observations: Observations,
        crew: Crew,
    ) -> bool:
        """Play game 0 to its end; see `play_on` for the arguments."""
        return play_on(states, rules, 0, observations, crew, NEVER)

    @jit
    def play_worlds(
        trial: Trial,
        crew: Crew,
        values: Values,
        states: States,
        seen: Observations,
        results: Results,
    ) -> None:
        """Play every action in every world, and continue each game with the crew.

        states: scratch space for two. seen: scratch space for one observation.
        """
        observations, rules, actions, likely, seeds = trial
        scores, ranks = results
        randoms = crew.randoms
        seat = int(observations[0]["seat"])
        players = int(observations[0]["players"])
        stop = int(observations[0]["turn"]) + values.turns
        for world in range(len(seeds)):
            random = seeds[world : world + 1]
            imagine(observations, rules, 0, likely, random, states, 0)
            chance = random[0]
            for place in range(len(actions)):
                copy_block(states[0], states[1], whole)
                random[0] = chance
                for player in range(players):
                    randoms[player, 0] = fast_next(random)
                over = play(states, rules, 1, seat, actions[place])
                if not over:
                    over = play_on(states, rules, 1, seen, crew, stop)
                if not over and values.turns != NEVER:
                    points = scores[world, place]
                    judge(states, rules, 1, seen, crew, values, points)
                    rank(points, ranks[world, place])
                    continue
                score(states, rules, 1)
                for player in range(players):
                    scores[world, place, player] = states[1]["final"][player]
                    ranks[world, place, player] = states[1]["rank"][player]

    return Loops(**entries(module, {"play_kernels": play_kernels, "play_worlds": play_worlds}, "LOOPS"))
