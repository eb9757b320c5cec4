"""The messages about reviews (docs/protocol/)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from whistlestop.reviewing.shapes import Review


class ReviewAnswer(Struct):
    """GET and POST /api/games/{game}/review: the progress of a review, and the review.

    `none`: nobody has requested it; `off`: neither this site nor its clients review this game; `failed`: request it
    again. `done`: judged decisions of `total`; `ahead`: reviews of other games in the queue before it. While it is
    `working`, `review` has the decisions judged so far, from the end of the game.

    device: the number of worlds for each decision if the site asks clients to compute the review themselves, from the
    record, with the engine at `/engine/`; null if the server computes it. Clients that cannot run the engine can still
    request it.
    """

    state: Literal["none", "waiting", "working", "done", "failed", "off"]
    done: int = 0
    total: int = 0
    ahead: int = 0
    review: Review | None = None
    device: int | None = None
