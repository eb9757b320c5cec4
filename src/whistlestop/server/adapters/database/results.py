"""How finished games ended: one row per seat, written with the last action of the game.

Ranks and winners are those that count (RUL-84). They are computed in the transaction that writes them, from the seats
at that moment, so a player who has just left is not taken for one who stayed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from msgspec.structs import asdict
from sqlalchemy import select

from whistlestop.endings import seat_ends
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.tables import seats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from whistlestop.server.domain.games import SeatScore


def keep_results(connection: Connection, game: str, found: Sequence[SeatScore]) -> None:
    """Write the results of a game, with the score of every seat in the order of the seats.

    Existing results stay, except that missing columns are filled in.
    """
    query = select(seats.c.user, seats.c.bot, seats.c.away).where(seats.c.game == game).order_by(seats.c.seat)
    who = connection.execute(query).all()
    ends = seat_ends([one.rank for one in found], [seat.bot for seat in who], [seat.away for seat in who])
    rows = [
        asdict(one) | {"game": game, "user": seat.user, "bot": seat.bot, "rank": end.rank, "won": end.won}
        for one, seat, end in zip(found, who, ends, strict=True)
    ]
    insert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert(results)
    connection.execute(
        insert.on_conflict_do_update(
            index_elements=[results.c.game, results.c.seat],
            set_={"held": insert.excluded.held},
            where=results.c.held.is_(None),
        ),
        rows,
    )
