"""What one seat knows of a game, as an object (RULES COM-14, COM-15)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import notation
from .engine import fields, machine, rng
from .rulesets import Ruleset


class Observation:
    """A copy of what a seat knows; `seat` None is a spectator.

    `array` is a one-element array of `engine.fields.OBSERVATION`. Bots get this object and nothing else; what is
    legal for the seat follows from it alone.
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
        """The seat's legal actions as the engine numbers them; empty if it owes none."""
        if self.seat is None:
            return []
        out = np.empty(fields.ACTIONS, np.int16)
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
        return machine_to_act(self.array)

    def tobytes(self) -> bytes:
        """The whole record as bytes: equal for equal knowledge."""
        return self.array.tobytes()

    def determinize(self, seed: int) -> npt.NDArray[Any]:
        """A random state that this seat cannot tell from the true one, as a one-element STATE array."""
        states = np.zeros(1, fields.STATE)
        machine.determinize(self.array, self.ruleset.rules, 0, rng.fast_seed(seed), states, 0)
        return states


def machine_to_act(array: npt.NDArray[Any]) -> tuple[int, ...]:
    """The seats that owe a decision in a STATE or OBSERVATION array of one game."""
    return tuple(seat for seat in range(int(array["players"][0])) if machine.owes(array, 0, seat))
