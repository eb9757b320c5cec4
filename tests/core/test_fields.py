"""Fields are declared once, with their visibility: observing, clearing and forgetting follow the declaration.

Every cell of every field is changed, and what every seat sees of it is compared with the declaration. The check also
finds planted faults: a wrong declaration, and a field shown to everybody, to nobody or too late.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from tests.core.worlds import moves

import whistlestop as ws
from whistlestop.core.fields import NONE, OVER, PLAYERS, TURN
from whistlestop.core.records import HIDDEN, OWN, PUBLIC, Field
from whistlestop.core.rng import RNG_FIELDS

Array = npt.NDArray[Any]
Observe = Callable[[Array, int, int, Array, int], None]

GAMES = ["europe", "card_game"]  # one of each kind, with all of its mechanisms
SEATS = 3
WATCHERS = (NONE, *range(SEATS))
FOLLOWS = {
    "did_by": {"drawn", "collected"},  # the player who took the cards sees them
    "known": {"hand"},  # the cards of another hand that everybody knows are visible
    "ticket_size": {"ticket_deck"},
    "ticket_seen": {"ticket_deck"},  # players who refused a ticket know its position
}
"""Other changes for a seat when a field changes."""


class Machine:
    """A kind of game, and a state of it in which every field has content."""

    def __init__(self, ruleset: str) -> None:
        self.rules = ws.load_ruleset(ruleset)
        machine: Any = self.rules.machine
        self.machine = machine
        self.fields: tuple[Field, ...] = machine.layout.fields
        self.forget = import_module(f"whistlestop.games.{self.rules.data.machine}.turn").TURN.forget
        self.observe: Observe = self.machine.observe
        middle = [states.copy() for states, _, _ in moves(ruleset, SEATS, seed=1, style=1)]
        self.states = next(states for states in middle[len(middle) // 2 :] if states["phase"][0] == TURN)
        noise = np.random.default_rng(1)
        for field in self.fields:
            if field.seen is not PUBLIC and field.name not in ("ticket_deck", "ticket_seen"):
                self.states[field.name] = noise.integers(2, 100, self.states[field.name].shape)
        s = self.states[0]
        s["did_by"] = 1
        s["ticket_size"] = min(10, s["ticket_size"])
        s["ticket_deck"][s["ticket_size"] :] = NONE
        s["ticket_seen"] = 0
        s["ticket_seen"][s["ticket_deck"][:6]] = [0b001, 0b010, 0b100, 0b011, 0b111, 0]

    def field(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)

    def see(self, states: Array, seat: int, observe: Observe) -> Any:
        seen = np.zeros(1, self.machine.OBSERVATION)
        observe(states, 0, seat, seen, 0)
        return seen


MACHINES = {name: Machine(name) for name in GAMES}


def cells(states: Array, field: Field) -> Iterator[tuple[int, ...]]:
    """Return where a change is visible: not in unused seats, and not beyond the end of a deck."""
    shape = states[field.name].shape[1:]
    for cell in np.ndindex(*shape):
        if shape[:1] == (PLAYERS,) and cell[0] >= SEATS:
            continue
        if field.name == "ticket_deck" and cell[0] >= states["ticket_size"][0]:
            continue
        yield cell


def watchers(states: Array, field: Field, cell: tuple[int, ...]) -> set[int]:
    """Return the seats that see a cell, according to the declaration and the few additional rules."""
    s = states[0]
    if field.seen is PUBLIC:
        return set(WATCHERS)
    if field.seen is HIDDEN:
        return set()
    if field.name in {"drawn", "collected"}:
        return {int(s["did_by"])}
    if field.name == "ticket_deck":
        return {seat for seat in range(SEATS) if s["ticket_seen"][s["ticket_deck"][cell]] >> seat & 1}
    if field.name == "tickets" and s["phase"] == OVER:  # COM-16, CARD-54
        return set(WATCHERS)
    return {cell[0]}


def check_seen(one: Machine, field: Field, observe: Observe, phase: int = TURN) -> None:
    """Change every cell of the field: exactly the seats that may see it see the change, and nothing else
    changes.
    """
    states = one.states.copy()
    states["phase"] = phase
    before = {seat: one.see(states, seat, observe) for seat in WATCHERS}
    for cell in cells(states, field):
        changed = states.copy()
        if field.name == "ticket_deck":  # another ticket that the same seats refused
            other = next(
                t for t in range(len(changed["ticket_seen"][0])) if t not in states["ticket_deck"][0]
            )
            changed["ticket_seen"][0, other] = changed["ticket_seen"][0, changed["ticket_deck"][0][cell]]
            changed["ticket_deck"][0][cell] = other
        elif cell:
            changed[field.name][0][cell] += changed[field.name].dtype.type(1)
        else:
            changed[field.name][0] += 1
        for seat in WATCHERS:
            after = one.see(changed, seat, observe)
            different = {name for name in after.dtype.names if (after[name] != before[seat][name]).any()}
            different -= FOLLOWS.get(field.name, set()) - {field.name}
            expected = {field.name} if seat in watchers(states, field, cell) else set()
            assert different == expected, (field.name, cell, seat)
            if expected:
                assert after[field.name][0][cell] == changed[field.name][0][cell]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_seen_as_declared(game: str) -> None:  # COM-14, COM-15, COM-16
    one = MACHINES[game]
    for field in one.fields:
        if field.name != "phase":
            check_seen(one, field, one.observe)
            check_seen(one, field, one.observe, phase=OVER)
    seen = one.see(one.states, NONE, one.observe)
    names = {name for name in seen.dtype.names if not name.startswith("filler")}
    assert names == {field.name for field in one.fields if field.seen is not HIDDEN} | {"seat"}


@pytest.mark.parametrize("game", GAMES)
def test_a_field_declared_otherwise_is_found(game: str) -> None:
    one = MACHINES[game]
    for field in one.fields:
        for seen in {PUBLIC, OWN, HIDDEN} - {field.seen}:
            if field.name != "phase" and (seen is not OWN or one.states[field.name].shape[1:2] == (PLAYERS,)):
                with pytest.raises(AssertionError):
                    check_seen(one, replace(field, seen=seen, of_action=False), one.observe)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_shown_too_much_or_too_little_is_found(game: str) -> None:
    """Each field that is not hidden is shown to everybody completely, or to nobody."""
    one = MACHINES[game]

    def shown(name: str) -> Observe:
        def observe(states: Array, i: int, seat: int, observations: Array, j: int) -> None:
            one.observe(states, i, seat, observations, j)
            observations[name][j] = states[name][i]

        return observe

    def kept_back(name: str) -> Observe:
        def observe(states: Array, i: int, seat: int, observations: Array, j: int) -> None:
            one.observe(states, i, seat, observations, j)
            observations[name][j] = 0

        return observe

    for field in one.fields:
        if field.seen is not HIDDEN and field.name != "phase":
            with pytest.raises(AssertionError):
                check_seen(one, field, kept_back(field.name))
        if field.seen is OWN:
            with pytest.raises(AssertionError):
                check_seen(one, field, shown(field.name))


def noise(one: Machine, seed: int) -> Array:
    """Return a record with random bytes."""
    size = one.machine.STATE.itemsize
    return np.frombuffer(np.random.default_rng(seed).bytes(size), one.machine.STATE).copy()


def check_cleared(one: Machine, fields: tuple[Field, ...], clear: Callable[[Array], None]) -> None:
    """After clearing any content, every field has its declared initial value, and the generator is unchanged."""
    states = noise(one, 2)
    before = states.copy()
    clear(states)
    r = one.rules.rules[0]
    given = {"players": SEATS}
    for name in ("trains", "stations_left"):
        given |= {name: r[name.removesuffix("_left")]} if name in (states.dtype.names or ()) else {}
    for field in fields:
        value = states[field.name][0]
        if field.name == "open":
            assert (value[:SEATS] == r["in_play"][SEATS]).all()
            value = value[SEATS:]
        elif field.name in given:
            seated = value[:SEATS] if value.ndim else value
            assert (seated == given[field.name]).all()
            value = value[SEATS:] if value.ndim else np.zeros(0)
        assert (value == field.empty).all(), field.name
    for name, *_ in RNG_FIELDS:
        assert (states[name] == before[name]).all()


@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_cleared_as_declared(game: str) -> None:
    one = MACHINES[game]

    def clear(states: Array) -> None:
        one.machine.clear(states, one.rules.rules, 0, SEATS)

    check_cleared(one, one.fields, clear)
    for place, field in enumerate(one.fields):
        if field.name not in ("players", "trains", "stations_left", "open"):
            otherwise = replace(field, empty=np.asarray(field.empty) + 1)
            with pytest.raises(AssertionError):
                check_cleared(one, (*one.fields[:place], otherwise, *one.fields[place + 1 :]), clear)


def check_forgotten(one: Machine, fields: tuple[Field, ...]) -> None:
    """Fields about the last action have their declared initial values, and all others are unchanged."""
    states = noise(one, 3)
    before = states.copy()
    one.forget(states[0])
    for field in fields:
        expected = field.empty if field.of_action else before[field.name][0]
        assert (states[field.name][0] == expected).all(), field.name


@pytest.mark.parametrize("game", GAMES)
def test_the_last_action_is_forgotten_as_declared(game: str) -> None:
    one = MACHINES[game]
    check_forgotten(one, one.fields)
    assert {field.name for field in one.fields if field.name.startswith("did")} < {
        field.name for field in one.fields if field.of_action
    }
    for place, field in enumerate(one.fields):
        if field.seen is HIDDEN:
            continue
        otherwise = replace(field, of_action=not field.of_action)
        with pytest.raises(AssertionError):
            check_forgotten(one, (*one.fields[:place], otherwise, *one.fields[place + 1 :]))


def test_what_was_done_is_not_hidden() -> None:
    """A field outside all blocks is refused, because it would be neither forgotten nor cleared."""
    with pytest.raises(ValueError, match="somebody sees"):
        Field("did_what", HIDDEN, np.int16, of_action=True)


@pytest.mark.parametrize("game", GAMES)
def test_equal_states_are_equal_byte_for_byte(game: str) -> None:
    """No previous content remains between the fields either."""
    one = MACHINES[game]
    for record in (one.machine.STATE, one.machine.OBSERVATION):
        assert sum(record[name].itemsize for name in record.names) == record.itemsize
    found = []
    for seed in (4, 5):
        states = noise(one, seed)
        one.machine.init(states, one.rules.rules, 0, np.arange(8, dtype=np.uint32), SEATS, 0)
        seen = np.frombuffer(
            noise(one, seed).tobytes()[: one.machine.OBSERVATION.itemsize], one.machine.OBSERVATION
        )
        seen = seen.copy()
        one.machine.observe(states, 0, 0, seen, 0)
        found.append((states.tobytes(), seen.tobytes()))
    assert found[0] == found[1]
