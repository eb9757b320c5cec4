"""A game of one reading player against bots."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec

from whistlestop import bots
from whistlestop.errors import IllegalAction
from whistlestop.game import Game

from . import prose

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whistlestop.format import Ruleset
    from whistlestop.observation import Observation


class Session:
    """A game in which the player sits at one seat and bots at the others. All texts tell only what the seat knows."""

    def __init__(
        self,
        ruleset: Ruleset,
        opponents: Sequence[str] = ("hard",),
        *,
        seat: int = 0,
        seed: int | None = None,
    ) -> None:
        """Start a game. `opponents`: a bot for each other seat, in order; `seed`: of the deal and of the bots.

        Raises WhistlestopError if the number of players or a bot does not suit the game.
        """
        players = len(opponents) + 1
        if not 0 <= seat < players:
            raise IllegalAction(f"there is no seat {seat} in a game of {players} players")
        seed = secrets.randbits(62) if seed is None else seed
        self.ruleset = ruleset
        self.seat = seat
        self.game = Game.new(ruleset, players=players, seed=seed)
        others = iter(opponents)
        self.names = [
            f"you (seat {number})" if number == seat else f"{next(others)} (seat {number})"
            for number in range(players)
        ]
        others = iter(opponents)
        self._bots = {
            number: bots.make(next(others), seed + number, ruleset)
            for number in range(players)
            if number != seat
        }
        self._told: list[str] = []
        self._let_bots_play()

    @property
    def seen(self) -> Observation:
        """What the seat knows now."""
        return self.game.observe(self.seat)

    def read(self) -> str:
        """Return the whole position, and the events since the last text."""
        return self._told_with(prose.position)

    def actions(self, start: str = "") -> str:
        """Return all legal actions that begin with a text."""
        return prose.actions(self.seen.legal(), start) or f"No legal action begins with {start!r}."

    def hint(self) -> str:
        """Return the action that the planner recommends, with its reasons. Raises IllegalAction if the game is over."""
        return prose.hint(msgspec.to_builtins(self.seen.hint()), self.game.ruleset)

    def play(self, action: str) -> str:
        """Play an action and the bots' answers; return the events, and the next decision or the result.

        Raises NotationError or IllegalAction; the game is unchanged then.
        """
        if self.game.over:
            raise IllegalAction("the game is over")
        before = self.seen
        self.game.play(action, self.seat)
        self._note(before)
        self._let_bots_play()
        return self._told_with(prose.decision)

    def review(self, worlds: int = 16) -> str:
        """Return how good the seat's decisions were. Raises RecordError if the game is not over.

        worlds: the number of worlds for each decision; more take longer and are more accurate.
        """
        from whistlestop.reviewing import review  # noqa: PLC0415 - most games are not reviewed

        decisions = [
            one for one in review(self.game.record(), worlds=worlds).decisions if one.seat == self.seat
        ]
        worst = sorted(decisions, key=lambda one: one.after - one.before)[:5]
        lines = [
            f"{one.action}: {one.before - one.after:.0%} of the win lost; better: {one.expert}"
            for one in worst
            if one.expert is not None
        ]
        lost = sum(one.before - one.after for one in decisions)
        return "\n".join([f"{len(decisions)} decisions cost {lost:.0%} of the win together.", *lines])

    def _let_bots_play(self) -> None:
        # At simultaneous choices, bots decide before the player, who does not see it.
        while others := [seat for seat in self.game.to_act if seat != self.seat]:
            acting, before = others[0], self.seen
            self.game.play_id(bots.ask(self._bots[acting], self.game.observe(acting)), acting)
            self._note(before)

    def _note(self, before: Observation) -> None:
        self._told += prose.news(self.seen.events_since(before), self.names, self.game.ruleset)

    def _told_with(self, write: Callable[[Observation, Sequence[str]], str]) -> str:
        told, self._told = self._told, []
        text = (prose.result if self.game.over else write)(self.seen, self.names)
        return "\n".join(["Since then:", *told, text] if told else [text])
