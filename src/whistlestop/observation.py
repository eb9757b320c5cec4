"""What one seat knows of a game, as an object (RULES COM-14, COM-15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import notation
from .engine import fields, rng
from .engine.yard import machine as yard
from .errors import IllegalAction
from .names import numbers_of
from .rulesets import Ruleset


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

    @property
    def record(self) -> Any:
        """The one record of `array`."""
        return self.array[0]

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
        texts = notation.of(self.ruleset)
        offer = self.offer()
        return [texts.text(action, offer) for action in self.legal_ids()]

    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return seats_to_act(self.ruleset, self.array)

    def declaration(self, tickets: Sequence[str]) -> dict[str, Any]:
        """Judge a declaration of these tickets (CARD-40), for a seat that owes one.

        Gives whether it is feasible, its points, and the ids of the tickets that could be added to it. Raises
        NotationError for what is no list of tickets and IllegalAction if no declaration is owed.
        """
        seat, rules = self.seat, self.ruleset.rules
        if seat is None or self.record["phase"] != fields.DECLARATION or seat not in self.to_act():
            raise IllegalAction("no declaration is owed")
        action = notation.of(self.ruleset).parse("declare:" + ",".join(tickets))
        held = int(self.record["tickets"][seat, 0])
        declared = action - int(rules["id_declare"][0])

        def feasible(chosen: int) -> bool:
            return bool(yard.feasible(self.array, rules, 0, seat, chosen))

        return {
            "feasible": feasible(declared),
            "points": sum(self.ruleset.tickets[n].points[0] for n in numbers_of([declared])),
            "addable": [
                ticket.id
                for n, ticket in enumerate(self.ruleset.tickets)
                if held >> n & 1 and not declared >> n & 1 and feasible(declared | 1 << n)
            ],
        }

    def tobytes(self) -> bytes:
        """The whole record as bytes: equal for equal knowledge."""
        return self.array.tobytes()

    def determinize(self, seed: int) -> npt.NDArray[Any]:
        """A random state of which this seat would have this observation, as a one-element STATE array."""
        machine = self.ruleset.machine
        states = np.zeros(1, machine.STATE)
        machine.determinize(self.array, self.ruleset.rules, 0, rng.fast_seed(seed), states, 0)
        return states


def seats_to_act(ruleset: Ruleset, array: npt.NDArray[Any]) -> tuple[int, ...]:
    """The seats that owe a decision in a STATE or OBSERVATION array of one game."""
    owes = ruleset.machine.owes
    return tuple(seat for seat in range(int(array["players"][0])) if owes(array, 0, seat))
