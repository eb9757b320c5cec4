"""Whole games between compiled bots, and playouts, each inside one compiled loop."""

from __future__ import annotations

from whistlestop.core.jit import jit
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
from whistlestop.games.kernel import Decide, Net
from whistlestop.games.loops import NEVER, play_candidates, play_on
from whistlestop.games.yard.engine.fields import STATE
from whistlestop.games.yard.engine.machine import observe, play, score

from .worlds import imagine

WHOLE = (0, STATE.itemsize)


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
    """Play game 0 to its end; `games.loops.play_on` says what it takes."""
    return play_on(
        observe, play, states, rules, 0, observations, deciders, randoms, numbers, work, decisions, NEVER
    )


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
    """Play candidates in worlds; `games.loops.play_candidates` says what it takes."""
    play_candidates(
        observe,
        play,
        score,
        imagine,
        WHOLE,
        observations,
        rules,
        candidates,
        likely,
        seeds,
        deciders,
        numbers,
        states,
        seen,
        randoms,
        work,
        decisions,
        turns,
        appraisers,
        judging,
        figures,
        net,
        scores,
        ranks,
    )
