"""What a viewer is shown. The only module that turns a game into data that leaves the server.

It asks the game for views, events and histories of a seat (None: a spectator), which are made from that seat's
observation, and encodes them. It never receives the state or looks at it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw

from whistlestop.errors import IllegalAction
from whistlestop.replaying import summarize
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.base import Hello, LogEntry, TableInfo, Update, ViewAnswer, encode
from whistlestop.server.messages.tables import Standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from whistlestop import Game
    from whistlestop.endings import SeatEnd
    from whistlestop.observation import Observation
    from whistlestop.server.domain.clock import ClockTimes
    from whistlestop.text.advice import Searched
    from whistlestop.text.view import DeclarationAnswer, View


class GameViews:
    """What the seats and spectators of one game have been shown so far.

    `look`: the table's option that all players may look at their own stacks (CARD-22).
    """

    def __init__(self, game: Game, *, look: bool = False) -> None:
        self.game = game
        self.look = look
        self._logs: dict[int | None, tuple[Game, bytes]] = {}
        self._known: dict[int | None, Observation] = {}

    def view(self, seat: int | None) -> View:
        """Return what a seat sees now."""
        return self.game.observe(seat).view(self.look)

    def log(self, seat: int | None) -> Raw:
        """Return what a seat may be told afterward of what happened: an encoded array of a LogEntry for each action.

        It is made on request, from what has happened since the last request while somebody is at the table. During the
        game it has less than the updates had: cards that moved onto a stack are not listed later than the move itself
        (RUL-61).
        """
        earlier, told = self._logs.get(seat, (None, b""))
        if earlier is not None and earlier.over != self.game.over:  # now nothing is held back any more
            earlier, told = None, b""
        if earlier is not self.game:
            events = self.game.events_by_version(seat, earlier=earlier)
            new = [encode(LogEntry(version, happened)) for version, happened in events]
            told = b",".join([told, *new] if told else new)
            self._logs[seat] = self.game, told
        return Raw(b"[%b]" % told)

    def advance(
        self,
        after: Game,
        seats: Iterable[int | None],
        clock: ClockTimes | None = None,
        result: Sequence[SeatEnd] | None = None,
    ) -> dict[int | None, bytes]:
        """Move on to the game one action later; return the update for each of `seats`."""
        before, self.game = self.game, after
        told = set(seats)
        if not told:
            self.rest()
        known = self._known if self._known.keys() >= told else before.observe_together(told)
        self._known = after.observe_together(told, next(iter(known.values()), None))
        return {
            seat: encode(
                Update(
                    after.version,
                    knows.events_since(known[seat]),
                    knows.view(self.look),
                    clock,
                    None if result is None else list(result),
                )
            )
            for seat, knows in self._known.items()
        }

    def rest(self) -> None:
        """Drop what is kept only to be fast while somebody is told of every action."""
        self._logs.clear()
        self._known.clear()

    def declaration(self, seat: int, tickets: list[str]) -> DeclarationAnswer:
        """Return what the seat's stack pays for of these tickets. Raises Refusal unless the seat owes a declaration."""
        try:
            return self.game.observe(seat).declaration(tickets)
        except IllegalAction:
            raise Refusal("not_your_turn", "You have nothing to declare now.") from None


def hello(views: GameViews | None, table: TableInfo) -> bytes:
    """Return the first message to a viewer: everything they may know."""
    if views is None:
        return encode(Hello(table, None, [], 0))
    log: Any = views.log(table.you)  # already encoded
    return encode(Hello(table, views.view(table.you), log, views.game.version))


def standing(game: Game, played: Iterable[int]) -> Standing:
    """Return a game in progress at a glance, from what everybody sees; `played` are the seats that a user plays."""
    view = game.observe(None).view()
    players: list[Any] = view.players  # type: ignore[attr-defined]  # each kind has its own
    return Standing(
        to_act=view.to_act,
        your_turn=not set(view.to_act).isdisjoint(played),
        scores=[player.score for player in players],
        routes=[getattr(player, "routes", []) for player in players],
    )


def summary(game: Game) -> bytes:
    """Return what happened in a finished game, for everybody."""
    return encode(summarize(game))


def answer(views: GameViews | None, seat: int | None) -> bytes:
    """Return the same without a socket."""
    if views is None:
        return encode(ViewAnswer(None, []))
    log: Any = views.log(seat)  # already encoded
    return encode(ViewAnswer(views.view(seat), log))


def hint(observation: Observation, searched: Searched | None = None, *, look: bool) -> bytes:
    """Return what to do in place of the observation's seat, from a search's result, else from the planner."""
    return encode(observation.hint(look, searched))


def plan(observation: Observation, *, look: bool) -> bytes:
    """Return what the tickets of the observation's seat would take."""
    return encode(observation.plan(look))
