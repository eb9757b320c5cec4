"""The shared part of bots with a single idea.

They keep tickets, answer the mechanisms' decisions, and otherwise follow the idea.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whistlestop.core.fields import OPENING, TICKET_CHOICE
from whistlestop.core.jit import jit
from whistlestop.core.tickets import keep_min
from whistlestop.core.types import Generator, Numbers, Observation, Rules, Work
from whistlestop.games.deciding import deciding
from whistlestop.games.kernel import Decide
from whistlestop.games.mechanisms import BEYOND

from .collecting import cheapest_tickets
from .planner.contributions import simply


def one_idea(module: str, act: Callable[..., int], keep: Callable[..., int] = cheapest_tickets) -> Decide:
    """Return the function of a kernel. Both arguments are compiled, and decide deterministically.

    act: `act(o, r, n, w, player) -> action` in a turn. keep: `keep(o, r, w, player, least) -> action` for an offer of
    which at least `least` tickets must be kept.
    """

    @jit
    def choose(o: Observation, r: Rules, n: Numbers, w: Work, _random: Generator) -> Any:
        player = int(o["seat"])
        phase = o["phase"]
        if phase == OPENING or phase == TICKET_CHOICE:  # noqa: PLR1714, SIM109
            return keep(o, r, w, player, keep_min(r, phase == OPENING))
        answer = simply(o, r, player, w["actions"])
        if answer != BEYOND:
            return answer
        return act(o, r, n, w, player)

    return deciding(module, choose)
