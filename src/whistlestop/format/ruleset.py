"""A compiled ruleset: the object that represents a title everywhere outside the engine, for every machine."""

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
from .look import Drawing
from .notation import Notation
from .schema import Card, RulesetData
from .tensor import TensorField


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Ruleset(Board, ABC):
    """One playable title, compiled. Each kind of game has a subclass."""

    shape: ClassVar[type[RulesetData]]
    """The shape of the data of the kind."""
    machine: ClassVar[Machine]
    """The compiled functions that carry out its rules."""

    phases: ClassVar[Mapping[int, str]]
    """Names of the phases, by their codes."""

    data: RulesetData
    folders: tuple[Traversable, ...] = ()
    """The folders it was read from: its own, then that of its base ruleset. Empty if it was compiled from data."""
    variant_of: str = ""
    """The id of the board that it is a variant of; empty for a board, and if it was compiled from data."""

    hash: str = field(init=False)

    def __post_init__(self) -> None:
        """Derive the hash and the indexes."""
        super().__post_init__()
        plain = msgspec.json.encode(self.data.rules_only(), order="deterministic")
        object.__setattr__(self, "hash", hashlib.sha256(plain).hexdigest())

    @classmethod
    @abstractmethod
    def compile(cls, data: Any) -> Self:
        """Compile data that has no problems."""

    @property
    def sizes(self) -> str:
        """Return the numbers of players in words: `2 to 5`, or `2` if there is only one."""
        least, most = self.min_players, self.max_players
        return f"{least}" if least == most else f"{least} to {most}"

    @cached_property
    @abstractmethod
    def notation(self) -> Notation:
        """Return the notation of its actions."""

    @cached_property
    def unused(self) -> frozenset[str]:
        """Return the mechanisms whose settings are all at their inert defaults; descriptions leave them out."""
        return frozenset()

    @abstractmethod
    def tensor_fields(self, players: int = 2) -> tuple[TensorField, ...]:
        """Return the named parts of `Observation.tensor` in games with this number of players."""

    def __repr__(self) -> str:
        return (
            f"<Ruleset {self.id}, version {self.version}: {self.sizes} players, {len(self.tickets)} tickets>"
        )

    def __copy__(self) -> Self:
        return self  # it is immutable

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _compiled, (type(self), msgspec.json.encode(self.data), self.folders, self.variant_of)

    @property
    def action_count(self) -> int:
        """Return the number of actions in the catalogue; their numbers are below it.

        Only declarations have higher numbers: this one plus the set of tickets as bits (CARD-41).
        """
        return int(self.rules["actions"][0])

    @property
    def id(self) -> str:
        """Return the slug of the ruleset."""
        return self.data.id

    @property
    def board_id(self) -> str:
        """Return the slug of the board: of the one that it is a variant of, otherwise its own."""
        return self.variant_of or self.id

    @property
    def name(self) -> str:
        """Return the display name."""
        return self.data.name or self.data.id

    @cached_property
    def unnamed(self) -> Self:
        """Return the same rules with ids instead of the names that the board's author chose, for texts without them."""
        data = msgspec.structs.replace(self.data, name="", card_names={}, translations={})
        return replace(self, data=data)

    @property
    def titles(self) -> dict[str, str]:
        """Return the names in other languages, by the code of the language."""
        named = {language: one.name for language, one in self.data.translations.items()}
        return {language: name for language, name in named.items() if name is not None}

    @property
    def card_names(self) -> Mapping[Card, str]:
        """Return the board's own names of its colors and of locomotives; empty for most boards (MECH-6)."""
        return self.data.card_names

    def card_names_in(self, language: str) -> dict[Card, str]:
        """Return the board's own names of cards in a language (MECH-6)."""
        own = self.data.translations.get(language)
        return {**self.data.card_names, **({} if own is None else own.card_names)}

    @property
    def geography(self) -> bool:
        """Return whether the positions of the cities are those on the earth."""
        return True

    @property
    def drawing(self) -> Drawing:
        """Return how the board is drawn."""
        return Drawing()

    @property
    def areas(self) -> tuple[tuple[str, ...], ...]:
        """Return the groups of cities with a common ground in the drawing."""
        return ()

    @property
    def version(self) -> int:
        """Return the version, which increases whenever a rule or fact is corrected."""
        return self.data.version

    @property
    def min_players(self) -> int:
        """Return the minimum number of players (COM-1)."""
        return self.data.players.min

    @property
    def max_players(self) -> int:
        """Return the maximum number of players (COM-1)."""
        return self.data.players.max


@lru_cache(maxsize=16)
def _compiled(kind: type[Ruleset], data: bytes, folders: tuple[Traversable, ...], variant_of: str) -> Ruleset:
    """Restore a pickled ruleset, compiling it once per process."""
    made = kind.compile(msgspec.json.decode(data, type=kind.shape))
    return replace(made, folders=folders, variant_of=variant_of)
