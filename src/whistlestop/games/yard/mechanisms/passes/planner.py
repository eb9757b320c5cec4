"""The value of a situation in the next pass (CARD-44)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.deck import cards_in_all
from whistlestop.core.fields import CARDS, MARKET
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.mechanisms import Step
from whistlestop.games.yard.bots.figures import NEXT_TIME
from whistlestop.games.yard.bots.planner.numbers import own
from whistlestop.games.yard.bots.planner.situation import Situation
from whistlestop.games.yard.bots.planner.timing import turns_of
from whistlestop.games.yard.bots.planning import Planning

NEXT_CARD = own("next_card", 900)  # turns to move a card to the stack
NEXT_SLACK = own("next_slack", 6000)  # points for a turn that no ticket needs yet
CARRY = own("carry", 1000)  # points for a card of the hand at the beginning of the pass


@jit
def next_pass(o: Observation, r: Rules, n: Numbers) -> int:
    """Estimate the player's turns in the next pass; 0 if there is none (CARD-45, CARD-46)."""
    players = int(o["players"])
    if o["pass_index"] + 1 >= r["passes"][players]:
        return 0
    deck = cards_in_all(r) - players * int(r["pass_hand"]) - MARKET
    hands = players * int(r["pass_hand"])
    for player in range(players):
        deck -= int(o["hand_size"][player])
        hands += int(o["hand_size"][player])
    return int(turns_of(n, players, max(0, deck), hands) // players)


@jit
def look(o: Observation, r: Rules, n: Numbers, w: Work) -> None:
    """Store the time in the next pass."""
    w["next_time"] = next_pass(o, r, n)


def later(ticket_gain: Step) -> Step:
    """Return the planner's function for the value of the next pass."""

    @jit
    def plan_next(r: Rules, n: Numbers, w: Work, situation: Situation) -> int:
        """Choose tickets for the next pass from the rest; return the points of tickets and hand.

        All cards are still to be drawn.
        """
        total = 0
        budget = int(w["next_time"])
        if budget == 0:
            return 0
        for place in range(situation["count"]):
            ticket = int(situation["ticket"][place])
            turns = int(r["ticket_cards"][ticket]) * n[NEXT_CARD]
            left = 1000 - w["chance"][place]
            if left > 0 and turns <= budget:
                total += ticket_gain(r, n, w, ticket) * left // 1000
                budget -= turns * left // 1000
        total += budget * n[NEXT_SLACK] // 1000
        for card in range(CARDS):
            total += situation["hand"][card] * n[CARRY]
        return int(total)

    return plan_next


@jit
def sum_up(_o: Observation, w: Work) -> None:
    """Write the time in the next pass."""
    w["figures"][NEXT_TIME] = w["next_time"]


PLANNING = Planning(
    work=[("next_time", np.int64)],  # the seat's turns in the next pass, in thousandths
    look=look,
    later=later,
    sum_up=sum_up,
)
