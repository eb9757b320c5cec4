"""One decision of the planner."""

from __future__ import annotations

from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Generator, Numbers, Observation, Rules, Work
from whistlestop.games.deciding import deciding
from whistlestop.games.mechanisms import BEYOND
from whistlestop.games.yard.bots.planning import Tools

from . import contributions
from .plan import choose as choose_ticket
from .plan import clear, order_tickets, ticket_gain, worth
from .survey import survey

_TOOLS = Tools(worth, order_tickets, clear, choose_ticket, ticket_gain)
own_phase = contributions.deciding_with(_TOOLS)
best_action = contributions.acting_with(_TOOLS)


@jit
def choose(o: Observation, r: Rules, n: Numbers, w: Work, _random: Generator) -> int:
    """Choose an action for the observation's seat, deterministically: in a turn, the most valuable situation."""
    survey(o, r, n, w)
    answer = own_phase(o, r, n, w)
    if answer != BEYOND:
        return int(answer)
    order_tickets(r, n, w, w["now"])
    best, _ = best_action(o, r, n, w)
    return int(best if best != NONE else r["id_pass"])


decide = deciding(__name__, choose)
