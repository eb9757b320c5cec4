"""How finished games ended: one row a seat, written with the last action of the game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import asdict
from sqlalchemy import select

from whistlestop.server.store.schema import results

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from whistlestop.server.store.store import Store


class SeatResult(msgspec.Struct, frozen=True):
    """How one seat came out. `user` is None for a bot of its own.

    `detail` is JSON: numbers by name; `held` as well: the routes and tickets of `whistlestop.text.view.Held`.
    """

    seat: int
    user: str | None
    bot: str | None
    score: int
    rank: int
    won: bool
    detail: str
    held: str


class KeptResult(msgspec.Struct, frozen=True):
    """The result of a seat that a user had, as it is stored."""

    game: str
    seat: int
    bot: str | None
    score: int
    rank: int
    won: bool
    detail: str
    held: str | None


async def results_of_user(store: Store, user: str) -> list[KeptResult]:
    """All results of a user."""
    columns = [getattr(results.c, name) for name in KeptResult.__struct_fields__]
    query = select(*columns).where(results.c.user == user).order_by(results.c.game, results.c.seat)
    async with store.reading() as connection:
        return [KeptResult(*row) for row in (await connection.execute(query)).all()]


def keep_results(connection: Connection, game: str, found: Sequence[SeatResult]) -> None:
    """Write the results of a game; those that are there already stay, but for what was not kept with them once."""
    insert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert(results)
    connection.execute(
        insert.on_conflict_do_update(
            index_elements=[results.c.game, results.c.seat],
            set_={"held": insert.excluded.held},
            where=results.c.held.is_(None),
        ),
        [{"game": game, **asdict(one)} for one in found],
    )
