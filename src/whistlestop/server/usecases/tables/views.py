"""The data that viewers see. This is the only module that turns a game into data that leaves the server.

It requests views, events and histories of a seat (None: a spectator) from the game, which derives them from that seat's
observation, and encodes them. It never receives or reads the state.
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
    """The data that the seats and spectators of one game have received so far.

    `look`: the table's option that all players may look at their own stacks (CARD-22).
    """

    def __init__(self, game: Game, *, look: bool = False) -> None:
        self.game = game
        self.look = look
        self._logs: dict[int | None, tuple[Game, bytes]] = {}
        self._known: dict[int | None, Observation] = {}

    def view(self, seat: int | None) -> View:
        """Return a seat's current view."""
        return self.game.observe(seat).view(self.look)

    def log(self, seat: int | None) -> Raw:
        """Return the log that a seat may see: an encoded array of a LogEntry for each action.

        It is extended on request, with the events since the last request by anyone at the table. During the game it
        contains less than the updates did: cards that moved onto a stack are not listed after the move itself (RUL-61).
        """
        earlier, told = self._logs.get(seat, (None, b""))
        if earlier is not None and earlier.over != self.game.over:  # from now on nothing is hidden
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
        """Advance to the game one action later; return an update for each of `seats`, or none without memory."""
        before, self.game = self.game, after
        told = set(seats)
        if not told:
            self.rest()
        try:
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
        except MemoryError:
            self.rest()
            return {}

    def rest(self) -> None:
        """Drop caches that are useful only while viewers receive every action."""
        self._logs.clear()
        self._known.clear()

    def declaration(self, seat: int, tickets: list[str]) -> DeclarationAnswer:
        """Return the result of a declaration of these tickets with the seat's stack.

        Raises Refusal unless the seat can declare now.
        """
        try:
            return self.game.observe(seat).declaration(tickets)
        except IllegalAction:
            raise Refusal("not_your_turn", "You have nothing to declare now.") from None


def hello(views: GameViews | None, table: TableInfo) -> bytes:
    """Return the first message to a viewer, with everything they may know."""
    if views is None:
        return encode(Hello(table, None, [], 0))
    log: Any = views.log(table.you)  # already encoded
    return encode(Hello(table, views.view(table.you), log, views.game.version))


def standing(game: Game, played: Iterable[int]) -> Standing:
    """Return an overview of a game in progress from public data; `played` are the seats that a user plays."""
    view = game.observe(None).view()
    players: list[Any] = view.players  # type: ignore[attr-defined]  # each kind has its own
    return Standing(
        to_act=view.to_act,
        your_turn=not set(view.to_act).isdisjoint(played),
        scores=[player.score for player in players],
        routes=[getattr(player, "routes", []) for player in players],
    )


def summary(game: Game) -> bytes:
    """Return the summary of a finished game, the same for all users."""
    return encode(summarize(game))


def answer(views: GameViews | None, seat: int | None) -> bytes:
    """Return the same data for a request without a socket."""
    if views is None:
        return encode(ViewAnswer(None, []))
    log: Any = views.log(seat)  # already encoded
    return encode(ViewAnswer(views.view(seat), log))


def hint(observation: Observation, searched: Searched | None = None, *, look: bool) -> bytes:
    """Return the hint for the observation's seat, from a search's result, otherwise from the planner."""
    return encode(observation.hint(look, searched))


def plan(observation: Observation, *, look: bool) -> bytes:
    """Return the plan for the tickets of the observation's seat."""
    return encode(observation.plan(look))
