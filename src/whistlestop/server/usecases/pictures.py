"""Pictures of games for links: the board at a moment, as PNG.

They show what spectators may see: the current position of a game in progress, with the spectators' delay, or any moment
of a finished game. Conversion takes a few tenths of a second, in a thread, and does not hold the interpreter's lock.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from whistlestop.drawing import find_layout
from whistlestop.drawing.card import WIDTH, Holding, card_svg
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import colors_of
from whistlestop.server.usecases.boards import asset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop import Game
    from whistlestop.server.usecases.boards import Asset, Board, Boards
    from whistlestop.server.usecases.tables.registry import Tables

try:
    from resvg_py import svg_to_bytes
except ImportError:  # the extra `pictures` is not installed
    svg_to_bytes = None  # type: ignore[assignment]

KEPT = 100
"""Number of pictures kept in memory, at most 200 KB each."""
WAITING = 8
"""Maximum number of pictures that may wait for the thread."""

Key = tuple[str, tuple[Holding, ...]]


class Moment(Struct, frozen=True):
    """The moment of a game that a picture shows."""

    game: Game
    """The game as spectators see it now."""
    colors: tuple[int, ...]
    at: int | None
    """The version; None: the current one."""


class Pictures:
    """The pictures of this process; each is made once and then kept for a while."""

    def __init__(self, tables: Tables, boards: Boards) -> None:
        self._tables = tables
        self._boards = boards
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._kept: OrderedDict[Key, Asset] = OrderedDict()
        self._waiting = 0

    def close(self) -> None:
        """Stop."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def of_board(self, ruleset: str) -> Asset:
        """Return the picture of a board. Raises Refusal if there is none."""
        return await self._picture(await self._boards.load(ruleset), None)

    async def of_game(self, key: str, at: int | None) -> Asset:
        """Return the picture of a game, given by its id or spectator key. Raises Refusal if there is none.

        at: the version. It is used only once the game is over, since spectators of a game in progress see its current
        version.
        """
        async with self._tables.visit(key, "") as (table, _nobody):
            shown = table.shown(None)
            colors = tuple(colors_of(seat.color for seat in table.row.seats))
            if shown is None:
                board, moment = self._boards[table.row.ruleset], None
            else:
                board = self._boards.of(shown.game.ruleset)
                moment = Moment(shown.game, colors, at if shown.game.over else None)
        return await self._picture(board, moment)

    async def _picture(self, board: Board, moment: Moment | None) -> Asset:
        if svg_to_bytes is None:
            raise Refusal("unavailable", "This site does not create pictures.")
        if not board.ruleset.routes:
            raise Refusal("not_found", "This game has no board.")
        if self._waiting >= WAITING:
            raise Refusal("overloaded", "Too many pictures are being created. Try again later.", wait=5)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, self._make, board, moment)
        finally:
            self._waiting -= 1

    def _make(self, board: Board, moment: Moment | None) -> Asset:
        seats = () if moment is None else holdings(moment)
        key = (board.data.tag, seats)
        found = self._kept.get(key)
        if found is None:
            layout = find_layout(board.ruleset)
            if layout is None:
                raise Refusal("not_found", "This board has not been drawn yet.")
            drawn = card_svg(board.ruleset, layout, seats)
            png = svg_to_bytes(svg_string=drawn, width=WIDTH, skip_system_fonts=True)
            self._kept[key] = found = asset(png, "image/png", compress=False)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return found


def holdings(moment: Moment) -> tuple[Holding, ...]:
    """Return the trains and stations of all seats, which are public at any time."""
    game = moment.game
    if moment.at is not None:
        game = _at(game, moment.at)
    players: Sequence[Any] = game.observe(None).view().players  # type: ignore[attr-defined]  # each kind has its own
    return tuple(
        Holding(
            moment.colors[player.seat],
            tuple(getattr(player, "routes", ())),
            tuple(getattr(player, "stations_built", ())),
        )
        for player in players
    )


def _at(game: Game, version: int) -> Game:
    """Return a finished game at a version, or at its beginning or end if there is no such version."""
    again = game.beginning()
    for seat, action in game.actions:
        if again.version >= version:
            break
        again.play(action, seat)
    return again
