"""The messages about reviews (docs/protocol/)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from whistlestop.reviewing.shapes import Review


class ReviewAnswer(Struct):
    """GET and POST /api/games/{game}/review: the progress of a review, and the review.

    `none`: nobody has requested it; `failed`: request it again. `done`: judged decisions of `total`; `ahead`: reviews
    of other games that are made first. The `review` of one that is `working` has the decisions judged so far, the last
    of the game.
    """

    state: Literal["none", "waiting", "working", "done", "failed"]
    done: int = 0
    total: int = 0
    ahead: int = 0
    review: Review | None = None
