"""Titles, descriptions and pictures of pages, for search engines and for previews of links.

A link reveals no more than the page does: for a game in progress, only the players and the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from msgspec import Struct

from whistlestop.languages import catalogue, say
from whistlestop.server.adapters.database import players as kept
from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.usecases.notices.sending import called
from whistlestop.server.usecases.pictures import Pictures
from whistlestop.server.usecases.tables.bots import bot_name

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.meeting import MeetingStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import Seat
    from whistlestop.server.usecases.boards import Boards
    from whistlestop.server.usecases.tables.registry import Tables

PART = "pages"
CARD = "/card.png"
"""The picture of pages without their own, which is a file of the client."""


class Head(Struct, frozen=True):
    """The data about a page in its head. `picture`: a path."""

    title: str
    text: str
    picture: str = CARD


class Pages:
    """The heads of pages in all languages."""

    def __init__(self, store: Store, meeting: MeetingStore, tables: Tables, boards: Boards) -> None:
        self._store = store
        self._meeting = meeting
        self._tables = tables
        self._boards = boards
        self.pictures = Pictures(tables, boards)

    def close(self) -> None:
        """Stop."""
        self.pictures.close()

    def start(self, language: str) -> Head:
        """Return the head of the start page, and of pages about which nothing may be revealed."""
        texts = catalogue(language, "ui")
        return Head(texts["start.title"], texts["start.lead"])

    def plain(self, language: str, name: str) -> Head:
        """Return the head of a page that is the same for all users, by the name of its texts."""
        texts = catalogue(language, PART)
        return Head(texts[f"head.{name}.title"], texts[f"head.{name}.text"])

    def rules(self, language: str, ruleset: str) -> Head:
        """Return the head of the rules of a board."""
        try:
            board = self._boards.public(ruleset)
        except Refusal:
            return self.plain(language, "rules")
        title = say(
            language,
            PART,
            "head.board.title",
            board=self._boards.title(ruleset, language, board.ruleset.name),
        )
        picture = f"/api/rulesets/{ruleset}/picture.png" if board.ruleset.routes else CARD
        return Head(title, say(language, PART, "head.rules.text"), picture)

    async def player(self, language: str, player: str) -> Head:
        """Return the head of a player's page: with their name if others can see the page."""
        try:
            found = await kept.player(self._store, player)
        except DatabaseError:
            found = None
        if found is None or not found.shown:
            return self.start(language)
        return Head(
            say(language, PART, "head.player.title", name=found.name),
            say(language, PART, "head.player.text", name=found.name),
        )

    async def invitation(self, language: str, key: str) -> Head:
        """Return the head of an invitation: the host and the game."""
        try:
            invited = await self._meeting.invited_to(key)
        except DatabaseError:
            invited = None
        # A picture's path must not contain the table's id, which is the key to all of its seats.
        return self.start(language) if invited is None else await self.game(language, invited[0], hide=True)

    async def game(self, language: str, key: str, at: int | None = None, *, hide: bool = False) -> Head:
        """Return the head of a table, or of a replay at a version; that of the start page if there is no such table.

        hide: refer to the table by its spectator key.
        """
        try:
            async with self._tables.visit(key, "") as (table, _nobody):
                row, shown = table.row, table.shown(None)
        except (Refusal, DatabaseError):
            return self.start(language)
        game = None if shown is None else shown.game
        ruleset = self._boards[row.ruleset].ruleset if game is None else game.ruleset
        board = self._boards.title(row.ruleset, language, ruleset.name)
        names = [seat_name(language, seat) for seat in row.seats if seat.kind != "open"]
        outcome = None if game is None else game.outcome()
        # A link to a moment does not reveal how the game ended.
        moment = at is not None and game is not None and outcome is not None and at < game.version
        if outcome is not None and not moment:
            order = sorted(outcome["players"], key=lambda one: one["rank"])
            names = [f"{names[one['seat']]}: {one['score']}" for one in order]
        ended = "moment" if moment else "replay"
        kind = "invited" if row.state == "open" else "watch" if outcome is None else ended
        picture = (
            f"/api/games/{quote(row.watch if hide else key, safe='')}/picture.png" if ruleset.routes else CARD
        )
        return Head(
            say(language, PART, f"head.{kind}.title", board=board, move=str(at or 0)),
            say(language, PART, f"head.{kind}.text", names=" · ".join(filter(None, names))),
            f"{picture}?at={at}" if at is not None and outcome is not None and ruleset.routes else picture,
        )


def seat_name(language: str, seat: Seat) -> str:
    """Return the name of a seat's player."""
    if seat.user is None and seat.bot is not None and seat.name is None:
        own = catalogue(language, "ui")
        return own.get(f"bot.{seat.bot}") or bot_name(seat.bot)
    return called(language, seat.label or seat.name or "")
