"""What crosses the wire of reviews (docs/protocol.md)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from whistlestop.reviewing.shapes import Review


class ReviewAnswer(Struct):
    """GET and POST /api/games/{game}/review: `review` when it is done, and how far it is while it is made.

    `none`: nobody has asked for it; `failed`: it could not be made, and may be asked for again. `done` of `total`
    decisions are judged; `ahead`: reviews of other games that are made before.
    """

    state: Literal["none", "waiting", "working", "done", "failed"]
    done: int = 0
    total: int = 0
    ahead: int = 0
    review: Review | None = None
