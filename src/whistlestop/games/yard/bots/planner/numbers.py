"""The numbers that the planner judges by. All are integers, most of them thousandths of turns or of points.

They were found by playing many games with one of them changed, against `greedy`, itself, and itself as it was before
(docs/how-bots-think.md).
Each can be given as an option: `planner:rob_worth=4000`.
"""

from __future__ import annotations

DEFAULTS = {
    # time
    "deck_turns": 1080,  # turns, of whomever, that a card of the deck takes until it is placed
    "hand_turns": 350,  # or a card of a hand
    "crowd": -75,  # what is added to either for each player beyond two
    "spread": 900,  # standard deviation of the turns that are left, for the root of their number
    "tail": 1000,  # turns at the end of a pass that bring nothing any more
    "single": 400,  # turns to place one card of a color
    "pair": 800,  # or two
    "three": 1100,  # or three
    "longer": 300,  # and more for each further one
    "wild_ride": 100,  # turns to place a wild along with others
    "card_draw": 700,  # turns to draw a card that is lacking, if cards of many colors are
    "few_colors": 100,  # and more for each color that fewer than four are lacking
    "ticket_spread": 550,  # standard deviation of the turns that tickets take, as a share of them
    # worth
    "slack_worth": 5500,  # points that a turn is worth that no ticket needs
    "spare_stock": 1200,  # points that a card of the stack is worth that no ticket needs
    "spare_hand": 600,  # or one of the hand
    "spare_wild": 1500,  # or a wild of the hand
    "offer_share": 500,  # share of what new tickets promise that is counted on
    # the others
    "rob_will": 500,  # chance that a player robs a row if he can
    "rob_size": -40,  # what is added to it for each further card of the row
    "rob_wild": 500,  # share of the unknown wilds in his hand that he would spend on it
    "rob_worth": 6000,  # points that a card is worth that another loses
    "deny": 1000,  # weight of what others lose, shared by their number
    "deny_card": 2500,  # points that it is worth to take a card of a color of which another holds one
    "finish": 850,  # share of the tickets in other hands that will be completed
    "growth": 250,  # tickets that another player will still draw and complete in a turn
    # the pass after this one
    "next_card": 900,  # turns to get a card on the stack
    "next_slack": 6000,  # points that a turn is worth that no ticket needs yet
    "carry": 1000,  # points that a card of the hand is worth then
}

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
    OFFER_SHARE,
    ROB_WILL,
    ROB_SIZE,
    ROB_WILD,
    ROB_WORTH,
    DENY,
    DENY_CARD,
    FINISH,
    GROWTH,
    NEXT_CARD,
    NEXT_SLACK,
    CARRY,
) = range(len(DEFAULTS))
