"""The numbers that the planner uses for its estimates. All are integers, most in thousandths of turns or points.

They were found by playing many games with one number changed at a time, against `greedy`, against itself and against
earlier versions (docs/how-bots-think.md). Each is an option of the bot: `planner:rob_worth=4000`.
"""

from __future__ import annotations

DEFAULTS = {
    # time
    "deck_turns": 1080,  # turns, of any player, until a card of the deck has been placed
    "hand_turns": 350,  # the same for a card of a hand
    "crowd": -75,  # change of both for each player beyond two
    "spread": 900,  # standard deviation of the remaining turns, per square root of their number
    "tail": 1000,  # turns at the end of a pass that move no more cards to the stack
    "single": 400,  # turns to place one card of a color
    "pair": 800,  # two cards
    "three": 1100,  # three cards
    "longer": 300,  # each further card
    "wild_ride": 100,  # turns to place a wild along with others
    "card_draw": 700,  # turns to draw a missing card, if cards of many colors are missing
    "few_colors": 100,  # increase for each color below four
    "ticket_spread": 550,  # standard deviation of the turns that tickets take, as a share of these turns
    # value
    "slack_worth": 5500,  # points for a turn that no ticket needs
    "spare_stock": 1200,  # points for a card of the stack that no ticket needs
    "spare_hand": 600,  # the same for a card of the hand
    "spare_wild": 1500,  # the same for a wild of the hand
    # opponents
    "deny": 1000,  # weight of opponents' losses, divided by their number
}


def own(name: str, default: int) -> int:
    """Add a number of a mechanism, when its `planner.py` is imported; return its index in the numbers."""
    DEFAULTS[name] = default
    return len(DEFAULTS) - 1


(
    DECK_TURNS,
    HAND_TURNS,
    CROWD,
    SPREAD,
    TAIL,
    SINGLE,
    PAIR,
    THREE,
    LONGER,
    WILD_RIDE,
    CARD_DRAW,
    FEW_COLORS,
    TICKET_SPREAD,
    SLACK_WORTH,
    SPARE_STOCK,
    SPARE_HAND,
    SPARE_WILD,
    DENY,
) = range(len(DEFAULTS))
