"""What a viewer is shown. The only module that turns a game into something that leaves the server.

It asks the game for views, events and histories of a seat (None: a spectator), which are made from that
seat's observation, and encodes them. It is never given, and never looks at, the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whistlestop.errors import IllegalAction
from whistlestop.replaying import summarize
from whistlestop.server.protocol import Hello, LogEntry, Standing, TableInfo, Update, ViewAnswer, encode
from whistlestop.server.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whistlestop import Game
    from whistlestop.observation import Observation
    from whistlestop.server.clocks.messages import ClockTimes
    from whistlestop.text.view import DeclarationAnswer, View


class GameViews:
    """What the seats of one game and its spectators have been shown so far.

    `look`: the table's option that every player may look at his own stack (CARD-22).
    """

    def __init__(self, game: Game, *, look: bool = False) -> None:
        self.game = game
        self.look = look
        self._logs: dict[int | None, list[LogEntry]] = {}

    def view(self, seat: int | None) -> View:
        """What a seat sees now."""
        return self.game.observe(seat).view(self.look)

    def log(self, seat: int | None) -> list[LogEntry]:
        """What a seat may be told later of what happened, one entry an action.

        Made by replay once, then carried on. While the game is under way it is not all that the updates told when
        it happened: cards that moved onto a stack are not listed later than the move itself (RUL-61).
        """
        log = self._logs.get(seat)
        if log is None:
            log = [LogEntry(version, events) for version, events in self.game.events_by_version(seat)]
            self._logs[seat] = log
        return log

    def advance(
        self, after: Game, seats: Iterable[int | None], clock: ClockTimes | None = None
    ) -> dict[int | None, bytes]:
        """Go on to the game one action later; returns the update for each of `seats` that has to be told."""
        before, self.game = self.game, after
        if after.over:
            self._logs.clear()  # made anew when somebody asks: now it may all be told
        told = set(seats)
        updates: dict[int | None, bytes] = {}
        for seat in told | self._logs.keys():
            knew, knows = before.observe(seat), after.observe(seat)
            if seat in self._logs:
                kept = knows.events_since(knew, live=False)
                self._logs[seat].append(LogEntry(after.version, kept))
            if seat in told:
                events = knows.events_since(knew)
                updates[seat] = encode(Update(after.version, events, knows.view(self.look), clock))
        return updates

    def declaration(self, seat: int, tickets: list[str]) -> DeclarationAnswer:
        """What the seat's stack says to declaring these tickets; a refusal unless the seat owes a declaration."""
        try:
            return self.game.observe(seat).declaration(tickets)
        except IllegalAction:
            raise Refusal("not_your_turn", "You have nothing to declare now.") from None


def hello(views: GameViews | None, table: TableInfo) -> bytes:
    """The first message to a viewer: everything they may know."""
    if views is None:
        return encode(Hello(table, None, [], 0))
    return encode(Hello(table, views.view(table.you), views.log(table.you), views.game.version))


def standing(game: Game, played: Iterable[int]) -> Standing:
    """A game under way at a glance, out of what everybody sees; `played` are the seats that a user plays."""
    view = game.observe(None).view()
    players: list[Any] = view.players  # type: ignore[attr-defined]  # each kind has its own
    return Standing(
        to_act=view.to_act,
        your_turn=not set(view.to_act).isdisjoint(played),
        scores=[player.score for player in players],
        routes=[getattr(player, "routes", []) for player in players],
    )


def summary(game: Game) -> bytes:
    """What happened in a game that is over, for everybody."""
    return encode(summarize(game))


def answer(views: GameViews | None, seat: int | None) -> bytes:
    """The same without a socket."""
    if views is None:
        return encode(ViewAnswer(None, []))
    return encode(ViewAnswer(views.view(seat), views.log(seat)))


def hint(observation: Observation, *, look: bool) -> bytes:
    """What the planner would do in place of the observation's seat."""
    return encode(observation.hint(look))


def plan(observation: Observation, *, look: bool) -> bytes:
    """What the tickets of the observation's seat would take."""
    return encode(observation.plan(look))
