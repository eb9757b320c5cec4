"""The cards that bots give in place of others, and the claims that become possible (NOR-9, NOR-10)."""

from __future__ import annotations

from whistlestop.core.fields import CARDS, COLORS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, Numbers, Observation, Rules, Work
from whistlestop.games.mechanisms import BEYOND, Step
from whistlestop.games.network.bots.planner.needs import expect
from whistlestop.games.network.bots.planner.numbers import WILD_SPARE
from whistlestop.games.network.bots.planning import Planning, Tools

from .rules import GIVING


def decide(tools: Tools) -> Step:
    """Return the planner's function for giving cards."""
    plan, tally = tools.plan, tools.tally

    @jit
    def give(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
        """Give the card that the rest of the plan needs least."""
        if o["phase"] != GIVING:
            return BEYOND
        plan(o, r, n, w, w["hand"])
        needs = tally(r, w, w["list_size"], NONE)
        best, least = NONE, 0
        for card in range(CARDS):
            if w["hand"][card] == 0:
                continue
            for other in range(CARDS):
                w["trial"][other] = w["hand"][other]
            w["trial"][card] -= 1
            turns = expect(n, w, needs, w["trial"])
            if card == WILD:
                turns += n[WILD_SPARE]
            if best == NONE or turns < least:
                best, least = int(r["id_give"]) + card, turns
        return best

    return give


@jit
def simply(o: Observation, r: Rules, player: int, _legal: Actions) -> int:
    """Give a card of the most frequent color in the hand; a wild only if there is no other."""
    if o["phase"] != GIVING:
        return BEYOND
    best = WILD
    for color in range(COLORS):
        if o["hand"][player, color] > (0 if best == WILD else o["hand"][player, best]):
            best = color
    return int(r["id_give"]) + best


PLANNING = Planning(decide=decide, simply=simply)
