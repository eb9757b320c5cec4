"""Reviews of games that are over: what each decision was worth, by what its seat could know when it was made.

`review` looks at a whole game, `judge` at one decision. docs/review.md says how it is done, and how far to trust it.
`advise` says what to do now.
"""

from __future__ import annotations

from .advising import advise
from .judging import Judgement, judge
from .review import CLOSE, VERSION, review
from .shapes import Choice, Decision, Review, Share, TurningPoint

__all__ = [
    "CLOSE",
    "VERSION",
    "Choice",
    "Decision",
    "Judgement",
    "Review",
    "Share",
    "TurningPoint",
    "advise",
    "judge",
    "review",
]
