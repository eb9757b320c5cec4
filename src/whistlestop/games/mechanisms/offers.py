"""Actions for ticket offers: drawing tickets in a turn, and choosing those to keep (USA-26, USA-27, CARD-31)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whistlestop.core.fields import KEEP, MOST_TICKETS, NONE, OPENING, TAKE_TICKETS, TICKET_CHOICE, TURN
from whistlestop.core.jit import jit
from whistlestop.core.seats import all_chosen
from whistlestop.core.tickets import can_keep, draw_offer, keep_min, list_keeps, subset_size
from whistlestop.core.types import Actions, Integers, Rules, State

from .mechanism import BEYOND, ENDED, GOES_ON, NO, YES, Mechanism

__all__ = ["tickets"]


@jit
def list_turn(s: State, r: Rules, _player: int, out: Actions, size: int) -> int:
    """Write the action of drawing tickets, if the ticket deck has any (USA-26, CARD-31)."""
    if s["ticket_size"] > 0:
        out[size] = r["id_tickets"]
        size += 1
    return size


@jit
def count_turn(s: State, _r: Rules, _player: int, _counts: Integers, _at: int) -> int:
    """Return 1 if tickets can be drawn, otherwise 0."""
    return 1 if s["ticket_size"] > 0 else 0


@jit
def nth_turn(_s: State, r: Rules, _player: int, _index: int, _counts: Integers, _at: int) -> int:
    """Return the action of drawing tickets."""
    return int(r["id_tickets"])


@jit
def list_phase(s: State, r: Rules, player: int, out: Actions) -> int:
    """Write the sets of offered tickets that may be kept (USA-4, USA-27, CARD-6, CARD-32)."""
    opening = s["phase"] == OPENING
    if not opening and s["phase"] != TICKET_CHOICE:
        return BEYOND
    return list_keeps(s, r, player, keep_min(r, opening), out, 0)


@jit
def judge(s: State, r: Rules, player: int, action: int) -> int:
    """Return whether the player may draw tickets, or keep these."""
    action_type = r["action_type"][action]
    if action_type == TAKE_TICKETS:
        return YES if s["phase"] == TURN and s["ticket_size"] > 0 else NO
    if action_type != KEEP:
        return BEYOND
    opening = s["phase"] == OPENING
    if not opening and s["phase"] != TICKET_CHOICE:
        return NO
    return YES if can_keep(s, player, int(r["action_arg"][action]), keep_min(r, opening)) else NO


@jit
def tie_break(s: State, criterion: int, player: int) -> int:
    """Return the number of completed tickets: the player with more is ahead (USA-35, CARD-53)."""
    return int(s["completed"][player]) if criterion == MOST_TICKETS else BEYOND


def tickets(
    end_opening: Callable[[Any, Any], None], settle: Callable[[Any, Any, int, int], None], **others: Any
) -> Mechanism:
    """Return the ticket rules of a kind.

    `end_opening(s, r)` carries out all opening choices (COM-19); `settle(s, r, player, subset)` carries out a choice
    made during a turn. others: further parts of the `Mechanism`.
    """

    @jit
    def play(s: State, r: Rules, player: int, action: int) -> int:
        """Draw tickets, or keep some of the offered tickets."""
        action_type = r["action_type"][action]
        if action_type == TAKE_TICKETS:
            draw_offer(s, player, int(r["draw_tickets"]))
            s["phase"] = TICKET_CHOICE
            return GOES_ON
        if action_type != KEEP:
            return BEYOND
        subset = int(r["action_arg"][action])
        s["did_arg"] = NONE  # which tickets were kept is secret (COM-15, COM-19)
        if s["phase"] == OPENING:
            s["sealed"][player] = subset
            s["chosen"][player] = 1
            if all_chosen(s):
                end_opening(s, r)
            return GOES_ON
        s["did_kept"] = subset_size(subset)
        s["did_refused"] = s["offer_size"][player] - s["did_kept"]
        settle(s, r, player, subset)
        return ENDED

    return Mechanism(
        list_turn=list_turn,
        count_turn=count_turn,
        nth_turn=nth_turn,
        list_phase=list_phase,
        judge=judge,
        play=play,
        tie_break=tie_break,
        **others,
    )
