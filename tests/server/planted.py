"""Faults that would tell what is hidden, each planted by a patch: the test of two worlds has to find them all."""

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
from whistlestop.errors import IllegalAction
from whistlestop.observation import Observation
from whistlestop.server.domain.events import Event as NewsEvent
from whistlestop.server.domain.events import Moments
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import TableRow
from whistlestop.server.messages.base import LogEntry, encode
from whistlestop.server.usecases.notices import events as telling
from whistlestop.server.usecases.notices import turns
from whistlestop.server.usecases.notices.turns import Turn
from whistlestop.server.usecases.replays import frames as replays
from whistlestop.server.usecases.tables import table
from whistlestop.server.usecases.tables import views as views_module
from whistlestop.server.usecases.tables.actions import Actions
from whistlestop.server.usecases.tables.table import Table
from whistlestop.server.usecases.tables.views import GameViews

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whistlestop.server.usecases.tables.advice import Question
    from whistlestop.text.events import Event
    from whistlestop.text.view import View

MAPS = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).kind.name == "network"]
CARDS = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).kind.name == "yard"]


def hand_in_view(patch: pytest.MonkeyPatch) -> None:
    """A seat's view names the next player's cards."""
    honest = GameViews.view

    def view(self: GameViews, seat: int | None) -> dict[str, Any]:
        players = self.game.position()["players"]
        other = players[((-1 if seat is None else seat) + 1) % len(players)]
        return {**to_builtins(honest(self, seat)), "hint": other["hand"]}

    patch.setattr(GameViews, "view", view)


def deck_in_update(patch: pytest.MonkeyPatch) -> None:
    """An update tells the card that comes next."""
    honest = GameViews.advance

    def advance(self: GameViews, after: Game, *rest: Any) -> dict[int | None, bytes]:
        top = str(after.position()["deck"][:1]).encode()
        return {
            seat: frame[:-1] + b',"next":"' + top + b'"}'
            for seat, frame in honest(self, after, *rest).items()
        }

    patch.setattr(GameViews, "advance", advance)


def choice_in_event(patch: pytest.MonkeyPatch) -> None:
    """A sealed choice is told with its size."""
    honest, playing = Observation.events_since, Game.play
    last: list[str] = []

    def play(self: Game, action: str, seat: int | None = None) -> None:
        last[:] = [action]
        playing(self, action, seat)

    def events(after: Observation, before: Observation, live: bool = True) -> list[dict[str, Any]]:
        return [
            {**event, "kept": last[0].count(",")} if event["event"] in {"chose", "declared"} else event
            for event in to_builtins(honest(after, before, live))
        ]

    patch.setattr(Game, "play", play)
    patch.setattr(Observation, "events_since", events)


def kept_tickets_in_event(patch: pytest.MonkeyPatch) -> None:
    """Everybody hears which tickets were kept."""
    honest, playing = Observation.events_since, Game.play
    last: list[str] = []

    def play(self: Game, action: str, seat: int | None = None) -> None:
        last[:] = [action]
        playing(self, action, seat)

    def events(after: Observation, before: Observation, live: bool = True) -> list[dict[str, Any]]:
        return [
            {**event, "tickets": last[0]} if "kept" in event else event
            for event in to_builtins(honest(after, before, live))
        ]

    patch.setattr(Game, "play", play)
    patch.setattr(Observation, "events_since", events)


def opponent_in_refusal(patch: pytest.MonkeyPatch) -> None:
    """A refusal says what somebody else holds."""
    honest = Game.play

    def play(self: Game, action: str, seat: int | None = None) -> None:
        try:
            honest(self, action, seat)
        except IllegalAction as error:
            hands = [player["hand"] for player in self.position()["players"]]
            raise IllegalAction(f"{error}; the hands are {hands}") from None

    patch.setattr(Game, "play", play)


def deck_in_refusal_code(patch: pytest.MonkeyPatch) -> None:
    """Which of two refusals comes depends on the deck."""
    honest = Actions._check_time

    def check(self: Actions, game: Game, seat: int, version: int) -> None:
        deck = game.position()["deck"]
        if version != game.version and deck and deck[0] in {"red", "blue", "wild", "green"}:
            raise Refusal("not_your_turn", "It is not your turn.")
        honest(self, game, seat, version)

    patch.setattr(Actions, "_check_time", check)


def action_in_log(patch: pytest.MonkeyPatch) -> None:
    """The log has what was played, cards and tickets and all."""
    honest = Table.advance

    def advance(self: Table, after: Game, *rest: Any) -> None:
        table.log.info("played", action=after.record().actions[-1][1])
        honest(self, after, *rest)

    patch.setattr(Table, "advance", advance)


def hand_in_table(patch: pytest.MonkeyPatch) -> None:
    """The list of seats shows who holds wilds."""
    honest = Table.info

    def info(self: Table, user: str, wanted: int | None = None) -> Any:
        told = honest(self, user, wanted)
        if self.game is not None:
            for seat, player in zip(told.seats, self.game.position()["players"], strict=True):
                seat.online = bool(player["hand"].get("wild"))
        return told

    patch.setattr(Table, "info", info)


def promise_of_the_deck(patch: pytest.MonkeyPatch) -> None:
    """What a table promises of its shuffle is a hash of the deck, and decks can be tried."""
    honest = Table.info

    def info(self: Table, user: str, wanted: int | None = None) -> Any:
        told = honest(self, user, wanted)
        assert told.shuffle is not None
        assert self.game is not None
        told.shuffle.commitment = hashlib.sha256(repr(self.game.position()["deck"]).encode()).hexdigest()
        return told

    patch.setattr(Table, "info", info)


def seed_in_table(patch: pytest.MonkeyPatch) -> None:
    """The seed behind the promise is shown with it."""
    honest = Table.info

    def info(self: Table, user: str, wanted: int | None = None) -> Any:
        told = honest(self, user, wanted)
        assert told.shuffle is not None
        told.shuffle.commitment = str(self.row.seed)
        return told

    patch.setattr(Table, "info", info)


def record_too_early(patch: pytest.MonkeyPatch) -> None:
    """The record can be had before the end."""
    patch.setattr(Table, "record", lambda self: self.game.record().to_json())


def summary_too_early(patch: pytest.MonkeyPatch) -> None:
    """How the game went so far can be had before the end."""

    async def summary(self: Table) -> bytes:
        game = self.game
        assert game is not None
        return encode(game.ruleset.kind.summary(game.ruleset, iter([game.states]), False))

    patch.setattr(Table, "summary", summary)


def log_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """What came so far is told as the next seat saw it."""
    honest = GameViews.view

    def view(self: GameViews, seat: int | None) -> View:
        return honest(self, (0 if seat is None else seat + 1) % self.game.players)

    patch.setattr(GameViews, "view", view)


def order_of_deck_in_size(patch: pytest.MonkeyPatch) -> None:
    """Nothing is said, but a message is longer when the next card is a wild one."""
    honest = views_module.hello

    def hello(shown: GameViews | None, info: Any) -> bytes:
        assert shown is not None
        longer = shown.game.position()["deck"][0] == "wild"
        return honest(shown, info) + (b" " if longer else b"")

    patch.setattr(views_module, "hello", hello)


def own_stack_in_view(patch: pytest.MonkeyPatch) -> None:
    """A seat sees its own stack before it is time to declare (CARD-22)."""
    patch.setattr(GameViews, "view", lambda self, seat: self.game.view(seat, look=True))


def other_stack_in_view(patch: pytest.MonkeyPatch) -> None:
    """Where a seat sees its stack, it sees the next one too."""
    honest = GameViews.view

    def view(self: GameViews, seat: int | None) -> dict[str, Any]:
        seen: dict[str, Any] = to_builtins(honest(self, seat))
        if seen["stack"] is not None and seat is not None:
            players = self.game.position()["players"]
            seen["hint"] = players[(seat + 1) % len(players)]["stack"]
        return seen

    patch.setattr(GameViews, "view", view)


def stack_in_update(patch: pytest.MonkeyPatch) -> None:
    """An update shows the stack of its receiver."""
    honest = Observation.view
    patch.setattr(Observation, "view", lambda seen, look=False: honest(seen, look or seen.seat is not None))


def moved_cards_in_log(patch: pytest.MonkeyPatch) -> None:
    """The log goes on telling which cards moved (RUL-61)."""
    honest = Observation.events_since
    patch.setattr(Observation, "events_since", lambda after, before, live=True: honest(after, before))  # noqa: ARG005


def told_as_it_happened(
    game: Game, seat: int | None, since: int = 0, earlier: Game | None = None
) -> Iterator[tuple[int, list[Event]]]:
    """What happened, made anew, with what was only told when it happened (RUL-61)."""
    again = game.beginning() if earlier is None else earlier.copy()
    for actor, text in game.actions[len(again.actions) :]:
        before = again.observe(seat)
        again.play(text, actor)
        if again.version > since:
            yield again.version, again.observe(seat).events_since(before)


def moved_cards_in_history(patch: pytest.MonkeyPatch) -> None:
    """Whatever tells a game from its beginning tells them."""
    patch.setattr(Game, "events_by_version", told_as_it_happened)


def moved_cards_in_hello(patch: pytest.MonkeyPatch) -> None:
    """Who comes later is told them."""

    def told(self: GameViews, seat: int | None) -> list[LogEntry]:
        return [LogEntry(*told) for told in told_as_it_happened(self.game, seat)]

    patch.setattr(GameViews, "log", told)


def moved_cards_in_the_past(patch: pytest.MonkeyPatch) -> None:
    """Who looks back is told them."""

    def told(game: Game, eyes: str) -> list[LogEntry]:
        return [LogEntry(*told) for told in told_as_it_happened(game, replays.seat_of(eyes))]

    patch.setattr(replays, "log_of", told)


def declaration_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """Who asks what he could declare is told what somebody else could."""
    honest = GameViews.declaration

    def declaration(self: GameViews, seat: int, tickets: list[str]) -> dict[str, Any]:
        honest(self, seat, tickets)
        other = self.game.view((seat + 1) % self.game.players)
        return {"feasible": True, "points": 0, "addable": [ticket["id"] for ticket in other["tickets"]]}

    patch.setattr(GameViews, "declaration", declaration)


def advice_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """Who asks what his tickets would take is told of those of somebody else."""
    honest = Table.plan

    def plan(self: Table, user: str | None, wanted: int | None = None) -> Question:
        asked = honest(self, user, wanted)
        assert self.game is not None
        other = self.game.observe((asked.seat + 1) % self.game.players)
        return replace(asked, make=partial(views_module.plan, other, look=False))

    patch.setattr(Table, "plan", plan)


def hint_by_the_deck(patch: pytest.MonkeyPatch) -> None:
    """A hint knows which card comes next."""
    honest = Table.hint

    def hint(self: Table, user: str | None, wanted: int | None = None) -> Question:
        asked = honest(self, user, wanted)
        assert self.game is not None
        top = str(self.game.position()["deck"][:1]).encode()
        return replace(asked, make=lambda: asked.make() + top)

    patch.setattr(Table, "hint", hint)


def hint_of_the_cards_of_another(patch: pytest.MonkeyPatch) -> None:
    """The search for a hint sees from another seat."""
    honest = Table.hint

    def hint(self: Table, user: str | None, wanted: int | None = None) -> Question:
        asked = honest(self, user, wanted)
        assert self.game is not None
        return replace(asked, shown=self.game.observe((asked.seat + 1) % self.game.players))

    patch.setattr(Table, "hint", hint)


def hand_in_notice(patch: pytest.MonkeyPatch) -> None:
    """A notice tells what the first player holds."""
    honest = turns.turn_of

    def turn(row: TableRow, game: Game, seat: int) -> Turn:
        made = honest(row, game, seat) or Turn(row.id, row.ruleset, "", seat, 0, None)
        return msgspec.structs.replace(made, last=str([one["hand"] for one in game.position()["players"]]))

    patch.setattr(turns, "turn_of", turn)


def hand_in_event(patch: pytest.MonkeyPatch) -> None:
    """A notification that the game has started tells what the first player holds."""
    honest = telling.events_at

    def events(table: Table, board: str, moments: Moments) -> list[NewsEvent]:
        assert table.game is not None
        hands = str([one["hand"] for one in table.game.position()["players"]])
        return [msgspec.structs.replace(event, name=hands) for event in honest(table, board, moments)]

    patch.setattr(telling, "events_at", events)


def plan_by_the_stack(patch: pytest.MonkeyPatch) -> None:
    """A plan counts the cards of the own stack where a view does not show them (CARD-22)."""
    honest = views_module.plan
    patch.setattr(views_module, "plan", lambda seen, **_look: honest(seen, look=True))


def hint_by_the_stack(patch: pytest.MonkeyPatch) -> None:
    """A hint remembers which cards went onto the own stack (RUL-61)."""
    honest = views_module.hint
    patch.setattr(views_module, "hint", lambda seen, **_look: honest(seen, look=True))


def hint_searched_by_the_stack(patch: pytest.MonkeyPatch) -> None:
    """The search for a hint remembers them (RUL-61)."""
    patch.setattr(Observation, "as_shown", lambda seen, _look: seen)


def past_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """Who looks back may look from every place before the game is over."""
    patch.setattr(
        replays, "eyes_of", lambda _game, owned, asked: asked or (str(owned[0]) if owned else "none")
    )


def past_by_another_seat(patch: pytest.MonkeyPatch) -> None:
    """Who looks back sees the past of the next seat."""
    honest = replays.seat_of
    patch.setattr(replays, "seat_of", lambda eyes: ((honest(eyes) or 0) + 1) % 2)


def past_before_a_move(patch: pytest.MonkeyPatch) -> None:
    """Who looks back sees the rows as they were before cards moved onto the stack (RUL-61)."""
    patch.setattr(replays, "first_of", lambda game, _eyes: game.beginning().version)


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
]
WITH_STACKS = [
    past_before_a_move,
    plan_by_the_stack,
    hint_by_the_stack,
    hint_searched_by_the_stack,
    own_stack_in_view,
    other_stack_in_view,
    stack_in_update,
    moved_cards_in_log,
    moved_cards_in_history,
    moved_cards_in_hello,
    moved_cards_in_the_past,
    declaration_of_another_seat,
]
