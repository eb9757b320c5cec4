"""Reviews in the database: one for each game, in the format of this version of the program."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from whistlestop.reviewing import VERSION
from whistlestop.reviewing.shapes import Review
from whistlestop.reviewing.summing import accuracy
from whistlestop.server.adapters.database.schema.history import reviews
from whistlestop.server.adapters.database.schema.tables import hand_overs
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
    """Return the accuracy of each seat in these games, if they have been reviewed: the mean of its phases.

    Decisions of bots that played for people do not count.
    """
    changes = await _hand_overs(connection, games)
    query = select(reviews.c.game, reviews.c.document).where(
        reviews.c.game.in_(games), reviews.c.format == VERSION
    )
    found: dict[str, dict[int, float]] = {}
    for game, document in (await connection.execute(query)).all():
        for share in _DECODER.decode(document).seats:
            phases = share.accuracy
            if handed := changes.get((game, share.seat)):
                phases = _of_person(msgspec.json.decode(document, type=Review), share.seat, handed)
            known = [one for one in phases if one is not None]
            if known:
                found.setdefault(game, {})[share.seat] = round(sum(known) / len(known), 1)
    return found


async def _hand_overs(
    connection: AsyncConnection, games: Sequence[str]
) -> dict[tuple[str, int], list[tuple[int, bool]]]:
    """Return the hand-overs of people's seats by game and seat: the version, and whether a bot took over."""
    query = select(hand_overs).where(hand_overs.c.game.in_(games)).order_by(hand_overs.c.id)
    found: dict[tuple[str, int], list[tuple[int, bool]]] = {}
    for row in (await connection.execute(query)).all():
        found.setdefault((row.game, row.seat), []).append((row.ply, row.bot is not None))
    return found


def _of_person(review: Review, seat: int, handed: Sequence[tuple[int, bool]]) -> list[float | None]:
    """Return the accuracy by phase of the decisions made by a seat's human player."""

    def by_person(version: int) -> bool:
        since = [to_bot for ply, to_bot in handed if ply <= version]
        return not since or not since[-1]

    first = review.decisions[0].version if review.decisions else 0
    own = [decision for decision in review.decisions if by_person(decision.version)]
    return accuracy(own, seat, first, review.version)


async def keep_review(store: Store, game: str, review: Review) -> None:
    """Store a review, replacing one in an older format."""
    row = {"format": review.format, "made": now(), "document": msgspec.json.encode(review).decode()}

    async def job(connection: AsyncConnection) -> None:
        insert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert(reviews)
        await connection.execute(
            insert.values(game=game, **row).on_conflict_do_update(index_elements=[reviews.c.game], set_=row)
        )

    await store.writer.run(job)
