"""One seat's knowledge of a game (RULES COM-14, COM-15), and the events that it sees."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, overload

import msgspec
import numpy as np
import numpy.typing as npt

from .core import fields, rng
from .errors import IllegalAction
from .format import CARDS, Ruleset
from .kinds import kind_of
from .text import conditions
from .text.advice import Hint, Plan, Searched
from .text.events import Event
from .text.knowledge import Knowledge, Public
from .text.view import DeclarationAnswer, Outcome, View


class Observation(Knowledge):
    """Everything that a seat knows. Bots get this object and nothing else."""

    __slots__ = ()

    def declaration(self, tickets: Sequence[str]) -> DeclarationAnswer:
        """Evaluate a declaration of these tickets (CARD-40), for a seat that must declare.

        Returns whether it is feasible, its points, and the ids of the tickets that could be added. Raises
        NotationError if this is not a list of tickets, and IllegalAction if no declaration is due.
        """
        judge = kind_of(self.ruleset).told.declaration
        if judge is None:
            raise IllegalAction("no declaration is due")
        return judge(self, tickets)

    def tensor(self, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """Encode the seat's knowledge as numbers from 0 to 1, relative to the seat; see `Ruleset.tensor_fields`.

        out: a float32 array to write to. A spectator gets the view of seat 0.
        """
        parts = self.ruleset.tensor_fields(int(self.record["players"]))
        tensor = np.empty(parts[-1].stop, np.float32) if out is None else out
        encoding = kind_of(self.ruleset).encoding
        encoding.tensor(self.array, self.ruleset.rules, 0, fields.NONE, 0, tensor[np.newaxis], 0)
        return tensor

    def mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Return the mask of legal actions, as numbered in flat action spaces (docs/environments.md).

        These are the numbers of the engine. Games with declarations add one action for each ticket, and one to finish
        the declaration. out: a bool array to write to.
        """
        ruleset = self.ruleset
        declared = len(ruleset.tickets) + 1 if kind_of(ruleset).told.declaration is not None else 0
        mask = np.empty(ruleset.action_count + declared, np.bool_) if out is None else out
        mask[:] = False
        tickets = np.empty(ruleset.machine.MOST_LEGAL, ruleset.machine.ACTION)
        seat = fields.NONE if self.seat is None else self.seat
        size = kind_of(ruleset).encoding.addable(self.array, ruleset.rules, 0, seat, 0, tickets)
        if size == fields.NONE:
            mask[self.legal_ids()] = True
        else:
            mask[ruleset.action_count + tickets[:size]] = True
            mask[-1] = True
        return mask

    def view(self, look: bool = False) -> View:
        """Return the view of the seat with its legal actions (docs/protocol/views.md), as `view_type` of the kind.

        look: the beginners' option that lets players look at their own stack at any time (CARD-22).
        """
        return kind_of(self.ruleset).told.views.view(self, look)

    def plan(self, look: bool = False) -> Plan:
        """Return the cheapest way to complete the seat's tickets (docs/protocol/advice.md), as `plan_type` of the kind.

        look: see `view`. Raises IllegalAction for a spectator, and when the game is over.
        """
        return kind_of(self.ruleset).advice.plan(self, self._player(), look)

    def hint(self, look: bool = False, searched: Searched | None = None) -> Hint:
        """Recommend an action and give reasons, as `hint_type` of the ruleset's kind.

        look: see `view`. searched: the result of a search, whose action is explained (docs/how-bots-think.md); by
            default the planner chooses. The same arguments give the same hint. Raises IllegalAction if the seat has no
            decision to make, or the action is not legal.
        """
        seat = self._player()
        if seat not in self.to_act():
            raise IllegalAction("there is nothing to decide for this seat now")
        machine, rules = self.ruleset.machine, self.ruleset.rules
        if searched is not None and not machine.is_legal(self.array, rules, 0, seat, searched.action):
            raise IllegalAction("the action found by the search is not legal for this seat")
        return kind_of(self.ruleset).advice.hint(self, seat, look, searched)

    def conditions(self) -> list[str]:
        """Return the conditions that the seat can use (docs/notation.md); each can also be negated with `!`."""
        return conditions.offered(kind_of(self.ruleset).told.conditions(self.ruleset), self)

    def holds(self, condition: str) -> bool:
        """Return whether a condition is true. Raises NotationError for a text that is not a condition for this seat."""
        words = kind_of(self.ruleset).told.conditions(self.ruleset)
        found, subject, wanted = conditions.parse(words, self, condition)
        return found.holds(self, subject) == wanted

    def allows(self, action: str) -> bool:
        """Return whether the seat may play an action now, given as a text that does not depend on an offer."""
        number = self.ruleset.notation.fixed(action)
        if number is None or self.seat is None or self.seat not in self.to_act():
            return False
        return bool(self.ruleset.machine.is_legal(self.array, self.ruleset.rules, 0, self.seat, number))

    def possible_next(self) -> list[str]:
        """Return the actions that may be legal at the start of the seat's next turn, as texts.

        These are the actions that would be legal if it were the seat's turn now, plus taking any card, since other
        players change the face-up cards. The list is empty during the opening, when the game is over, and for a
        spectator.
        """
        seat, ruleset = self.seat, self.ruleset
        if seat is None or self.record["phase"] in {fields.OPENING, fields.OVER, fields.DECLARATION}:
            return []
        states = self.determinize(0)  # hidden information has no effect on the result
        kind_of(ruleset).told.give_turn(ruleset, states[0], seat)
        now = observe(ruleset, states, seat).legal()
        known = ruleset.notation.fixed
        takes = [f"take:{card}" for card in CARDS if known(f"take:{card}") is not None]
        return list(dict.fromkeys([*takes, *now]))

    def as_shown(self, look: bool = False) -> Observation:
        """Return the observation without details that bots may remember but views do not show (RUL-61).

        look: see `view`. Omitted cards are replaced in a way that does not depend on them. Raises IllegalAction for a
        spectator, and when the game is over.
        """
        shown = kind_of(self.ruleset).advice.as_shown(self, self._player(), look)
        return Observation(self.ruleset, shown.seat, shown.array)

    def at_rest(self) -> Observation:
        """Return the observation without the last action and its effects, as if the game had just been loaded."""
        array = self.array.copy()
        for field in self.ruleset.machine.layout.fields:
            if field.of_action:
                array[field.name] = field.empty
        return Observation(self.ruleset, self.seat, array)

    def _player(self) -> int:
        """Return the seat, if the game is in progress."""
        if self.seat is None or self.record["phase"] == fields.OVER:
            raise IllegalAction("there is nothing to plan for a spectator, nor when the game is over")
        return self.seat

    def outcome(self) -> Outcome | None:
        """Return final scores and ranking (USA-32, CARD-50, COM-22); None while the game is in progress."""
        return kind_of(self.ruleset).told.views.outcome(self)

    def events_since(self, before: Observation, live: bool = True) -> list[Event]:
        """Return the events of one action as the seat sees them. before: the observation one action earlier.

        live: the events are reported as they happen. A log that is read later does not show which cards were moved
        face up (RUL-61).
        """
        if self.record["ply"] == before.record["ply"]:
            return []
        return kind_of(self.ruleset).told.events(before, self, live)

    def determinize(self, seed: int) -> npt.NDArray[Any]:
        """Return a random state that fits this observation, as a STATE array of length 1."""
        machine = self.ruleset.machine
        states = np.zeros(1, machine.STATE)
        machine.determinize(self.array, self.ruleset.rules, 0, rng.fast_seed(seed), states, 0)
        return states


class Events(Sequence[dict[str, Any]]):
    """The events of one action, in order, as spectators see them (docs/protocol/views.md).

    They are created on first access. `seen_by` returns them as a seat sees them.
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
        """Keep the state after the action before the game changes it."""
        if not isinstance(self._after, bytes):
            self._after = after

    def seen_by(self, seat: int | None) -> list[dict[str, Any]]:
        """Return the events as a seat sees them, as plain data; None for a spectator."""
        plain: list[dict[str, Any]] = msgspec.to_builtins(self.records(seat))
        return plain

    def records(self, seat: int | None, live: bool = True) -> list[Event]:
        """Return the same as typed records. `live`: see `Observation.events_since`."""
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
    """Return the observation of a seat in a STATE array of length 1. seat: None for a spectator."""
    observations = _empty(ruleset, 1)
    ruleset.machine.observe(states, 0, fields.NONE if seat is None else seat, observations, 0)
    return Observation(ruleset, seat, observations)


def observe_together(
    ruleset: Ruleset,
    states: npt.NDArray[Any],
    seats: Collection[int | None],
    earlier: Observation | None = None,
) -> dict[int | None, Observation]:
    """Return the observations of several seats, each listed once. Public knowledge is shared.

    earlier: public knowledge one action earlier; see `Public`.
    """
    observations = _empty(ruleset, len(seats))
    found = {}
    public: Public | None = None
    for place, seat in enumerate(seats):
        array = observations[place : place + 1]
        ruleset.machine.observe(states, 0, fields.NONE if seat is None else seat, observations, place)
        if public is None:
            public = Public(ruleset, array, None if earlier is None else earlier.public)
        found[seat] = Observation(ruleset, seat, array, public)
    return found


def _empty(ruleset: Ruleset, count: int) -> npt.NDArray[Any]:
    """Return an OBSERVATION array of zeros; numpy itself would clear records field by field."""
    dtype = ruleset.machine.OBSERVATION
    return np.frombuffer(bytearray(count * dtype.itemsize), dtype)


def unpacked(ruleset: Ruleset, state: bytes) -> npt.NDArray[Any]:
    """Make a STATE array of length 1 from bytes, in one copy; copying records would go field by field."""
    return np.frombuffer(bytearray(state), ruleset.machine.STATE)
