"""What one seat knows of a game, as an object (RULES COM-14, COM-15), and what it is told of an action."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, TypeVar, cast, overload

import msgspec
import numpy as np
import numpy.typing as npt

from whistlestop.format import Ruleset

from .core import fields, rng, types
from .core.seats import seat_is_to_act
from .errors import IllegalAction
from .text.advice import Hint, Plan, Searched
from .text.events import Event
from .text.view import DeclarationAnswer, Outcome, View

T = TypeVar("T")


class Values(dict[str, Any]):
    """Fields of a record by name, as numbers and nested lists, each read when somebody first asks for it."""

    __slots__ = ("_array", "_names", "_others")

    def __init__(self, array: npt.NDArray[Any], names: Collection[str], others: dict[str, Any]) -> None:
        """Of the fields of a one-element array only the named ones are read; `others` are looked up there."""
        super().__init__()
        self._array = array
        self._names = names
        self._others = others

    def __missing__(self, name: str) -> Any:
        value = self._array[name].tolist()[0] if name in self._names else self._others[name]
        self[name] = value
        return value


class Public:
    """What everybody knows at one moment of a game: only public fields, so nothing that is made of it tells more.

    The seats that are observed together share one, and what was made of it.
    """

    __slots__ = ("_earlier", "_made", "ruleset", "to_act", "values")

    def __init__(self, ruleset: Ruleset, array: npt.NDArray[Any], earlier: Public | None = None) -> None:
        """Take the public fields of a one-element array of any seat's observation.

        earlier: the same of an action earlier, from which may be taken over what is still so.
        """
        self.ruleset = ruleset
        self._earlier = earlier
        if earlier is not None:
            earlier.forget()
        self.values = Values(array, ruleset.kind.machine.layout.public_fields, {})
        """The fields by name; there is no other than the public ones."""
        self.to_act = seats_to_act(array)
        """The seats that owe a decision."""
        self._made: dict[Callable[[Public], Any], Any] = {}

    def once(self, make: Callable[[Public], T], of: Iterable[str] | None = None) -> T:
        """What a function makes of it, worked out for the first who asks.

        of: the fields that it follows from; as long as they stay as they are it is not worked out again.
        """
        if make not in self._made:
            before = self._earlier
            if of is not None and before is not None and before.agrees(self, of):
                self._made[make] = before.once(make)
            else:
                self._made[make] = make(self)
        return cast("T", self._made[make])

    def agrees(self, other: Public, names: Iterable[str]) -> bool:
        """Whether these fields are the same in both."""
        return all(self.values[name] == other.values[name] for name in names)

    def forget(self) -> None:
        """Let go of what was an action earlier."""
        self._earlier = None


class Observation:
    """A copy of what a seat knows; `seat` None is a spectator.

    `array` is a one-element array of the OBSERVATION of the ruleset's machine. Bots get this object and nothing else;
    what is legal for the seat follows from it alone.
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
        return f"<Observation of {self.ruleset.id} by {seat}: {progress(self.array)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.ruleset, self.seat, self.tobytes())

    @property
    def record(self) -> types.Observation:
        """The one record of `array`."""
        record: types.Observation = self.array[0]
        return record

    @property
    def values(self) -> Values:
        """The fields of the record by name, for those who read many of them: those of numpy's records are slow."""
        if self._values is None:
            self._values = Values(self.array, self.ruleset.kind.machine.layout.own_fields, self.public.values)
        return self._values

    @property
    def public(self) -> Public:
        """What everybody knows at this moment."""
        if self._public is None:
            self._public = Public(self.ruleset, self.array)
        return self._public

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
        size = self.array["offer_size"].item(0, self.seat)
        tickets: list[int] = self.array["offer"][0, self.seat, :size].tolist() if size else []
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
        judge = self.ruleset.kind.told.declaration
        if judge is None:
            raise IllegalAction("no declaration is owed")
        return judge(self, tickets)

    def tensor(self, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """What the seat knows as numbers from 0 to 1, told from its place: `Ruleset.tensor_fields` names them.

        out: a float32 array of their number to write to. A spectator looks from seat 0.
        """
        parts = self.ruleset.tensor_fields(int(self.record["players"]))
        tensor = np.empty(parts[-1].stop, np.float32) if out is None else out
        encoding = self.ruleset.kind.encoding
        encoding.tensor(self.array, self.ruleset.rules, 0, fields.NONE, 0, tensor[np.newaxis], 0)
        return tensor

    def mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Which actions are legal for the seat, as flat action spaces number them (docs/environments.md).

        That is as the engine numbers them, and where there are declarations one more for each ticket, which can be
        declared if it is set, and for the end of a declaration. out: a bool array of their number to write to.
        """
        ruleset = self.ruleset
        declared = len(ruleset.tickets) + 1 if ruleset.kind.told.declaration is not None else 0
        mask = np.empty(ruleset.action_count + declared, np.bool_) if out is None else out
        mask[:] = False
        tickets = np.empty(ruleset.machine.MOST_LEGAL, ruleset.machine.ACTION)
        seat = fields.NONE if self.seat is None else self.seat
        size = ruleset.kind.encoding.addable(self.array, ruleset.rules, 0, seat, 0, tickets)
        if size == fields.NONE:
            mask[self.legal_ids()] = True
        else:
            mask[ruleset.action_count + tickets[:size]] = True
            mask[-1] = True
        return mask

    def view(self, look: bool = False) -> View:
        """What the seat knows, and what it may do (docs/protocol.md): the `view_type` of the ruleset's kind.

        look: the option for beginners, by which a player may always look at his own stack (CARD-22).
        """
        return self.ruleset.kind.told.views.view(self, look)

    def plan(self, look: bool = False) -> Plan:
        """What the seat's tickets would take (docs/protocol.md): the `plan_type` of the ruleset's kind.

        look: see `view`. Raises IllegalAction for a spectator, who has no tickets, and when the game is over.
        """
        return self.ruleset.kind.advice.plan(self, self._player(), look)

    def hint(self, look: bool = False, searched: Searched | None = None) -> Hint:
        """What to do now in place of the seat, and why: the `hint_type` of the ruleset's kind.

        look: see `view`. searched: what a search has found, whose action is explained (docs/bots.md); otherwise it is
        that of the planner. The same arguments give the same hint. Raises IllegalAction if the seat owes no decision,
        and for an action that is not legal.
        """
        seat = self._player()
        if seat not in self.to_act():
            raise IllegalAction("there is nothing to decide for this seat now")
        machine, rules = self.ruleset.machine, self.ruleset.rules
        if searched is not None and not machine.is_legal(self.array, rules, 0, seat, searched.action):
            raise IllegalAction("what was found is no legal action of the seat")
        return self.ruleset.kind.advice.hint(self, seat, look, searched)

    def as_shown(self, look: bool = False) -> Observation:
        """The observation without what a view of it does not show, which bots may remember (RUL-61).

        look: see `view`. Where cards are left out others lie in their place, the same whatever they were. Raises
        IllegalAction for a spectator, and when the game is over.
        """
        return self.ruleset.kind.advice.as_shown(self, self._player(), look)

    def _player(self) -> int:
        """The seat, of a game that is under way."""
        if self.seat is None or self.record["phase"] == fields.OVER:
            raise IllegalAction("there is nothing to plan for a spectator, nor when the game is over")
        return self.seat

    def outcome(self) -> Outcome | None:
        """Final scores by part and the ranking (USA-32, CARD-50, COM-22); None while the game is under way."""
        return self.ruleset.kind.told.views.outcome(self)

    def events_since(self, before: Observation, live: bool = True) -> list[Event]:
        """What the seat learns from one action, in order; `before` is what it knew one action earlier.

        live: told as it happens. A log offered later does not say which cards were moved in the open (RUL-61).
        """
        if self.record["ply"] == before.record["ply"]:
            return []
        return self.ruleset.kind.told.events(before, self, live)

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


def observe_together(
    ruleset: Ruleset,
    states: npt.NDArray[Any],
    seats: Collection[int | None],
    earlier: Observation | None = None,
) -> dict[int | None, Observation]:
    """The same for several seats, each named once, who share what everybody knows.

    earlier: what anybody knew an action earlier; see `Public`.
    """
    observations = np.zeros(len(seats), ruleset.machine.OBSERVATION)
    found = {}
    public: Public | None = None
    for place, seat in enumerate(seats):
        array = observations[place : place + 1]
        ruleset.machine.observe(states, 0, fields.NONE if seat is None else seat, observations, place)
        if public is None:
            public = Public(ruleset, array, None if earlier is None else earlier.public)
        found[seat] = Observation(ruleset, seat, array, public)
    return found


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
