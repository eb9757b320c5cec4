"""Stored games for the host, including those that this version cannot read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import structlog

from whistlestop.errors import WhistlestopError
from whistlestop.record import GameRecord
from whistlestop.rulesets import released_ruleset
from whistlestop.server.domain import games
from whistlestop.server.domain.times import iso

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import TableRow

log = structlog.get_logger("whistlestop.tables")


class StoredTable(msgspec.Struct, frozen=True):
    """A stored table. `problem`: why its game cannot be read, or None."""

    id: str
    state: str
    ruleset: str
    version: int | None
    actions: int
    created: str
    problem: str | None


async def inventory(store: Store) -> list[StoredTable]:
    """Return all tables, oldest first. Replays every game, a few milliseconds each."""
    return [await _stored(store, row) for row in await store.tables()]


async def _stored(store: Store, row: TableRow) -> StoredTable:
    version, actions, problem = None, 0, None
    if row.header is not None:
        logged = await store.log(row.id)
        actions = len(logged)
        try:
            version = GameRecord.from_json(row.header).ruleset_version
            game = games.load_game(row.header, logged)
            if game.over and row.state != "over":
                problem = "the log has reached the end of the game, but the table is not over"
        except WhistlestopError as error:
            problem = str(error)
    return StoredTable(row.id, row.state, row.ruleset, version, actions, iso(row.created), problem)


async def report_unreadable(store: Store) -> None:
    """Log once how many games in progress need rules that are missing here."""
    tags = [row.id[:6] for row in await store.tables("playing") if not _has_rules(row)]
    if tags:
        log.warning(
            "games cannot be read",
            count=len(tags),
            tables=tags[:10],
            list="whistlestop admin tables --broken",
        )


def _has_rules(row: TableRow) -> bool:
    try:
        record = GameRecord.from_json(row.header or "")
        if record.board is None:
            released_ruleset(record.ruleset, record.ruleset_version, record.ruleset_hash)
    except WhistlestopError:
        return False
    return True
