"""What the arguments of compiled functions are. These are other names for numpy types and cost nothing.

One letter stands for one thing: `s` a state, `o` an observation, `r` the rules, `n` a bot's numbers, `w` its scratch
space.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

State: TypeAlias = np.void
"""One game: a STATE record. A function that reads only what a seat may know takes an OBSERVATION as well."""
Observation: TypeAlias = np.void
"""What one seat knows of a game: an OBSERVATION record."""
Rules: TypeAlias = np.void
"""A compiled ruleset: a RULES record."""
Work: TypeAlias = np.void
"""Scratch space: a WORK record of a kind's bots, or a PLAYOUT record."""

Record: TypeAlias = np.void
"""Any of them."""
Block: TypeAlias = tuple[int, int]
"""A part of a record: its first byte, and the byte behind its last."""

States: TypeAlias = npt.NDArray[np.void]
"""Games: an array of STATE records, or of OBSERVATION records where what a seat knows is enough."""
Observations: TypeAlias = npt.NDArray[np.void]
RulesArray: TypeAlias = npt.NDArray[np.void]
"""A compiled ruleset as an array of one RULES record."""
WorkArray: TypeAlias = npt.NDArray[np.void]
"""Scratch space as an array of one record."""

Key: TypeAlias = npt.NDArray[np.uint32]
"""Eight 32-bit words from which a game's generator starts."""
Generator: TypeAlias = npt.NDArray[np.uint64]
"""The state of a cheap generator (`rng.fast_seed`): one word."""
Numbers: TypeAlias = npt.NDArray[np.int64]
"""What a bot judges by."""

Integer: TypeAlias = Any
"""A whole number, of Python or of numpy."""
Integers: TypeAlias = npt.NDArray[Any]
"""An array of integers of any size."""
Floats: TypeAlias = npt.NDArray[np.float64]
Actions: TypeAlias = Integers
"""Actions as the engine numbers them."""
Hand: TypeAlias = Integers
"""How many there are of each card."""
Flags: TypeAlias = npt.NDArray[np.bool_]
Labels: TypeAlias = Integers
"""For each city the label of the part of a network that it belongs to."""

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
"""Tickets, where a ruleset has no more than 64."""
CardSet: TypeAlias = int
"""Cards that differ, as bits."""
