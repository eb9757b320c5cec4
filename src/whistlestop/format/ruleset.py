"""A compiled ruleset: the object that everybody but the engine uses, whichever machine plays it."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from typing import Any, ClassVar, Self

import msgspec

from whistlestop.core.machine import Machine

from .board import Board
from .notation import Notation
from .schema import RulesetData
from .tensor import TensorField


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Ruleset(Board, ABC):
    """One playable title, compiled. Each kind of game has a class of its own."""

    shape: ClassVar[type[RulesetData]]
    """The shape of the data of the kind."""
    machine: ClassVar[Machine]
    """The compiled functions that carry out its rules."""

    phases: ClassVar[Mapping[int, str]]
    """Names of the phases, by their codes."""

    data: RulesetData
    folders: tuple[Traversable, ...] = ()
    """Where it was read from: its own folder, then that of the ruleset that it is based on. None if it came as data."""

    hash: str = field(init=False)

    def __post_init__(self) -> None:
        """Derive the hash and the indexes."""
        super().__post_init__()
        plain = msgspec.json.encode(self.data.rules_only(), order="deterministic")
        object.__setattr__(self, "hash", hashlib.sha256(plain).hexdigest())

    @classmethod
    @abstractmethod
    def compile(cls, data: Any) -> Self:
        """Compile data of the shape in which there is nothing wrong."""

    @cached_property
    @abstractmethod
    def notation(self) -> Notation:
        """The texts of its actions."""

    @cached_property
    def unused(self) -> frozenset[str]:
        """The mechanisms whose settings are all at their inert defaults: nothing is told of them."""
        return frozenset()

    @abstractmethod
    def tensor_fields(self, players: int = 2) -> tuple[TensorField, ...]:
        """The named parts of `Observation.tensor` in games of so many players."""

    def __repr__(self) -> str:
        players = f"{self.min_players} to {self.max_players} players"
        return f"<Ruleset {self.id}, version {self.version}: {players}, {len(self.tickets)} tickets>"

    def __copy__(self) -> Self:
        return self  # nothing of it ever changes

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _compiled, (type(self), msgspec.json.encode(self.data), self.folders)

    @property
    def action_count(self) -> int:
        """The number of actions in the catalogue: engine numbers are below it.

        Only the numbers of declarations begin there: it plus the set of tickets as bits (CARD-41).
        """
        return int(self.rules["actions"][0])

    @property
    def id(self) -> str:
        """The slug that names the ruleset."""
        return self.data.id

    @property
    def name(self) -> str:
        """The name for people."""
        return self.data.name or self.data.id

    @property
    def version(self) -> int:
        """Raised whenever a rule or fact is corrected."""
        return self.data.version

    @property
    def min_players(self) -> int:
        """Fewest players (COM-1)."""
        return self.data.players.min

    @property
    def max_players(self) -> int:
        """Most players (COM-1)."""
        return self.data.players.max


@lru_cache(maxsize=16)
def _compiled(kind: type[Ruleset], data: bytes, folders: tuple[Traversable, ...]) -> Ruleset:
    """A ruleset out of a pickle: compiled once a process."""
    return replace(kind.compile(msgspec.json.decode(data, type=kind.shape)), folders=folders)
