"""The boards that tables can use, and the board of each table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.kinds import kind_of
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.usecases.boards import no_board
from whistlestop.server.usecases.tables.bots import check_bot

if TYPE_CHECKING:
    from whistlestop import Ruleset
    from whistlestop.server.messages.tables import SeatWish
    from whistlestop.server.usecases.boards import Board, Boards
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table


class TableBoards:
    """The boards for tables."""

    def __init__(self, tables: Tables, boards: Boards) -> None:
        self._tables = tables
        self._boards = boards

    def ruleset(self, board: str) -> Ruleset:
        """Return the ruleset of a board. Raises Refusal if there is no such board."""
        return self._boards[board].ruleset

    async def ruleset_for(
        self,
        board: str,
        seats: list[SeatWish],
        *,
        look: bool,
        listed: bool = False,
        club: tuple[str, str] | None = None,
    ) -> Ruleset:
        """Return the ruleset of a board if it allows these seats and the option `look`. Raises Refusal.

        listed: whether the table is public, which excludes boards made by users. club: the table's club, and the user
        who wants to use its board.
        """
        ruleset = (await self._board(board, club)).ruleset
        if listed:
            self.check_listed(board)
        if not ruleset.min_players <= len(seats) <= ruleset.max_players:
            raise Refusal("bad_request", f"This board is for {ruleset.sizes} players.")
        if look and "look" not in kind_of(ruleset).told.options:
            raise Refusal("bad_request", "This board has no stacks to look at.")
        for seat in seats:
            if seat.kind == "bot":
                check_bot(seat.bot)
        return ruleset

    async def _board(self, board: str, club: tuple[str, str] | None) -> Board:
        """Return a board. A club's board is only for the club's tables. Raises Refusal."""
        if club is None:
            return await self._boards.load(board)
        where, user = club
        found = await self._boards.load_for(board, user)
        if await self._boards.club_of(board) not in {None, where}:
            raise no_board()
        return found

    def check_listed(self, board: str) -> None:
        """Refuse to list tables with a board that a user has made."""
        if self._boards.find(board) is None:
            raise Refusal("bad_request", "Tables with your own boards cannot be listed.")

    async def of(self, table: str, user: str) -> Board:
        """Return the board of a table, given by its id or its spectator key, for a user. Raises Refusal."""
        board, _begun = await self.look_at(table, user)
        return board

    async def look_at(self, table: str, user: str = "") -> tuple[Board, bool]:
        """Return the board of a table, and whether the game has begun."""
        async with self._tables.visit(table, user) as (found, _visitor):
            if found.game is not None:
                return self._boards.of(found.game.ruleset), True
            return self._boards[found.row.ruleset], False

    def title(self, ruleset: str, language: str, name: str) -> str:
        """Return the title of a board in a language; `name` if it has none."""
        return self._boards.title(ruleset, language, name)

    def name_of(self, table: Table) -> str:
        """Return the name of a table's board."""
        return (self._boards[table.row.ruleset] if table.game is None else table.game).ruleset.name
