"""Reviews in the database: one for each game, in the format of this version of the program."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from whistlestop.reviewing import VERSION
from whistlestop.reviewing.shapes import Review
from whistlestop.server.adapters.database.schema.history import reviews
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store


async def kept_review(store: Store, game: str) -> Review | None:
    """Return the review of a game, if there is one that this version can read."""
    query = select(reviews.c.document).where(reviews.c.game == game, reviews.c.format == VERSION)
    async with store.reading() as connection:
        document: str | None = (await connection.execute(query)).scalar()
    return None if document is None else msgspec.json.decode(document, type=Review)


class _Accuracy(msgspec.Struct):
    """The part of a share that `accuracies` reads."""

    seat: int
    accuracy: list[float | None] = []


class _Accuracies(msgspec.Struct):
    seats: list[_Accuracy]


_DECODER = msgspec.json.Decoder(_Accuracies)


async def accuracies(connection: AsyncConnection, games: Sequence[str]) -> dict[str, dict[int, float]]:
    """Return the accuracy of each seat in these games, if they have been reviewed: the mean of its phases."""
    query = select(reviews.c.game, reviews.c.document).where(
        reviews.c.game.in_(games), reviews.c.format == VERSION
    )
    found: dict[str, dict[int, float]] = {}
    for game, document in (await connection.execute(query)).all():
        for share in _DECODER.decode(document).seats:
            known = [one for one in share.accuracy if one is not None]
            if known:
                found.setdefault(game, {})[share.seat] = round(sum(known) / len(known), 1)
    return found


async def keep_review(store: Store, game: str, review: Review) -> None:
    """Store a review, replacing one in an older format."""
    row = {"format": review.format, "made": now(), "document": msgspec.json.encode(review).decode()}

    async def job(connection: AsyncConnection) -> None:
        insert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert(reviews)
        await connection.execute(
            insert.values(game=game, **row).on_conflict_do_update(index_elements=[reviews.c.game], set_=row)
        )

    await store.writer.run(job)
