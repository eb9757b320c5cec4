"""Review finished games: the value of each decision, given its seat's knowledge at the time.

`review` judges a whole game, `judge` one decision; docs/review.md explains method and accuracy. `advise` recommends an
action.
"""

from __future__ import annotations

from whistlestop.text.advice import RoutePlan

from .advising import advise
from .judging import Judgment, judge
from .review import CLOSE, VERSION, review
from .shapes import Choice, Decision, Moment, MoveReason, Review, Share, TurningPoint

__all__ = [
    "CLOSE",
    "VERSION",
    "Choice",
    "Decision",
    "Judgment",
    "Moment",
    "MoveReason",
    "Review",
    "RoutePlan",
    "Share",
    "TurningPoint",
    "advise",
    "judge",
    "review",
]
