"""The numbers that the planner uses for its estimates. All are integers; most are hundredths of points or turns.

`research/tune.py` tuned them by playing games (docs/how-bots-think.md). A built-in board may have its own numbers in
the `planner.toml` of its folder; these apply to all other boards. Each is an option of the bot: `planner:tempo=250`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

TUNED = "planner.toml"
"""The file in a built-in ruleset's folder with its own numbers."""

DEFAULTS = {
    "tempo": 387,  # value of a turn, in hundredths of a point
    "train": 137,  # value of a train that the plan does not need, in hundredths of a point
    "keep_train": 33,  # the same while choosing tickets
    "floor": 20,  # minimum cost of a space of a route, in hundredths of a point
    "color_draw": 124,  # draws per card of one color, in hundredths
    "gray_draw": 62,  # draws per card of any suitable color
    "wild_draw": 136,  # draws per wild
    "alone": 123,  # draws per card when only one color is still needed, in hundredths
    "pair": 133,  # the same when two colors are
    "three": 117,
    "four": 110,
    "five": 105,
    "six": 102,
    "many": 100,
    "danger": 8,  # probability, in thousandths, that any route is taken in a round
    "danger_touch": 16,  # increase for each end that another player's routes touch
    "danger_long": 7,  # increase for each space of the route beyond three
    "danger_want": 35,  # increase if an opponent's ticket certainly needs the route
    "want_share": 13,  # how much likelier an opponent holds a ticket if its whole path is built than if none of it is
    "block": 312,  # value of closing a route that an opponent's ticket certainly needs, in hundredths of a point
    "hand_use": 82,  # share of an opponent's hand that is useful to them, in hundredths
    "stride": 601,  # average length of opponents' claims, in hundredths
    "hurry": 62,  # weight of the cost of an early end of the game
    "risk": 128,  # weight of the cost of losing a route
    "fill_loss": 188,  # estimated share of its points that a lost route for points costs, in hundredths
    "wild_spare": 96,  # turns, in thousandths, that a wild in the hand is worth in addition to its use in the plan
    "claim_bias": -841,  # bonus for a claim, in thousandths of a turn
    "goal_first": 173,  # bonus for claims for a ticket over claims for points, in thousandths of a turn
    "goal_claim": 0,  # the same over drawing cards
    "surcharge": 157,  # average cost of the cards for a surcharge, in thousandths of a turn
    "patience": 199,  # how much worse paying a surcharge may be than withdrawing, in thousandths of a turn
    "ticket_bias": 419,  # how much better drawing tickets must be, in thousandths of a turn
    "other_ticket": 800,  # expected score of an opponent's ticket, in hundredths of a point
    "doubt": 1500,  # uncertainty of estimated scores, in hundredths of a point
    "ticket_share": 22,  # expected share of a new ticket's points, in hundredths
    "ticket_more": 30,  # share of the value of a second ticket worth keeping
    "link": 11,  # points, in hundredths, per train of a route that extends the player's network
    "trail": 70,  # points, in hundredths, per train by which a route extends the longest path
    "slack": 81,  # by how much a plan may exceed the expected end, in hundredths of a turn
    "keep_time": 83,  # share of the remaining time that a plan with new tickets may take, in hundredths
    "fail": 0,  # probability, in thousandths, per route of a ticket's path, that the ticket fails
    "fill_floor": -97,  # minimum value per space of a route for points only, in hundredths of a point
}


def own(name: str, default: int) -> int:
    """Add a number of a mechanism, when its `planner.py` is imported; return its index in the numbers."""
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
"""Numbers for the turns shown to players. The planner wins more games if it is pessimistic about the end of the game
and optimistic about cards, but games and plans do not take as long as these numbers say."""

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
    """Return the numbers of rulesets that have their own, by ruleset id."""
    every = ((folder.name, folder / TUNED) for folder in (files("whistlestop") / "rulesets").iterdir())
    return {name: tomllib.loads(file.read_text("utf-8")) for name, file in every if file.is_file()}
