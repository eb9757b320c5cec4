"""How finished games ended: one row a seat, written with the last action of the game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import asdict

from whistlestop.server.store.schema import results

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection


class SeatResult(msgspec.Struct, frozen=True):
    """How one seat came out. `user` is None for a bot of its own; `detail` is JSON: numbers by name."""

    seat: int
    user: str | None
    bot: str | None
    score: int
    rank: int
    won: bool
    detail: str


async def keep_results(connection: AsyncConnection, game: str, found: Sequence[SeatResult]) -> None:
    """Write the results of a game; those that are there already stay."""
    insert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert
    await connection.execute(
        insert(results).on_conflict_do_nothing(), [{"game": game, **asdict(one)} for one in found]
    )
