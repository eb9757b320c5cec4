"""The standings of a board and season, cached until another game on the board ends."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec

from whistlestop.server.adapters.database.rated_games import played, state_of
from whistlestop.server.domain.pace import PACES, Pace
from whistlestop.server.domain.standings import Season, standings

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.standings import Played, Standing

KEPT = 100
"""Limit of cached boards and seasons."""
LONGEST = 300.0
"""Maximum age of cached standings in seconds, because guests become accounts and old results are filled in."""

Standings = dict[Pace, list["Standing"]]
_Key = tuple[str, Season, bool]
"""A board, a season, and whether games against programs count."""


class _Kept(msgspec.Struct):
    """Cached standings, their time, and the state they were computed from."""

    state: tuple[int, int | None]
    made: float
    standings: Standings


class Rankings:
    """The standings for any number of readers, computed once, in a thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()
        self._making = asyncio.Lock()

    async def standings(self, ruleset: str, season: Season, *, programs: bool = False) -> Standings:
        """Return all players who played against others on a board in a season, guests included, best first, by pace.

        With `programs`, games against programs also count, for the ratings of programs.
        """
        key = (ruleset, season, programs)
        state = await state_of(self._store, ruleset, season)
        found = self._find(key, state)
        if found is None:
            async with self._making:
                found = self._find(key, state)  # an earlier caller may have computed it meanwhile
                if found is None:
                    games = await played(self._store, ruleset, season, programs=programs)
                    found = await asyncio.to_thread(_standings, games, season)
                    self._keep(key, _Kept(state, time.monotonic(), found))
        return found

    def _find(self, key: _Key, state: tuple[int, int | None]) -> Standings | None:
        found = self._kept.get(key)
        if found is None or found.state != state or time.monotonic() - found.made > LONGEST:
            return None
        self._kept.move_to_end(key)
        return found.standings

    def _keep(self, key: _Key, made: _Kept) -> None:
        self._kept[key] = made
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def _standings(games: dict[Pace, list[Played]], season: Season) -> Standings:
    return {pace: standings(games[pace], season) for pace in PACES}
