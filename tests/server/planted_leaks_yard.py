"""Leaks of the card game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec import to_builtins
from tests.server.planted_leaks import past_before_a_move

from whistlestop import Game
from whistlestop.observation import Observation
from whistlestop.server.messages.base import LogEntry
from whistlestop.server.usecases.replays import frames as replays
from whistlestop.server.usecases.tables import views as views_module
from whistlestop.server.usecases.tables.views import GameViews

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whistlestop.text.events import Event


def own_stack_in_view(patch: pytest.MonkeyPatch) -> None:
    """A seat sees its own stack before it has to declare (CARD-22)."""
    patch.setattr(GameViews, "view", lambda self, seat: self.game.view(seat, look=True))


def other_stack_in_view(patch: pytest.MonkeyPatch) -> None:
    """A seat that sees its stack also sees the next one."""
    honest = GameViews.view

    def view(self: GameViews, seat: int | None) -> dict[str, Any]:
        seen: dict[str, Any] = to_builtins(honest(self, seat))
        if seen["stack"] is not None and seat is not None:
            players = self.game.position()["players"]
            seen["hint"] = players[(seat + 1) % len(players)]["stack"]
        return seen

    patch.setattr(GameViews, "view", view)


def stack_in_update(patch: pytest.MonkeyPatch) -> None:
    """An update contains its receiver's stack."""
    honest = Observation.view
    patch.setattr(Observation, "view", lambda seen, look=False: honest(seen, look or seen.seat is not None))


def moved_cards_in_log(patch: pytest.MonkeyPatch) -> None:
    """The log keeps the moved cards (RUL-61)."""
    honest = Observation.events_since
    patch.setattr(Observation, "events_since", lambda after, before, live=True: honest(after, before))  # noqa: ARG005


def told_as_it_happened(
    game: Game, seat: int | None, since: int = 0, earlier: Game | None = None
) -> Iterator[tuple[int, list[Event]]]:
    """A rebuilt log contains events that were only shown live (RUL-61)."""
    again = game.beginning() if earlier is None else earlier.copy()
    for actor, text in game.actions[len(again.actions) :]:
        before = again.observe(seat)
        again.play(text, actor)
        if again.version > since:
            yield again.version, again.observe(seat).events_since(before)


def moved_cards_in_history(patch: pytest.MonkeyPatch) -> None:
    """A game's events from the start contain the moved cards."""
    patch.setattr(Game, "events_by_version", told_as_it_happened)


def moved_cards_in_hello(patch: pytest.MonkeyPatch) -> None:
    """Latecomers see the moved cards."""

    def told(self: GameViews, seat: int | None) -> list[LogEntry]:
        return [LogEntry(*told) for told in told_as_it_happened(self.game, seat)]

    patch.setattr(GameViews, "log", told)


def moved_cards_in_the_past(patch: pytest.MonkeyPatch) -> None:
    """Replays show the moved cards."""

    def told(game: Game, eyes: str) -> list[LogEntry]:
        return [LogEntry(*told) for told in told_as_it_happened(game, replays.seat_of(eyes))]

    patch.setattr(replays, "log_of", told)


def declaration_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """A player asking about a declaration gets the answer for another player."""
    honest = GameViews.declaration

    def declaration(self: GameViews, seat: int, tickets: list[str]) -> dict[str, Any]:
        honest(self, seat, tickets)
        other = self.game.view((seat + 1) % self.game.players)
        return {"feasible": True, "points": 0, "addable": [ticket["id"] for ticket in other["tickets"]]}

    patch.setattr(GameViews, "declaration", declaration)


def plan_by_the_stack(patch: pytest.MonkeyPatch) -> None:
    """A plan counts the cards of the player's own stack where a view does not show them (CARD-22)."""
    honest = views_module.plan
    patch.setattr(views_module, "plan", lambda seen, **_look: honest(seen, look=True))


def hint_by_the_stack(patch: pytest.MonkeyPatch) -> None:
    """A hint remembers the cards that moved to the player's own stack (RUL-61)."""
    honest = views_module.hint
    patch.setattr(views_module, "hint", lambda seen, **_look: honest(seen, look=True))


def hint_searched_by_the_stack(patch: pytest.MonkeyPatch) -> None:
    """The search for a hint remembers the moved cards (RUL-61)."""
    patch.setattr(Observation, "as_shown", lambda seen, _look: seen)


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
