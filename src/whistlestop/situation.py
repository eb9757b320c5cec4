"""The true state of a game: legal actions, and each seat's observation."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Collection
from typing import Any, SupportsIndex

import msgspec
import numpy as np
import numpy.typing as npt

from .core import fields
from .errors import IllegalAction, RulesetError
from .format import Ruleset
from .observation import Observation, observe, observe_together
from .position import write_position
from .text.knowledge import seats_to_act

__all__ = ["Situation", "is_in"]


class Situation:
    """A game at one point. Seats are numbered from 0 clockwise."""

    def __init__(self, ruleset: Ruleset, states: npt.NDArray[Any]) -> None:
        """`states` is a one-element STATE array."""
        self.ruleset = ruleset
        self.states = states
        self._machine = ruleset.machine
        self._notation = ruleset.notation

    # State

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.states["players"][0])

    @property
    def first(self) -> int:
        """The seat that took the first turn."""
        return int(self.states["first"][0])

    @property
    def over(self) -> bool:
        """Whether the game has been scored."""
        return bool(self.states["phase"][0] == fields.OVER)

    @property
    def version(self) -> int:
        """The number of actions played since the game was set up."""
        return int(self.states["ply"][0])

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide: several if all choose at once, none when the game is over."""
        return seats_to_act(self.states)

    @property
    def due_since(self) -> int:
        """The version since which the current decisions have been due.

        Simultaneous choices do not affect each other (COM-19, CARD-41), so each of them may have been made at this
        version or any later one.
        """
        if self.states["phase"][0] not in fields.SIMULTANEOUS:
            return self.version
        return self.version - (self.players - len(self.to_act))

    def legal_ids(self, seat: int | None = None) -> list[int]:
        """List the legal actions as numbers of the engine; empty if the seat has no decision to make.

        For a declaration the list has only the default and some alternatives; any feasible one may be played (CARD-41,
        CARD-42).
        """
        out = np.empty(self._machine.MOST_LEGAL, self._machine.ACTION)
        size = self._machine.legal(self.states, self.ruleset.rules, 0, self._seat(seat), out)
        ids: list[int] = out[:size].tolist()
        return ids

    def legal(self, seat: int | None = None) -> list[str]:
        """List the legal actions as texts."""
        seat = self._seat(seat)
        offer = self._offer(seat)
        return [self._notation.text(action, offer) for action in self.legal_ids(seat)]

    def is_legal(self, action: str | SupportsIndex, seat: int | None = None) -> bool:
        """Check whether a seat may now play an action, given as text or as the engine's number.

        Raises NotationError if this is not an action of the ruleset, and IllegalAction if the seat does not exist.
        """
        if seat is None and self.over:
            return False
        seat = self._seat(seat)
        try:
            number = self._notation.number(action, self._offer(seat))
        except IllegalAction:
            return False
        return self._judge(seat, number)

    def _judge(self, seat: int, action: int) -> bool:
        # A number outside the ruleset may be too large for the engine to check.
        return self._notation.means(action) and self._machine.is_legal(
            self.states, self.ruleset.rules, 0, seat, action
        )

    def _refusal(self, seat: int, action: int) -> str:
        if self.over:
            return "the game is over"
        if seat not in self.to_act:
            return f"seat {seat} has nothing to decide now"
        if not self._notation.means(action):
            return "there is no action of this number"
        return f"{self._notation.text(action, self._offer(seat))} is not legal now"

    def _seat(self, seat: int | None) -> int:
        if type(seat) is int and 0 <= seat < self.players:
            return seat
        if seat is None:
            to_act = self.to_act
            if len(to_act) != 1:
                raise IllegalAction("the game is over" if not to_act else f"say which seat acts: {to_act}")
            return to_act[0]
        if not is_in(seat, 0, self.players - 1):
            raise IllegalAction(f"there is no seat {seat!r:.60} in a game of {self.players} players")
        return operator.index(seat)

    def _offer(self, seat: int) -> list[int]:
        size = self.states["offer_size"].item(0, seat)
        tickets: list[int] = self.states["offer"][0, seat, :size].tolist() if size else []
        return tickets

    # Observing

    def observe(self, seat: int | None = None) -> Observation:
        """Return the observation of a seat. seat: None for a spectator."""
        return observe(self.ruleset, self.states, None if seat is None else self._seat(seat))

    def observe_together(
        self, seats: Collection[int | None], earlier: Observation | None = None
    ) -> dict[int | None, Observation]:
        """Return the observations of several seats, each listed once. Public knowledge is computed once for all.

        earlier: public knowledge one action earlier; unchanged parts are reused.
        """
        return observe_together(self.ruleset, self.states, seats, earlier)

    def view(self, seat: int | None = None, look: bool = False) -> dict[str, Any]:
        """Return the view of a seat as JSON-ready data (docs/protocol/views.md).

        look: the beginners' option that lets players look at their own stack at any time (CARD-22).
        """
        plain: dict[str, Any] = msgspec.to_builtins(self.observe(seat).view(look))
        return plain

    def svg(self, seat: int | None = None) -> str:
        """Draw the board as SVG, as a seat sees it; None for a spectator.

        Raises RulesetError if the game has no board.
        """
        if not self.ruleset.routes:
            raise RulesetError(f"{self.ruleset.name} is played without a board: there is nothing to draw")
        from .drawing.svg import board_svg  # noqa: PLC0415 - a tenth of the package's start, and seldom needed

        return board_svg(self.ruleset, view=self.view(seat))

    def _repr_svg_(self) -> str | None:
        """Draw the board for notebooks, as spectators see it; None for a game without a board."""
        return self.svg() if self.ruleset.routes else None

    def outcome(self) -> dict[str, Any] | None:
        """Return final scores and ranking as plain data (docs/python.md); None while the game is in progress."""
        plain: dict[str, Any] | None = msgspec.to_builtins(self.observe(None).outcome())
        return plain

    def position(self) -> dict[str, Any]:
        """Return the complete state by names, hidden information included. `Game.from_position` loads it."""
        return write_position(self.ruleset, self.states)

    def checksum(self) -> str:
        """Return a checksum of the position, 16 hexadecimal digits, as stored in records."""
        position = self.position()
        position.pop("ruleset_version", None)  # absent for the current version
        plain = msgspec.json.encode(position, order="deterministic")
        return hashlib.sha256(plain).hexdigest()[:16]


def is_in(number: object, least: int, most: int) -> bool:
    """Check whether a value is an integer within these bounds; True and False are not."""
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        return False
    return least <= operator.index(number) <= most
