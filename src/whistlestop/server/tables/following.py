"""The clock of a table, followed through what the store has of its game."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from whistlestop.server.clocks.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whistlestop import Game
    from whistlestop.server.store.rows import HandOver, LoggedAction, TableRow
    from whistlestop.server.store.store import Store


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


async def followed(row: TableRow, store: Store) -> Following:
    """What follows the game of a table, with the hand-overs that belong to it."""
    if row.clock is None or row.header is None:
        return Following(row, store)
    return Following(row, store, await store.hand_overs(row.id))


def begun(row: TableRow, game: Game, store: Store) -> Clock | None:
    """The clock of a game that has just begun."""
    if row.clock is None:
        return None
    people = [seat.kind == "person" for seat in row.seats]
    began = row.started if row.started is not None else row.created
    return Clock(row.clock, people, began, game.to_act, store.timeline)
