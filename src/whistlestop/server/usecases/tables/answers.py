"""What a table answers to those who may ask: views, logs and advice for a seat, and what is public when it is over."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from whistlestop.errors import WhistlestopError
from whistlestop.server.domain import games
from whistlestop.server.domain.refusals import Refusal, refusal_of
from whistlestop.server.domain.seats import barred_until, hints_allowed, seat_of, seats_of
from whistlestop.server.usecases.tables import views
from whistlestop.server.usecases.tables.advice import Question
from whistlestop.server.usecases.tables.info import table_info

if TYPE_CHECKING:
    from whistlestop import Game
    from whistlestop.endings import SeatEnd
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.clock import Clock
    from whistlestop.server.domain.clock_settings import ClockTimes
    from whistlestop.server.domain.tables import TableRow
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.messages.tables import Standing
    from whistlestop.server.usecases.tables.delay import Delayed
    from whistlestop.server.usecases.tables.viewers import Viewers
    from whistlestop.server.usecases.tables.views import GameViews
    from whistlestop.text.view import DeclarationAnswer


class Answers:
    """The part of a table that only reads."""

    row: TableRow
    views: GameViews | None
    behind: Delayed | None
    """The game as spectators see it, where that is later than it happens."""
    clock: Clock | None
    viewers: Viewers
    sequel: TableRow | None
    """The table at which its players meet once more."""
    closes: int | None
    removed_for: float
    begins: int | None
    """When a rematch begins though somebody is not there."""
    _store: Store
    _summary: asyncio.Task[bytes] | None

    @property
    def id(self) -> str:
        """The id, which is also the key to the table: who knows it may sit down."""
        return self.row.id

    @property
    def tag(self) -> str:
        """A name for the log that does not open the table."""
        return self.row.id[:6]

    @property
    def game(self) -> Game | None:
        """The game, once it has begun."""
        return self.views.game if self.views is not None else None

    @property
    def under_way(self) -> bool:
        """Whether the game has begun and is not over."""
        return self.row.state == "playing" and self.game is not None and not self.game.over

    @property
    def version(self) -> int:
        """The number of actions so far."""
        return self.game.version if self.game is not None else 0

    def seat_of(self, user: str | None, wanted: int | None = None) -> int | None:
        """The seat that a user looks from; none for those who came by the link to watch."""
        return seat_of(self.row, user, wanted)

    def seats_of(self, user: str | None) -> list[int]:
        """All seats of a user."""
        return seats_of(self.row, user)

    def info(self, user: str | None, wanted: int | None = None) -> TableInfo:
        """The table as a user sees it; None: whoever came by the link to watch."""
        presence = self.viewers.presence(self.row)
        behind = self.behind if self.seat_of(user, wanted) is None else None
        times = self._times() if behind is None else behind.times()
        version = self.version if behind is None else behind.game.version
        barred = barred_until(self.row, user, self.removed_for)
        beside = (self.closes, wanted, self.sequel, barred, self.result())
        told = table_info(self.row, user, version, presence, times, *beside)
        if self.begins is not None and self.row.state == "open":
            told.begins = max(0, -(-(self.begins - self._store.time()) // 1000))
        return told

    def result(self) -> tuple[SeatEnd, ...] | None:
        """How each seat ended; None while the game is under way."""
        return None if self.game is None or self.row.state != "over" else games.ends_of(self.game, self.row)

    def shown(self, seat: int | None) -> GameViews | None:
        """The game for a seat as it is; for spectators as they may see it."""
        return self.views if seat is not None or self.behind is None else self.behind.views

    def view_answer(self, user: str | None, wanted: int | None = None) -> bytes:
        """View and log for a user."""
        seat = self.seat_of(user, wanted)
        return views.answer(self.shown(seat), seat)

    def standing(self, user: str) -> Standing | None:
        """What is public of a game under way, and whether the user has something to decide."""
        shown = self.shown(self.seat_of(user))
        if shown is None:
            return None
        played = [seat for seat in self.seats_of(user) if self.row.seats[seat].bot is None]
        return views.standing(shown.game, played)

    def declaration(
        self, user: str | None, tickets: list[str], wanted: int | None = None
    ) -> DeclarationAnswer:
        """Whether a user's stack pays for a set of tickets, and what could be added to it."""
        seat = self.own_seat(user, wanted)
        if self.views is None:
            raise Refusal("not_started", "The game has not begun.")
        try:
            return self.views.declaration(seat, tickets)
        except WhistlestopError as error:
            raise refusal_of(error) from None

    def plan(self, user: str | None, wanted: int | None = None) -> Question:
        """A user asks what the tickets of his seat would take."""
        seat, game = self._under_way(user, wanted)
        make = partial(views.plan, game.observe(seat), look=self.row.look)
        return Question(self.id, game.version, seat, "plan", make)

    def hint(self, user: str | None, wanted: int | None = None) -> Question:
        """A user asks what to do."""
        seat, game = self._under_way(user, wanted)
        if seat not in game.to_act:
            raise Refusal("not_your_turn", "You have nothing to decide now.")
        if not hints_allowed(self.row):
            raise Refusal("hints_off", "There are no hints at this table unless everybody agrees to them.")
        seen = game.observe(seat)
        make = partial(views.hint, seen, look=self.row.look)
        return Question(self.id, game.version, seat, "hint", make, seen.as_shown(self.row.look))

    def _under_way(self, user: str | None, wanted: int | None) -> tuple[int, Game]:
        """A player's seat, and the game, which has begun and is not over."""
        seat = self.own_seat(user, wanted)
        game = self.game
        if game is None:
            raise Refusal("not_started", "The game has not begun.")
        if game.over or self.row.state == "over":
            raise Refusal("game_over", "The game is over.")
        return seat, game

    def record(self) -> str:
        """The whole record, which tells everything: only when the game is over."""
        game = self.game
        if game is None or not game.over:
            raise Refusal("not_over", "The record can be had when the game is over.")
        return games.record_of(game, self.row).to_json()

    async def summary(self) -> bytes:
        """The summary, which tells everything and the same to everybody: only when the game is over.

        It is made once, in a thread, for that may take a while where the rules are interpreted.
        """
        if self._summary is None:
            game = self.game
            if game is None or not game.over:
                raise Refusal("not_over", "The summary can be had when the game is over.")
            self._summary = asyncio.create_task(asyncio.to_thread(views.summary, game))
        try:
            return await asyncio.shield(self._summary)
        except Exception:
            self._summary = None  # whoever asks next has it tried again
            raise

    def own_seat(self, user: str | None, wanted: int | None = None) -> int:
        """The seat of a player, the wanted one of several; a refusal if it is not theirs."""
        if user is None:
            raise Refusal("watch_only", "This link is for watching only.")
        seat = self.seat_of(user, wanted)
        if seat is None or wanted not in {None, seat}:
            raise Refusal("not_seated", "You have no seat at this table.")
        return seat

    def _times(self) -> ClockTimes | None:
        return self.clock.told(self._store.time()) if self.clock is not None and self.under_way else None
