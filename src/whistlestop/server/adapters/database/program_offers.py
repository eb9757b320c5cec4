"""Programs that can be challenged, and the challenges that they accept."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, select

from whistlestop.server.adapters.database.rated_games import finished
from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.adapters.database.schema.friends import presences
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.programs import offers
from whistlestop.server.adapters.database.schema.tables import tables
from whistlestop.server.messages.programs import ProgramOffer

if TYPE_CHECKING:
    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store


class StoredProgram(NamedTuple):
    """A program with a public page. `seen`: when it was last online (ms since 1970), unless long ago."""

    id: str
    name: str
    offer: ProgramOffer
    seen: int | None
    games: int


async def set_offer(store: Store, user: str, offer: ProgramOffer) -> None:
    """Replace the offer of a program."""
    row = {
        "user": user,
        "owner": offer.owner,
        "rulesets": " ".join(offer.rulesets),
        "players": " ".join(map(str, offer.players)),
    }

    async def job(connection: AsyncConnection) -> None:
        upsert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert
        await connection.execute(
            upsert(offers).values(row).on_conflict_do_update(index_elements=[offers.c.user], set_=row)
        )

    await store.writer.run(job)


async def offer_of(store: Store, user: str) -> ProgramOffer:
    """Return the offer of a program; unless it has set one, it accepts all challenges."""
    async with store.reading() as connection:
        row = (await connection.execute(select(offers).where(offers.c.user == user))).one_or_none()
    return ProgramOffer("", [], []) if row is None else _offer(row)


async def public_programs(store: Store, user: str | None = None, *, most: int) -> list[StoredProgram]:
    """Return programs with a public page, last seen first; if a user is given, only this program."""
    games = (
        select(func.count(func.distinct(results.c.game)))
        .join(tables, tables.c.id == results.c.game)
        .where(results.c.user == users.c.id, finished())
        .scalar_subquery()
    )
    seen = presences.c.at
    query = (
        select(users.c.id, users.c.name, offers, seen, games.label("games"))
        .join(accounts, accounts.c.user == users.c.id)
        .outerjoin(offers, offers.c.user == users.c.id)
        .outerjoin(presences, presences.c.user == users.c.id)
        .where(users.c.is_bot, accounts.c.shown)
        .order_by(func.coalesce(seen, 0).desc(), users.c.name, users.c.id)
        .limit(most)
    )
    if user is not None:
        query = query.where(users.c.id == user)
    async with store.reading() as connection:
        rows = await connection.execute(query)
        return [StoredProgram(row.id, row.name, _offer(row), row.at, row.games) for row in rows]


def _offer(row: Row[tuple[object, ...]]) -> ProgramOffer:
    """Return the offer in a row whose columns are null if there is no offer."""
    players = [int(number) for number in (row.players or "").split()]
    return ProgramOffer(row.owner or "", (row.rulesets or "").split(), players)
