"""The beginning of a game at a table."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace

from whistlestop.fairness import new_seed
from whistlestop.server.domain import games
from whistlestop.server.domain.permissions import check_host, check_open, check_told
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.usecases.tables.changes import change
from whistlestop.server.usecases.tables.following import begun, catch_up

if TYPE_CHECKING:
    from whistlestop import Ruleset
    from whistlestop.server.domain.tables import Seat
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.table")

TOLD = 10
"""Seconds in which players can leave after the host has changed the table."""


@change
async def start(table: Table, user: str, ruleset: Ruleset, nonce: str | None = None) -> None:
    """Begin a game with a ruleset (host only) when no seat is open. The nonce belongs to the host's seat."""
    check_host(table.row, user)
    check_open(table.row)
    if not table.is_full:
        raise Refusal("not_started", "Some seats are still open. Fill or remove them first.")
    check_told(table.row, TOLD, table.context.store.timeline.now())
    seats = tuple(
        replace(seat, nonce=nonce) if nonce and seat.user == user else seat for seat in table.row.seats
    )
    await begin(table, ruleset, seats)


async def begin_if_full(table: Table, ruleset: Ruleset) -> None:
    """Begin the game at a quick-play table as soon as no seat is open."""
    if table.row.quick and table.is_full:
        with suppress(Refusal):  # it has already begun, or a player has just left
            await start(table, table.row.owner, ruleset)


async def begin(table: Table, ruleset: Ruleset, seats: tuple[Seat, ...]) -> None:
    """Begin a game with these seats. The caller holds the table's lock, and no seat is open."""
    nonces = [seat.nonce for seat in seats]
    seed = table.row.seed or new_seed().hex()  # older tables have no committed seed
    game = games.new_game(ruleset, seed, nonces)
    header = games.header_of(game)
    store = table.context.store
    try:
        at = store.timeline.now()
        stops = await store.start_table(table.id, header, at, nonces)
    except Conflict:
        await catch_up(table)
        raise Refusal("already_started", "The game has already begun.") from None
    table.set_row(seats=seats, state="playing", header=header, started=at)
    log.info("game started", table=table.tag, ruleset=table.row.ruleset, players=len(seats))
    table.take_game(game, begun(table.row, game, store, stops))
