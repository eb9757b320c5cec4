"""What one seat knows of a game, as an object (RULES COM-14, COM-15), and what it is told of an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import msgspec
import numpy as np
import numpy.typing as npt

from whistlestop.format import Ruleset

from .core import fields, rng
from .core.seats import seat_is_to_act
from .errors import IllegalAction
from .text.advice import Hint, Plan
from .text.events import Event
from .text.view import DeclarationAnswer, Outcome, View


class Observation:
    """A copy of what a seat knows; `seat` None is a spectator.

    `array` is a one-element array of the OBSERVATION of the ruleset's machine. Bots get this object and nothing else;
    what is legal for the seat follows from it alone.
    """

    __slots__ = ("array", "ruleset", "seat")

    def __init__(self, ruleset: Ruleset, seat: int | None, array: npt.NDArray[Any]) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.array = array

    def __repr__(self) -> str:
        seat = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<Observation of {self.ruleset.id} by {seat}: {progress(self.array)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.ruleset, self.seat, self.tobytes())

    @property
    def record(self) -> np.void:
        """The one record of `array`."""
        record: np.void = self.array[0]
        return record

    def legal_ids(self) -> list[int]:
        """The seat's legal actions as the engine numbers them; empty if it owes none.

        Of a declaration they are some: the default and others (CARD-42). `declaration` judges any.
        """
        if self.seat is None:
            return []
        machine = self.ruleset.machine
        out = np.empty(machine.MOST_LEGAL, machine.ACTION)
        size = machine.legal(self.array, self.ruleset.rules, 0, self.seat, out)
        ids: list[int] = out[:size].tolist()
        return ids

    def offer(self) -> list[int]:
        """The tickets on offer to the seat, in order."""
        if self.seat is None:
            return []
        size = int(self.array["offer_size"][0, self.seat])
        tickets: list[int] = self.array["offer"][0, self.seat, :size].tolist()
        return tickets

    def legal(self) -> list[str]:
        """The seat's legal actions as texts."""
        texts = self.ruleset.notation
        offer = self.offer()
        return [texts.text(action, offer) for action in self.legal_ids()]

    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return seats_to_act(self.array)

    def declaration(self, tickets: Sequence[str]) -> DeclarationAnswer:
        """Judge a declaration of these tickets (CARD-40), for a seat that owes one.

        Gives whether it is feasible, its points, and the ids of the tickets that could be added to it. Raises
        NotationError for what is no list of tickets and IllegalAction if no declaration is owed.
        """
        judge = self.ruleset.kind.declaration
        if judge is None:
            raise IllegalAction("no declaration is owed")
        return judge(self, tickets)

    def view(self, look: bool = False) -> View:
        """What the seat knows, and what it may do (docs/protocol.md): the `view_type` of the ruleset's kind.

        look: the option for beginners, by which a player may always look at his own stack (CARD-22).
        """
        return self.ruleset.kind.view(self, look)

    def plan(self, look: bool = False) -> Plan:
        """What the seat's tickets would take (docs/protocol.md): the `plan_type` of the ruleset's kind.

        look: see `view`. Raises IllegalAction for a spectator, who has no tickets, and when the game is over.
        """
        return self.ruleset.kind.plan(self, self._player(), look)

    def hint(self, look: bool = False) -> Hint:
        """What the planner would do now in place of the seat, and why: the `hint_type` of the ruleset's kind.

        look: see `view`. The same observation gives the same hint. Raises IllegalAction if the seat owes no decision.
        """
        seat = self._player()
        if seat not in self.to_act():
            raise IllegalAction("there is nothing to decide for this seat now")
        return self.ruleset.kind.hint(self, seat, look)

    def _player(self) -> int:
        """The seat, of a game that is under way."""
        if self.seat is None or self.record["phase"] == fields.OVER:
            raise IllegalAction("there is nothing to plan for a spectator, nor when the game is over")
        return self.seat

    def outcome(self) -> Outcome | None:
        """Final scores by part and the ranking (USA-32, CARD-50, COM-22); None while the game is under way."""
        return self.ruleset.kind.outcome(self)

    def events_since(self, before: Observation, live: bool = True) -> list[Event]:
        """What the seat learns from one action, in order; `before` is what it knew one action earlier.

        live: told as it happens. A log offered later does not say which cards were moved in the open (RUL-61).
        """
        if self.record["ply"] == before.record["ply"]:
            return []
        return self.ruleset.kind.events(before, self, live)

    def tobytes(self) -> bytes:
        """The whole record as bytes: equal for equal knowledge."""
        return self.array.tobytes()

    def determinize(self, seed: int) -> npt.NDArray[Any]:
        """A random state of which this seat would have this observation, as a one-element STATE array."""
        machine = self.ruleset.machine
        states = np.zeros(1, machine.STATE)
        machine.determinize(self.array, self.ruleset.rules, 0, rng.fast_seed(seed), states, 0)
        return states


class Events(Sequence[dict[str, Any]]):
    """What one action did: its events in order, as everybody is told of them (docs/protocol.md).

    They are made when somebody first looks. `seen_by` gives them as one seat is told.
    """

    __slots__ = ("_after", "_before", "_ruleset", "_told")

    def __init__(self, ruleset: Ruleset, before: bytes, after: npt.NDArray[Any]) -> None:
        """For `Game`: the state before the action, and the array of the state after it until `settle` is called."""
        self._ruleset = ruleset
        self._before = before
        self._after: npt.NDArray[Any] | bytes = after
        self._told: list[dict[str, Any]] | None = None

    @property
    def before(self) -> bytes:
        """The state before the action."""
        return self._before

    def settle(self, after: bytes) -> None:
        """Keep the state after the action, which the game is about to change."""
        if not isinstance(self._after, bytes):
            self._after = after

    def seen_by(self, seat: int | None) -> list[dict[str, Any]]:
        """The events as a seat is told of them, as plain data; None for a spectator."""
        plain: list[dict[str, Any]] = msgspec.to_builtins(self.records(seat))
        return plain

    def records(self, seat: int | None, live: bool = True) -> list[Event]:
        """The same as records. `live`: see `Observation.events_since`."""
        before, after = (
            observe(
                self._ruleset, unpacked(self._ruleset, state) if isinstance(state, bytes) else state, seat
            )
            for state in (self._before, self._after)
        )
        return after.events_since(before, live)

    def _list(self) -> list[dict[str, Any]]:
        if self._told is None:
            self._told = self.seen_by(None)
        return self._told

    def __len__(self) -> int:
        return len(self._list())

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        return self._list()[index]

    def __eq__(self, other: object) -> bool:
        return self._list() == (other._list() if isinstance(other, Events) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._list())

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (self._list(),)


def observe(ruleset: Ruleset, states: npt.NDArray[Any], seat: int | None) -> Observation:
    """What a seat knows of the game in a one-element STATE array; None for a spectator."""
    observations = np.zeros(1, ruleset.machine.OBSERVATION)
    ruleset.machine.observe(states, 0, fields.NONE if seat is None else seat, observations, 0)
    return Observation(ruleset, seat, observations)


def unpacked(ruleset: Ruleset, state: bytes) -> npt.NDArray[Any]:
    """A one-element STATE array of its bytes. Arrays of records are copied field by field, bytes all at once."""
    return np.frombuffer(bytearray(state), ruleset.machine.STATE)


def _restored(ruleset: Ruleset, seat: int | None, record: bytes) -> Observation:
    return Observation(ruleset, seat, np.frombuffer(bytearray(record), ruleset.machine.OBSERVATION))


def progress(array: npt.NDArray[Any]) -> str:
    """How far the game of a STATE or OBSERVATION array is, for people."""
    players, version = int(array["players"][0]), int(array["ply"][0])
    seats = seats_to_act(array)
    owing = f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))} to act"
    now = owing if seats else "over"
    return f"{players} players, {version} actions, {now}"


def seats_to_act(array: npt.NDArray[Any]) -> tuple[int, ...]:
    """The seats that owe a decision in a STATE or OBSERVATION array of one game."""
    return tuple(seat for seat in range(int(array["players"][0])) if seat_is_to_act(array, 0, seat))
