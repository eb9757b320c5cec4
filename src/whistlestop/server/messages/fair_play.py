"""The messages about fair play."""

from __future__ import annotations

from msgspec import Struct

from whistlestop.server.domain.fair_play import FairPlay


class FairPlayAnswer(Struct):
    """GET /api/host/people/{user}/fair-play and /api/account/fair-play."""

    figures: FairPlay
