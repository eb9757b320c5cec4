"""The planner's choice of rows to place and to rob, and the safety of its rows.

A row is worth the cards that reach the stack before the row is robbed or the pass ends.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, COLORS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.mechanisms import Step
from whistlestop.games.yard.bots.figures import SCALE, SIDING, STACK, STACK_WILDS
from whistlestop.games.yard.bots.planner.chance import at_least
from whistlestop.games.yard.bots.planner.numbers import DENY, own
from whistlestop.games.yard.bots.planner.situation import Situation, copy_situation
from whistlestop.games.yard.bots.planning import Planning, Tools

from .rules import fewest_cards, row_owner, row_size

LONGEST = 12
"""The maximum number of cards of a row that the planner considers."""

ROB_WILL = own("rob_will", 500)  # chance that a player who can rob a row does so
ROB_SIZE = own("rob_size", -40)  # change for each additional card of the row
ROB_WILD = own("rob_wild", 500)  # share of the unknown wilds in their hand that a player would spend on it
ROB_WORTH = own("rob_worth", 6000)  # points for a card that an opponent loses


@jit
def survival(o: Observation, n: Numbers, w: Work, color: int, cards: int) -> int:
    """Return the probability that no one robs a row of `cards` cards before the seat's next turn.

    Players can rob it if their hand has more cards of the color and wilds: those seen when taken, plus the expected
    number among their other cards.
    """
    chance = 1000
    for other in range(o["players"]):
        if other == o["seat"]:
            continue
        hidden = int(o["hand_size"][other])
        for card in range(CARDS):
            hidden -= int(o["known"][other, card])
        known = int(o["known"][other, color]) + int(o["known"][other, WILD])
        will = max(0, min(1000, n[ROB_WILL] + (cards - 1) * n[ROB_SIZE]))
        mean = hidden * (w["pool"][color] * 1000 + w["pool"][WILD] * n[ROB_WILD]) // max(1, w["pool_size"])
        chance -= chance * at_least(cards + 1 - known, mean) * will // 1_000_000
    return int(chance)


@jit
def look(o: Observation, _r: Rules, n: Numbers, w: Work) -> None:
    """Write the expected number of a row's first cards that reach the stack, for rows of every color and size."""
    for color in range(COLORS):
        for cards in range(1, LONGEST + 1):
            chance = 1000
            total = 0
            for moved in range(1, cards + 1):
                chance = chance * survival(o, n, w, color, cards - moved + 1) // 1000
                total += chance * w["later"][moved] // 1000
                w["arriving"][color, cards, moved] = total


@jit
def add_row(w: Work, situation: Situation, color: int, colored: int, wild: int) -> None:
    """Add the expected contribution of a row to the stock, wilds first (CARD-10)."""
    cards = min(LONGEST, colored + wild)
    first = w["arriving"][color, cards, min(wild, cards)]
    situation["stock"][WILD] += first
    situation["stock"][color] += w["arriving"][color, cards, cards] - first


@jit
def bring(o: Observation, w: Work, situation: Situation) -> None:
    """Add the expected cards from the player's rows."""
    player = int(o["seat"])
    for color in range(COLORS):
        add_row(w, situation, color, int(o["row_colored"][player, color]), int(o["row_wild"][player, color]))


@jit
def bring_at_once(o: Observation, n: Numbers, w: Work, situation: Situation) -> None:
    """Add one more card of each row (CARD-36, CARD-38)."""
    player = int(o["seat"])
    for color in range(COLORS):
        cards = min(LONGEST, row_size(o, player, color))
        if cards:
            card = WILD if o["row_wild"][player, color] else color
            situation["stock"][card] += survival(o, n, w, color, cards)


@jit
def loot(o: Observation, n: Numbers, w: Work, color: int) -> int:
    """Return the value of a rival losing a row of the color."""
    owner = row_owner(o, color)
    if owner == NONE:
        return 0
    players = int(o["players"])
    coming = 0
    after = 0
    if o["final_left"] != NONE:
        after = 1 if (owner - int(o["player"])) % players < o["final_left"] else 0
        coming = after * 1000
    else:
        for place in range(1, row_size(o, owner, color) + 1):
            coming += w["later"][place]
    return int(coming * n[ROB_WORTH] // 1000 * n[DENY] // 1000 // (players - 1))


@jit
def place_row(w: Work, situation: Situation, color: int, colored: int, wild: int) -> None:
    """Move cards from the hand to the siding."""
    situation["hand"][color] -= colored
    situation["hand"][WILD] -= wild
    add_row(w, situation, color, colored, wild)


def act(tools: Tools) -> Step:
    """Return the planner's function for placing a row."""
    worth = tools.worth

    @jit
    def best_set(o: Observation, r: Rules, n: Numbers, w: Work) -> tuple[int, int]:
        """Return the best set, and the value of the situation after placing it; NONE if there is none."""
        player = int(o["seat"])
        best = NONE
        most = 0
        for color in range(COLORS):
            held = int(o["hand"][player, color])
            if held == 0:
                continue
            fewest = fewest_cards(o, player, color)
            prize = loot(o, n, w, color)
            for colored in range(1, held + 1):
                for wild in range(max(0, fewest - colored), int(o["hand"][player, WILD]) + 1):
                    copy_situation(w["now"], w["trial"])
                    place_row(w, w["trial"], color, colored, wild)
                    value = worth(r, n, w, w["trial"]) + prize
                    if best == NONE or value > most:
                        best = int(r["set_id"][color, colored, wild])
                        most = value
        return best, most

    return best_set


@jit
def sum_up(o: Observation, w: Work) -> None:
    """Write the number of cards on the stack and in the rows."""
    player = int(o["seat"])
    figures = w["figures"]
    for card in range(CARDS):
        figures[STACK] += int(o["stack"][player, card]) * SCALE
    figures[STACK_WILDS] = int(o["stack"][player, WILD]) * SCALE
    for color in range(COLORS):
        figures[SIDING] += int(o["row_colored"][player, color] + o["row_wild"][player, color]) * SCALE


PLANNING = Planning(
    work=[
        # by color, row size, and how many of its first cards count
        ("arriving", np.int64, (COLORS, LONGEST + 1, LONGEST + 1)),
    ],
    look=look,
    bring=bring,
    bring_at_once=bring_at_once,
    act=act,
    preferred=True,
    sum_up=sum_up,
)
