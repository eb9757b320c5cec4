"""A table's answers to callers: views, logs and advice for a seat, and public data of a finished game."""

from __future__ import annotations

import asyncio
import base64
from functools import partial
from typing import TYPE_CHECKING

from whistlestop.errors import WhistlestopError
from whistlestop.server.domain import games
from whistlestop.server.domain.refusals import Refusal, refusal_of
from whistlestop.server.domain.tables import hints_allowed
from whistlestop.server.messages.tables import Observed
from whistlestop.server.usecases.tables import views
from whistlestop.server.usecases.tables.advice import Question

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whistlestop import Game
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.tables import Standing
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.advice import Advice
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table
    from whistlestop.text.view import DeclarationAnswer


class Answers:
    """Queries about tables."""

    def __init__(
        self, tables: Tables, advice: Advice, callers: Callers, engines: Mapping[str, str], *, device: bool
    ) -> None:
        """`engines`: the hashes of the rulesets that browsers can play, by id.

        `device`: whether browsers compute the hints.
        """
        self._tables = tables
        self._advice = advice
        self._callers = callers
        self._engines = engines
        self._device = device

    async def view(self, table: str, caller: Caller, seat: int | None) -> bytes:
        """Return the view and log."""
        async with self._tables.visit(table, caller.user) as (found, user):
            self._tables.seen(found, user)
            return view(found, user, seat)

    async def declaration(
        self, table: str, caller: Caller, tickets: list[str], seat: int | None
    ) -> DeclarationAnswer:
        """Return whether the caller's stack pays for a set of tickets."""
        self._callers.count_command(caller)
        async with self._tables.use(table, caller.user) as found:
            return declaration(found, caller.user, tickets, seat)

    async def plan(self, table: str, caller: Caller, seat: int | None) -> bytes:
        """Return the plan for the caller's tickets."""
        self._callers.count_command(caller)
        async with self._tables.use(table, caller.user) as found:
            self._tables.seen(found, caller.user)
            return await self._advice.answer(plan(found, caller.user, seat))

    async def hint(self, table: str, caller: Caller, seat: int | None) -> bytes:
        """Return an expert's action for the caller."""
        self._callers.count_command(caller)
        async with self._tables.use(table, caller.user) as found:
            self._tables.seen(found, caller.user)
            return await self._advice.answer(hint(found, caller.user, seat))

    async def observation(self, table: str, caller: Caller, seat: int | None) -> Observed:
        """Return the observation of the caller's seat, for the engine on the caller's device."""
        self._callers.count_command(caller)
        async with self._tables.use(table, caller.user) as found:
            self._tables.seen(found, caller.user)
            return observed(found, caller.user, seat, self._engines, device=self._device)

    async def record(self, table: str, caller: Caller) -> tuple[str, str]:
        """Return the ruleset and the whole record of a finished game."""
        async with self._tables.visit(table, caller.user) as (found, _):
            return found.row.ruleset, record(found)

    async def summary(self, table: str, caller: Caller) -> bytes:
        """Return the summary of a finished game."""
        async with self._tables.visit(table, caller.user) as (found, _):
            return await summary(found)


def view(table: Table, user: str | None, wanted: int | None = None) -> bytes:
    """Return the view and log for a user."""
    seat = table.seat_of(user, wanted)
    return views.answer(table.shown(seat), seat)


def standing(table: Table, user: str) -> Standing | None:
    """Return the public state of a game in progress, and whether the user has a decision to make."""
    shown = table.shown(table.seat_of(user))
    if shown is None:
        return None
    played = [seat for seat in table.seats_of(user) if table.row.seats[seat].bot is None]
    return views.standing(shown.game, played)


def declaration(
    table: Table, user: str | None, tickets: list[str], wanted: int | None = None
) -> DeclarationAnswer:
    """Return whether a user's stack pays for a set of tickets, and the tickets that can be added."""
    seat = table.own_seat(user, wanted)
    if table.views is None:
        raise Refusal("not_started", "The game has not begun yet.")
    try:
        return table.views.declaration(seat, tickets)
    except WhistlestopError as error:
        raise refusal_of(error) from None


def plan(table: Table, user: str | None, wanted: int | None = None) -> Question:
    """Return the question for a plan of a user's tickets."""
    seat, game = _under_way(table, user, wanted)
    make = partial(views.plan, game.observe(seat), look=table.row.look)
    return Question(table.id, game.version, seat, "plan", make)


def hint(table: Table, user: str | None, wanted: int | None = None) -> Question:
    """Return the question for a hint to a user."""
    seat, game = _deciding(table, user, wanted)
    seen = game.observe(seat)
    make = partial(views.hint, seen, look=table.row.look)
    return Question(table.id, game.version, seat, "hint", make, seen.as_shown(table.row.look))


def observed(
    table: Table, user: str | None, wanted: int | None, engines: Mapping[str, str], *, device: bool
) -> Observed:
    """Return the observation of a user's seat, without its bytes if `engines` does not include its rules."""
    seat, game = _deciding(table, user, wanted)
    look, ruleset = table.row.look, game.ruleset
    encoded = None
    if engines.get(ruleset.id) == ruleset.hash:
        # The last action may show more than its entry in a log that is read later (RUL-61).
        shown = game.observe(seat).as_shown(look).at_rest()
        encoded = base64.b64encode(shown.tobytes()).decode()
    return Observed(game.version, seat, ruleset.id, look, encoded, device and encoded is not None)


def _deciding(table: Table, user: str | None, wanted: int | None) -> tuple[int, Game]:
    """Return the player's seat, which must have a decision to make and may request hints, and the game.

    Raises Refusal.
    """
    seat, game = _under_way(table, user, wanted)
    if seat not in game.to_act:
        raise Refusal("not_your_turn", "You have no decision to make now.")
    if not hints_allowed(table.row):
        raise Refusal("hints_off", "Hints are off at this table unless everybody agrees to them.")
    return seat, game


def _under_way(table: Table, user: str | None, wanted: int | None) -> tuple[int, Game]:
    """Return the player's seat and the game, which must be in progress. Raises Refusal."""
    seat = table.own_seat(user, wanted)
    game = table.game
    if game is None:
        raise Refusal("not_started", "The game has not begun yet.")
    if game.over or table.row.state == "over":
        raise Refusal("game_over", "The game is over.")
    return seat, game


def record(table: Table) -> str:
    """Return the whole record. It reveals everything, so it is available only when the game is over."""
    game = table.game
    if game is None or not game.over:
        raise Refusal("not_over", "The record is available when the game is over.")
    return games.record_of(game, table.row).to_json()


async def summary(table: Table) -> bytes:
    """Return the summary. It reveals everything, so it is available only when the game is over.

    It is the same for all users and computed once, in a thread, since that takes a while with interpreted rules.
    """
    if table.summary is None:
        game = table.game
        if game is None or not game.over:
            raise Refusal("not_over", "The summary is available when the game is over.")
        table.summary = asyncio.create_task(asyncio.to_thread(views.summary, game))
    try:
        return await asyncio.shield(table.summary)
    except Exception:
        table.summary = None  # so that the next request tries again
        raise
