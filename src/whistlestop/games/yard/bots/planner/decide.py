"""One decision of the planner."""

from __future__ import annotations

from whistlestop.core.fields import DECLARATION, NONE, OPENING, SECOND_DRAW, TICKET_CHOICE
from whistlestop.core.jit import jit
from whistlestop.core.types import Generator, Numbers, Observation, Rules, Work
from whistlestop.games.deciding import deciding
from whistlestop.games.yard.bots.table import all_refused
from whistlestop.games.yard.mechanisms.cards.rules import can_draw

from .cards import first_card, second_card
from .declaring import declare
from .offers import keep_tickets, value_of_drawing
from .plan import order_tickets
from .rows import best_set, best_trio
from .survey import survey


@jit
def take_turn(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """Return the action that makes the situation most valuable."""
    best, most = best_set(o, r, n, w)
    action, value = best_trio(o, r, n, w)
    if action != NONE and (best == NONE or value > most):
        best, most = action, value
    if can_draw(o):
        action, value = first_card(o, r, n, w)
        if best == NONE or value > most:
            best, most = action, value
    if o["ticket_size"] > 0 and not (can_draw(o) and all_refused(o)):
        value = value_of_drawing(o, r, n, w)
        if best == NONE or value > most:
            best, most = int(r["id_tickets"]), value
    return best if best != NONE else int(r["id_pass"])


@jit
def choose(o: Observation, r: Rules, n: Numbers, w: Work, _random: Generator) -> int:
    """Choose an action for the observation's seat, deterministically."""
    phase = o["phase"]
    survey(o, r, n, w)
    if phase == DECLARATION:
        return declare(o, r, n, w)
    if phase == OPENING or phase == TICKET_CHOICE:  # noqa: PLR1714, SIM109
        return keep_tickets(o, r, n, w)
    order_tickets(r, n, w, w["now"])
    if phase == SECOND_DRAW:
        return second_card(o, r, n, w)
    return take_turn(o, r, n, w)


decide = deciding(__name__, choose)
