"""Which tickets the planner declares as completed (CARD-41)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import DECLARATION, NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, TicketSet, Work
from whistlestop.games.mechanisms import BEYOND, Step
from whistlestop.games.yard.bots.planning import Planning, Tools

from .assignment import best_declaration
from .sets import feasible


def decide(tools: Tools) -> Step:
    """Return the planner's function for declarations."""
    clear, choose, ticket_gain = tools.clear, tools.choose, tools.ticket_gain

    @jit
    def value_of(r: Rules, n: Numbers, w: Work, tickets: TicketSet) -> int:
        """Return the points that completing the tickets adds, including the bonuses that they will probably win."""
        clear(r, w, w["now"]["count"])
        total = 0
        rest = np.uint64(tickets)
        while rest != np.uint64(0):
            ticket = int(ctz(rest))
            rest &= rest - np.uint64(1)
            total += ticket_gain(r, n, w, ticket)
            choose(r, w, ticket)
        return total

    @jit
    def fill(o: Observation, r: Rules, n: Numbers, w: Work, tickets: TicketSet, but: TicketSet) -> TicketSet:
        """Add tickets, except those in `but`, while the stack pays for them, always the one that adds the most."""
        player = int(o["seat"])
        while True:
            best = NONE
            most = 0
            for place in range(w["now"]["count"]):
                ticket = int(w["now"]["ticket"][place])
                more = tickets | bit(ticket)
                if (
                    more != tickets
                    and (but & bit(ticket)) == np.uint64(0)
                    and feasible(o, r, player, int(np.int64(more)))
                ):
                    value = value_of(r, n, w, more)
                    if value > most:
                        best = ticket
                        most = value
            if best == NONE:
                return tickets
            tickets |= bit(best)

    @jit
    def declare(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
        """Return the set with the most points (CARD-42), or a variation of it that is better for the city bonuses.

        A variation leaves out one ticket and adds others instead.
        """
        if o["phase"] != DECLARATION:
            return BEYOND
        declared = np.uint64(best_declaration(o, r, int(o["seat"])))
        most = value_of(r, n, w, declared)
        better = True
        while better:
            better = False
            rest = declared
            while rest != np.uint64(0):
                out = bit(ctz(rest))
                rest &= rest - np.uint64(1)
                other = fill(o, r, n, w, declared & ~out, out)
                value = value_of(r, n, w, other)
                if value > most:
                    declared = other
                    most = value
                    better = True
                    break
        return int(r["id_declare"]) + int(np.int64(declared))

    return declare


@jit
def simply(o: Observation, r: Rules, player: int) -> int:
    """Declare the set with the most points."""
    if o["phase"] != DECLARATION:
        return BEYOND
    return int(r["id_declare"]) + best_declaration(o, r, player)


PLANNING = Planning(decide=decide, simply=simply)
