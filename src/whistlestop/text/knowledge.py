"""One seat's knowledge of a game: the fields of its record, and all that follows from the rules alone.

Every description of a game is made from it. `whistlestop.observation` adds the parts that depend on the kind of game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from whistlestop.core import types
from whistlestop.core.seats import seat_is_to_act
from whistlestop.format import Ruleset

T = TypeVar("T")


class Values(dict[str, Any]):
    """Fields of a record by name, as numbers and nested lists, each read on first use."""

    __slots__ = ("_array", "_names", "_others")

    def __init__(self, array: npt.NDArray[Any], names: Collection[str], others: dict[str, Any]) -> None:
        """Read only the named fields of a one-element array; look up the rest in `others`."""
        super().__init__()
        self._array = array
        self._names = names
        self._others = others

    def __missing__(self, name: str) -> Any:
        value = self._array[name].tolist()[0] if name in self._names else self._others[name]
        self[name] = value
        return value

    def same(self, other: Values, name: str) -> bool:
        """Return whether a field is the same in both, without converting it to numbers."""
        return bool(self._array[name].tobytes() == other._array[name].tobytes())


class Public:
    """Public knowledge at one point of a game: only public fields, so nothing made from it reveals more.

    Seats that are observed together share one object, with everything computed from it.
    """

    __slots__ = ("_earlier", "_made", "ruleset", "to_act", "values")

    def __init__(self, ruleset: Ruleset, array: npt.NDArray[Any], earlier: Public | None = None) -> None:
        """Take the public fields of a one-element array of any seat's observation.

        earlier: the public knowledge before the action, from which unchanged results are reused.
        """
        self.ruleset = ruleset
        self._earlier = earlier
        if earlier is not None:
            earlier.forget()
        self.values = Values(array, ruleset.machine.layout.public_fields, {})
        """The fields by name; all of them are public."""
        self.to_act = seats_to_act(array)
        """The seats with a decision to make."""
        self._made: dict[Callable[[Public], Any], Any] = {}

    def once(self, make: Callable[[Public], T], of: Iterable[str] | None = None) -> T:
        """Return a function's result for this knowledge, computed once.

        of: the fields that the result depends on; while they stay the same, the earlier result is reused.
        """
        if make not in self._made:
            before = self._earlier
            if of is not None and before is not None and before.agrees(self, of):
                self._made[make] = before.once(make)
            else:
                self._made[make] = make(self)
        return cast("T", self._made[make])

    def agrees(self, other: Public, names: Iterable[str]) -> bool:
        """Return whether these fields are the same in both."""
        return all(self.values.same(other.values, name) for name in names)

    def forget(self) -> None:
        """Discard the knowledge from before the action."""
        self._earlier = None


class Knowledge:
    """A copy of the knowledge of a seat; `seat` None is a spectator.

    `array` is a one-element array of the OBSERVATION of the ruleset's machine. The seat's legal actions follow from it
    alone.
    """

    __slots__ = ("_public", "_values", "array", "ruleset", "seat")

    def __init__(
        self, ruleset: Ruleset, seat: int | None, array: npt.NDArray[Any], public: Public | None = None
    ) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.array = array
        self._public = public
        self._values: Values | None = None

    def __repr__(self) -> str:
        seat = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<{type(self).__name__} of {self.ruleset.id} by {seat}: {progress(self.array)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.ruleset, self.seat, self.tobytes())

    @property
    def record(self) -> types.Observation:
        """Return the one record of `array`."""
        record: types.Observation = self.array[0]
        return record

    @property
    def values(self) -> Values:
        """Return the fields by name, for callers that read many of them: access to numpy's records is slow."""
        if self._values is None:
            self._values = Values(self.array, self.ruleset.machine.layout.own_fields, self.public.values)
        return self._values

    @property
    def public(self) -> Public:
        """Return the public knowledge at this point."""
        if self._public is None:
            self._public = Public(self.ruleset, self.array)
        return self._public

    def legal_ids(self) -> list[int]:
        """Return the seat's legal actions as the engine's numbers; empty if it has no decision to make.

        Of the declarations, only some are listed: the default and alternatives (CARD-42). `declaration` evaluates any.
        """
        if self.seat is None:
            return []
        machine = self.ruleset.machine
        out = np.empty(machine.MOST_LEGAL, machine.ACTION)
        size = machine.legal(self.array, self.ruleset.rules, 0, self.seat, out)
        ids: list[int] = out[:size].tolist()
        return ids

    def offer(self) -> list[int]:
        """Return the tickets on offer to the seat, in order."""
        if self.seat is None:
            return []
        size = self.array["offer_size"].item(0, self.seat)
        tickets: list[int] = self.array["offer"][0, self.seat, :size].tolist() if size else []
        return tickets

    def legal(self) -> list[str]:
        """Return the seat's legal actions as texts."""
        texts = self.ruleset.notation
        offer = self.offer()
        return [texts.text(action, offer) for action in self.legal_ids()]

    def to_act(self) -> tuple[int, ...]:
        """Return the seats with a decision to make."""
        return seats_to_act(self.array)

    def tobytes(self) -> bytes:
        """Return the whole record as bytes: equal for equal knowledge."""
        return self.array.tobytes()


def _restored(kind: type[Knowledge], ruleset: Ruleset, seat: int | None, record: bytes) -> Knowledge:
    return kind(ruleset, seat, np.frombuffer(bytearray(record), ruleset.machine.OBSERVATION))


def progress(array: npt.NDArray[Any]) -> str:
    """Describe the progress of a STATE or OBSERVATION array in a readable form."""
    players, version = int(array["players"][0]), int(array["ply"][0])
    seats = seats_to_act(array)
    owing = f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))} to act"
    now = owing if seats else "over"
    return f"{players} players, {version} actions, {now}"


def seats_to_act(array: npt.NDArray[Any]) -> tuple[int, ...]:
    """Return the seats with a decision to make in a STATE or OBSERVATION array of one game."""
    return tuple(seat for seat in range(int(array["players"][0])) if seat_is_to_act(array, 0, seat))
