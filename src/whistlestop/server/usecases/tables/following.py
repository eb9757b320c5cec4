"""The clock of a table, followed through what the store has of its game."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import structlog

from whistlestop.errors import WhistlestopError
from whistlestop.server.domain import games
from whistlestop.server.domain.clock import Clock
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whistlestop import Game
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import HandOver, LoggedAction, TableRow


log = structlog.get_logger("whistlestop.table")


class Following:
    """Told of a game while it is replayed, and makes its clock, if the table has one."""

    def __init__(self, row: TableRow, store: Store, hand_overs: Iterable[HandOver] = ()) -> None:
        self.clock: Clock | None = None
        self._row = row
        self._store = store
        self._hand_overs: dict[int, list[HandOver]] = defaultdict(list)
        for change in hand_overs:
            self._hand_overs[change.ply].append(change)

    def __call__(self, game: Game, line: LoggedAction | None) -> None:
        """The game has begun (None), or an action was played."""
        if line is None:
            self.clock = begun(self._row, game, self._store)
        if self.clock is None:
            return
        if line is not None:
            self.clock.acted(line.seat, line.at, game.to_act, game.due_since < game.version)
        for change in self._hand_overs[game.version]:
            self.clock.handed(change.seat, change.at, away=change.bot is not None)


def replayed(
    row: TableRow, logged: Iterable[LoggedAction], handed: Iterable[HandOver], store: Store
) -> tuple[Game | None, Clock | None]:
    """The game of a table and its clock, built from the log. Raises Refusal where this version cannot read it."""
    if row.header is None:
        return None, None
    following = Following(row, store, handed)
    try:
        # Without a clock there is nothing to follow, and the engine plays on alone.
        game = games.load_game(row.header, logged, None if row.clock is None else following)
    except WhistlestopError as error:
        log.warning("game cannot be read", table=row.id[:6], ruleset=row.ruleset, error=error.code)
        raise Refusal("unreadable", "This game is stored, but this server cannot read it.") from None
    return game, following.clock


def begun(row: TableRow, game: Game, store: Store) -> Clock | None:
    """The clock of a game that has just begun."""
    if row.clock is None:
        return None
    people = [seat.kind == "person" for seat in row.seats]
    began = row.started if row.started is not None else row.created
    return Clock(row.clock, people, began, game.to_act, store.timeline)
