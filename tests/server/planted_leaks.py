"""Planted leaks of hidden information, each a patch: the test of two worlds must find them all."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec import to_builtins

import whistlestop as ws
from whistlestop import Game
from whistlestop.agents import prose
from whistlestop.errors import IllegalAction
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation
from whistlestop.server.domain import games
from whistlestop.server.domain.events import Event as NewsEvent
from whistlestop.server.domain.events import Moments
from whistlestop.server.domain.identity import Caller
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import TableRow
from whistlestop.server.messages.base import encode
from whistlestop.server.usecases.notices import events as telling
from whistlestop.server.usecases.notices import turns
from whistlestop.server.usecases.notices.turns import Turn
from whistlestop.server.usecases.programs.texts import Texts
from whistlestop.server.usecases.replays import frames as replays
from whistlestop.server.usecases.tables import answers, table
from whistlestop.server.usecases.tables import views as views_module
from whistlestop.server.usecases.tables.table import Table
from whistlestop.server.usecases.tables.views import GameViews

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop.server.usecases.tables.advice import Question
    from whistlestop.text.view import View

MAPS = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).data.machine == "network"]
CARDS = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).data.machine == "yard"]

WAREHOUSES = ["europe_depots"]


def hand_in_view(patch: pytest.MonkeyPatch) -> None:
    """A seat's view contains the next player's cards."""
    honest = GameViews.view

    def view(self: GameViews, seat: int | None) -> dict[str, Any]:
        players = self.game.position()["players"]
        other = players[((-1 if seat is None else seat) + 1) % len(players)]
        return {**to_builtins(honest(self, seat)), "hint": other["hand"]}

    patch.setattr(GameViews, "view", view)


def deck_in_update(patch: pytest.MonkeyPatch) -> None:
    """An update contains the next card of the deck."""
    honest = GameViews.advance

    def advance(self: GameViews, after: Game, *rest: Any) -> dict[int | None, bytes]:
        top = str(after.position()["deck"][:1]).encode()
        return {
            seat: frame[:-1] + b',"next":"' + top + b'"}'
            for seat, frame in honest(self, after, *rest).items()
        }

    patch.setattr(GameViews, "advance", advance)


def change_events(patch: pytest.MonkeyPatch, change: Callable[[dict[str, Any], str], dict[str, Any]]) -> None:
    """Patch all events with a function of an event and the last action."""
    honest, playing = Observation.events_since, Game.play
    last: list[str] = []

    def play(self: Game, action: str, seat: int | None = None) -> None:
        last[:] = [action]
        playing(self, action, seat)

    def events(after: Observation, before: Observation, live: bool = True) -> list[dict[str, Any]]:
        return [change(event, last[0]) for event in to_builtins(honest(after, before, live))]

    patch.setattr(Game, "play", play)
    patch.setattr(Observation, "events_since", events)


def choice_in_event(patch: pytest.MonkeyPatch) -> None:
    """A sealed choice is announced with its size."""
    sealed = {"chose", "declared"}
    change_events(
        patch,
        lambda event, last: {**event, "kept": last.count(",")} if event["event"] in sealed else event,
    )


def kept_tickets_in_event(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees which tickets were kept."""
    change_events(patch, lambda event, last: {**event, "tickets": last} if "kept" in event else event)


def opponent_in_refusal(patch: pytest.MonkeyPatch) -> None:
    """A refusal contains the other players' cards."""
    honest = Game.play

    def play(self: Game, action: str, seat: int | None = None) -> None:
        try:
            honest(self, action, seat)
        except IllegalAction as error:
            hands = [player["hand"] for player in self.position()["players"]]
            raise IllegalAction(f"{error}; the hands are {hands}") from None

    patch.setattr(Game, "play", play)


def deck_in_refusal_code(patch: pytest.MonkeyPatch) -> None:
    """The deck decides which of two refusals comes first."""
    honest = games.check_due

    def check(row: TableRow, game: Game, seat: int, version: int) -> None:
        deck = game.position()["deck"]
        if version != game.version and deck and deck[0] in {"red", "blue", "wild", "green"}:
            raise Refusal("not_your_turn", "It is not your turn.")
        honest(row, game, seat, version)

    patch.setattr(games, "check_due", check)


def action_in_log(patch: pytest.MonkeyPatch) -> None:
    """The log contains all moves with their cards and tickets."""
    honest = Table.advance

    def advance(self: Table, after: Game, *rest: Any) -> None:
        table.log.info("played", action=after.record().actions[-1][1])
        honest(self, after, *rest)

    patch.setattr(Table, "advance", advance)


def hand_in_table(patch: pytest.MonkeyPatch) -> None:
    """The list of seats shows who has wilds."""
    honest = Table.info

    def info(self: Table, user: str, wanted: int | None = None) -> Any:
        told = honest(self, user, wanted)
        if self.game is not None:
            for seat, player in zip(told.seats, self.game.position()["players"], strict=True):
                seat.online = bool(player["hand"].get("wild"))
        return told

    patch.setattr(Table, "info", info)


def promise_of_the_deck(patch: pytest.MonkeyPatch) -> None:
    """A table's commitment to its shuffle is a hash of the deck, and decks can be tried."""
    honest = Table.info

    def info(self: Table, user: str, wanted: int | None = None) -> Any:
        told = honest(self, user, wanted)
        assert told.shuffle is not None
        assert self.game is not None
        told.shuffle.commitment = hashlib.sha256(repr(self.game.position()["deck"]).encode()).hexdigest()
        return told

    patch.setattr(Table, "info", info)


def seed_in_table(patch: pytest.MonkeyPatch) -> None:
    """The seed is shown with the commitment to it."""
    honest = Table.info

    def info(self: Table, user: str, wanted: int | None = None) -> Any:
        told = honest(self, user, wanted)
        assert told.shuffle is not None
        told.shuffle.commitment = str(self.row.seed)
        return told

    patch.setattr(Table, "info", info)


def record_too_early(patch: pytest.MonkeyPatch) -> None:
    """The record is available before the end."""
    patch.setattr(answers, "record", lambda table: table.game.record().to_json())


def summary_too_early(patch: pytest.MonkeyPatch) -> None:
    """The summary is available before the end."""

    async def summary(table: Table) -> bytes:
        game = table.game
        assert game is not None
        return encode(kind_of(game.ruleset).told.summaries.summary(game.ruleset, iter([game.states]), False))

    patch.setattr(answers, "summary", summary)


def log_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """The earlier events are those of the next seat."""
    honest = GameViews.view

    def view(self: GameViews, seat: int | None) -> View:
        return honest(self, (0 if seat is None else seat + 1) % self.game.players)

    patch.setattr(GameViews, "view", view)


def order_of_deck_in_size(patch: pytest.MonkeyPatch) -> None:
    """The text is unchanged, but a message is longer when the next card is a wild."""
    honest = views_module.hello

    def hello(shown: GameViews | None, info: Any) -> bytes:
        assert shown is not None
        longer = shown.game.position()["deck"][0] == "wild"
        return honest(shown, info) + (b" " if longer else b"")

    patch.setattr(views_module, "hello", hello)


def advice_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """A plan is that of another player's tickets."""
    honest = answers.plan

    def plan(table: Table, user: str | None, wanted: int | None = None) -> Question:
        asked = honest(table, user, wanted)
        assert table.game is not None
        other = table.game.observe((asked.seat + 1) % table.game.players)
        return replace(asked, make=partial(views_module.plan, other, look=False))

    patch.setattr(answers, "plan", plan)


def hint_by_the_deck(patch: pytest.MonkeyPatch) -> None:
    """A hint knows the next card of the deck."""
    honest = answers.hint

    def hint(table: Table, user: str | None, wanted: int | None = None) -> Question:
        asked = honest(table, user, wanted)
        assert table.game is not None
        top = str(table.game.position()["deck"][:1]).encode()
        return replace(asked, make=lambda: asked.make() + top)

    patch.setattr(answers, "hint", hint)


def hint_of_the_cards_of_another(patch: pytest.MonkeyPatch) -> None:
    """The search for a hint uses another seat's observation."""
    honest = answers.hint

    def hint(table: Table, user: str | None, wanted: int | None = None) -> Question:
        asked = honest(table, user, wanted)
        assert table.game is not None
        return replace(asked, shown=table.game.observe((asked.seat + 1) % table.game.players))

    patch.setattr(answers, "hint", hint)


def hand_in_notice(patch: pytest.MonkeyPatch) -> None:
    """A push message contains the first player's cards."""
    honest = turns.turn_of

    def turn(row: TableRow, game: Game, seat: int) -> Turn:
        made = honest(row, game, seat) or Turn(row.id, row.ruleset, "", seat, 0, None)
        return msgspec.structs.replace(made, last=str([one["hand"] for one in game.position()["players"]]))

    patch.setattr(turns, "turn_of", turn)


def hand_in_event(patch: pytest.MonkeyPatch) -> None:
    """A notification of the game's start contains the first player's cards."""
    honest = telling.events_at

    def events(table: Table, board: str, moments: Moments) -> list[NewsEvent]:
        assert table.game is not None
        hands = str([one["hand"] for one in table.game.position()["players"]])
        return [msgspec.structs.replace(event, name=hands) for event in honest(table, board, moments)]

    patch.setattr(telling, "events_at", events)


def past_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """A replay offers every viewpoint before the game is over."""
    patch.setattr(
        replays, "eyes_of", lambda _game, owned, asked: asked or (str(owned[0]) if owned else "none")
    )


def past_by_another_seat(patch: pytest.MonkeyPatch) -> None:
    """A replay shows the next seat's viewpoint."""
    honest = replays.seat_of
    patch.setattr(replays, "seat_of", lambda eyes: ((honest(eyes) or 0) + 1) % 2)


def past_before_a_move(patch: pytest.MonkeyPatch) -> None:
    """A replay shows the rows before their cards moved to the stack (RUL-61)."""
    patch.setattr(replays, "first_of", lambda game, _eyes: game.beginning().version)


def hand_in_text(patch: pytest.MonkeyPatch) -> None:
    """A language model reads the next seat's cards."""
    honest = Game.observe

    async def position(self: Texts, key: str, caller: Caller) -> str:
        async with self._tables.visit(key, caller.user) as (table, user):
            assert table.game is not None
            other = (table.own_seat(user) + 1) % len(table.row.seats)
            return prose.position(honest(table.game, other), ["player"] * len(table.row.seats))

    patch.setattr(Texts, "position", position)


def cards_in_warehouse(patch: pytest.MonkeyPatch) -> None:
    """A view contains the cards of the first player's warehouse (EUR-47)."""
    honest = GameViews.view

    def view(self: GameViews, seat: int | None) -> dict[str, Any]:
        return {**to_builtins(honest(self, seat)), "hint": self.game.position()["players"][0]["warehouse"]}

    patch.setattr(GameViews, "view", view)


ANYWHERE = [
    past_of_another_seat,
    past_by_another_seat,
    advice_of_another_seat,
    hint_by_the_deck,
    hint_of_the_cards_of_another,
    hand_in_view,
    deck_in_update,
    choice_in_event,
    kept_tickets_in_event,
    opponent_in_refusal,
    deck_in_refusal_code,
    action_in_log,
    hand_in_table,
    promise_of_the_deck,
    seed_in_table,
    record_too_early,
    summary_too_early,
    log_of_another_seat,
    hand_in_notice,
    hand_in_event,
    order_of_deck_in_size,
    hand_in_text,
]
