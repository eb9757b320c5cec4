"""The numbers that the planner judges by. All are integers; most are hundredths of points or turns.

`research/tune.py` tuned them by playing (docs/how-bots-think.md). A built-in board may have its own in the
`planner.toml` of its folder; these are for all other boards. Each is an option of the bot: `planner:tempo=250`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

TUNED = "planner.toml"
"""The numbers of a ruleset of the package, in its folder."""

DEFAULTS = {
    "tempo": 387,  # what a turn is worth, in hundredths of a point
    "train": 137,  # what a train is worth that is not needed, in hundredths of a point
    "keep_train": 33,  # the same while tickets are chosen
    "floor": 20,  # least cost of a space of a route, in hundredths of a point
    "color_draw": 124,  # draws for a card of one color, in hundredths
    "gray_draw": 62,  # draws for a card of any color that suits
    "wild_draw": 136,  # draws for a wild
    "alone": 123,  # draws for a card when only one color is still needed, in hundredths
    "pair": 133,  # when two are
    "three": 117,
    "four": 110,
    "five": 105,
    "six": 102,
    "many": 100,
    "danger": 8,  # chance in thousandths that any route is taken in a round
    "danger_touch": 16,  # and more for each end that another player's routes touch
    "danger_long": 7,  # and more for each space of the route beyond three
    "danger_want": 35,  # and more if a ticket of somebody else surely needs it
    "want_share": 13,  # how much more likely a ticket is held if all of its way is built than if nothing is
    "block": 312,  # what closing a route that a ticket of somebody else surely needs is worth, in hundredths of a point
    "hand_use": 82,  # share of another player's hand that he can use, in hundredths
    "stride": 601,  # average length of the routes that others claim, in hundredths
    "hurry": 62,  # weight of what could be lost if the game ended early
    "risk": 128,  # weight of what could be lost if a route were taken
    "fill_loss": 188,  # share of its points that a lost route for points is thought to cost, in hundredths
    "wild_spare": 96,  # turns, in thousandths, that a wild in the hand is worth beyond its place in the plan
    "claim_bias": -841,  # turns, in thousandths, by which a claim is preferred
    "goal_first": 173,  # turns, in thousandths, by which a claim for a ticket goes before one for points
    "goal_claim": 0,  # and by which it goes before drawing cards
    "surcharge": 157,  # turns, in thousandths, that the cards of a surcharge are worth on average
    "patience": 199,  # turns, in thousandths, by which paying a surcharge may be worse than withdrawing
    "ticket_bias": 419,  # turns, in thousandths, that drawing tickets must be better by
    "other_ticket": 800,  # what a ticket of somebody else is thought to score, in hundredths of a point
    "doubt": 1500,  # how far scores are thought to be from what they seem, in hundredths of a point
    "ticket_share": 22,  # share of a new ticket's points that is counted on, in hundredths
    "ticket_more": 30,  # share of the value of a second ticket worth keeping
    "link": 11,  # points, in hundredths, for each train of a route that continues the own network
    "trail": 70,  # points, in hundredths, for each train by which a route lengthens the longest trail
    "slack": 81,  # turns, in hundredths, by which a plan may be later than the expected end
    "keep_time": 83,  # share of the time left that a plan with new tickets may take, in hundredths
    "fail": 0,  # chance in thousandths, for each route that a ticket needs, that the ticket fails
    "fill_floor": -97,  # least worth of a route for points only, in hundredths of a point a space
}


def own(name: str, default: int) -> int:
    """Add a number of a mechanism, when its `planner.py` is imported; return its place among the numbers."""
    DEFAULTS[name] = default
    return len(DEFAULTS) - 1


TOLD = {
    "gray_draw": 105,
    "wild_draw": 180,
    "alone": 150,
    "pair": 125,
    "three": 115,
    "hand_use": 75,
    "stride": 340,
}
"""What people are told of turns is reckoned with these: the planner wins more if it fears an early end and hopes for
cards, but that is not how long games of its own and plans of its own take."""

(
    TEMPO,
    TRAIN,
    KEEP_TRAIN,
    FLOOR,
    COLOR_DRAW,
    GRAY_DRAW,
    WILD_DRAW,
    ALONE,
    PAIR,
    THREE,
    FOUR,
    FIVE,
    SIX,
    MANY,
    DANGER,
    DANGER_TOUCH,
    DANGER_LONG,
    DANGER_WANT,
    WANT_SHARE,
    BLOCK,
    HAND_USE,
    STRIDE,
    HURRY,
    RISK,
    FILL_LOSS,
    WILD_SPARE,
    CLAIM_BIAS,
    GOAL_FIRST,
    GOAL_CLAIM,
    SURCHARGE,
    PATIENCE,
    TICKET_BIAS,
    OTHER_TICKET,
    DOUBT,
    TICKET_SHARE,
    TICKET_MORE,
    LINK,
    TRAIL,
    SLACK,
    KEEP_TIME,
    FAIL,
    FILL_FLOOR,
) = range(len(DEFAULTS))


def tuned() -> dict[str, dict[str, int]]:
    """The numbers of rulesets that have their own, by the id of the ruleset."""
    every = ((folder.name, folder / TUNED) for folder in (files("whistlestop") / "rulesets").iterdir())
    return {name: tomllib.loads(file.read_text("utf-8")) for name, file in every if file.is_file()}
