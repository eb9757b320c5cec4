"""Actions that draw train cards: the blind draw first, then those from the market (USA-7, CARD-15).

Each kind defines which cards can be drawn; this module lists, counts and judges the draws.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from whistlestop.core.draws import count_draws, list_draws, nth_draw
from whistlestop.core.fields import DRAW, SECOND_DRAW, TAKE, TURN
from whistlestop.core.jit import jit
from whistlestop.core.rng import fast_below
from whistlestop.core.types import Actions, Generator, Integers, Rules, State

from .mechanism import BEYOND, NO, YES, Step

__all__ = ["Drawing", "drawing"]


class Drawing(NamedTuple):
    """Steps of a mechanism that draws train cards."""

    list_turn: Step
    count_turn: Step
    nth_turn: Step
    list_second: Step
    """`list_phase` for the phase in which a second card is drawn."""
    judge: Step
    choose_second: Step
    """`choose` for that phase."""


def drawing(can_draw: Callable[[Any, Any, bool], bool], takeable: Callable[[Any, Any, bool], int]) -> Drawing:
    """Return the steps for drawing; `can_draw(s, r, second)` says whether a blind card can be drawn.

    `takeable(s, r, second)` returns the cards that can be taken from the market, as a bit set. `second`: whether it
    would be the second card of the turn.
    """

    @jit
    def list_turn(s: State, r: Rules, _player: int, out: Actions, size: int) -> int:
        """Write the draws that can begin a turn."""
        return list_draws(r, can_draw(s, r, False), takeable(s, r, False), out, size)

    @jit
    def count_turn(s: State, r: Rules, _player: int, _counts: Integers, _at: int) -> int:
        return count_draws(can_draw(s, r, False), takeable(s, r, False))

    @jit
    def nth_turn(s: State, r: Rules, _player: int, index: int, _counts: Integers, _at: int) -> int:
        return nth_draw(r, can_draw(s, r, False), takeable(s, r, False), index)

    @jit
    def list_second(s: State, r: Rules, _player: int, out: Actions) -> int:
        """Write the draws of a second card (USA-9, USA-10)."""
        if s["phase"] != SECOND_DRAW:
            return BEYOND
        return list_draws(r, can_draw(s, r, True), takeable(s, r, True), out, 0)

    @jit
    def judge(s: State, r: Rules, _player: int, action: int) -> int:
        """Return whether this card may be drawn now."""
        action_type = r["action_type"][action]
        if action_type != DRAW and action_type != TAKE:
            return BEYOND
        second = s["phase"] == SECOND_DRAW
        if s["phase"] != TURN and not second:
            return NO
        if action_type == DRAW:
            return YES if can_draw(s, r, second) else NO
        return YES if (takeable(s, r, second) >> int(r["action_color"][action])) & 1 else NO

    @jit
    def choose_second(s: State, r: Rules, _player: int, random: Generator) -> int:
        """Return a random second card."""
        if s["phase"] != SECOND_DRAW:
            return BEYOND
        blind, cards = can_draw(s, r, True), takeable(s, r, True)
        return nth_draw(r, blind, cards, fast_below(random, count_draws(blind, cards)))

    return Drawing(list_turn, count_turn, nth_turn, list_second, judge, choose_second)
