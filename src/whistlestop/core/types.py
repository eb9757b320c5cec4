"""Types of the arguments of compiled functions. They are aliases of numpy types, without cost at run time.

Each letter has a fixed meaning: `s` a state, `o` an observation, `r` the rules, `n` a bot's numbers, `w` its scratch
space.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    # To the type checker, each record is a separate type, so that records cannot be confused.
    R_co = TypeVar("R_co", covariant=True)

    class Record:
        """Any record: the part of `np.void` that the code uses."""

        dtype: Any
        getfield: Any
        setfield: Any

        def __getitem__(self, name: str, /) -> Any: ...
        def __setitem__(self, name: str, value: Any, /) -> None: ...

    class Known(Record):
        """A STATE or an OBSERVATION record, for functions that read only the seat's knowledge."""

    class State(Known):
        """One game: a STATE record."""

    class Observation(Known):
        """What one seat knows of a game: an OBSERVATION record."""

    class Rules(Record):
        """A compiled ruleset: a RULES record."""

    class Work(Record):
        """Scratch space: a WORK record of a kind's bots, or a PLAYOUT record."""

    class Records(Protocol[R_co]):
        """An array of records."""

        def __getitem__(self, index: int, /) -> R_co: ...
        def __len__(self) -> int: ...

    States: TypeAlias = Records[State]
    Observations: TypeAlias = Records[Observation]
    RulesArray: TypeAlias = Records[Rules]
    KnownArray: TypeAlias = Records[Known]
else:
    Record = Known = State = Observation = Rules = Work = np.void
    States = Observations = RulesArray = KnownArray = npt.NDArray[np.void]

WorkArray: TypeAlias = npt.NDArray[np.void]
"""Scratch space as an array of records, a row for each player."""

Block: TypeAlias = tuple[int, int]
"""A part of a record: its first byte, and the one after its last."""

Key: TypeAlias = npt.NDArray[np.uint32]
"""Eight 32-bit words from which a game's generator starts."""
Generator: TypeAlias = npt.NDArray[np.uint64]
"""The state of a fast generator (`rng.fast_seed`): one word."""
Numbers: TypeAlias = npt.NDArray[np.int64]
"""A bot's parameters."""

Integer: TypeAlias = Any
"""A whole number, of Python or of numpy."""
Integers: TypeAlias = npt.NDArray[Any]
"""An array of integers of any size."""
Floats: TypeAlias = npt.NDArray[np.float64]
Actions: TypeAlias = Integers
"""Actions as the engine numbers them."""
Hand: TypeAlias = Integers
"""The number of copies of each card."""
Tensors: TypeAlias = npt.NDArray[np.float32]
"""An array of tensors, one row each: the knowledge of seats, as numbers."""
Flags: TypeAlias = npt.NDArray[np.bool_]
Labels: TypeAlias = Integers
"""For each city, the label of its part of a network."""

Word: TypeAlias = np.uint64
"""64 bits: a set of numbers below 64, or a part of a larger set."""
Words: TypeAlias = npt.NDArray[np.uint64]
"""A set of numbers, as 64-bit words."""
RouteWord: TypeAlias = np.uint64
"""The routes of one of the words of a set of routes."""
RouteSet: TypeAlias = npt.NDArray[np.uint64]
CitySet: TypeAlias = np.uint64
CitySets: TypeAlias = npt.NDArray[np.uint64]
TicketSet: TypeAlias = np.uint64
"""Tickets of a ruleset with at most 64."""
CardSet: TypeAlias = int
"""Distinct cards, as bits."""
