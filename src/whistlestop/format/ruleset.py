"""A compiled ruleset: the object that everybody but the engine uses, whichever machine plays it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Self

import msgspec
import numpy.typing as npt

from .schema import Color, RouteColor, RouteKind, RulesetData
from .tensor import TensorField

if TYPE_CHECKING:
    from whistlestop.games.kind import Kind
    from whistlestop.games.machine import Machine
    from whistlestop.text.notation import Notation


@dataclass(frozen=True, slots=True)
class City:
    """A city, where it is if that is known, the country of a border node (SWI-3), the card of a big city (CARD-51)."""

    id: str
    name: str
    lat: float | None
    lon: float | None
    country: str | None = None
    bonus: int | None = None


@dataclass(frozen=True, slots=True)
class Ticket:
    """A destination ticket: an origin, one or several targets and the points of each (SWI-14).

    long: dealt at the start only (EUR-2). cards: what completes it, by color, where tickets are paid for (CARD-1).
    """

    id: str
    origin: str
    targets: tuple[str, ...]
    points: tuple[int, ...]
    long: bool = False
    cards: dict[Color, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Route:
    """A route of the board: `points` for claiming it (COM-23), `twins` the others of its double group (COM-7)."""

    id: str
    a: str
    b: str
    length: int
    points: int
    color: RouteColor
    kind: RouteKind
    wilds: int
    twins: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Ruleset:
    """One playable title, compiled.

    Cities, routes and tickets are in the order of their ids; the engine's numbers are indexes into these tuples.
    `rules` is the one-element RULES array that every function of the machine takes. What only some
    games have is empty or zero where there is none.
    """

    kind: Kind
    data: RulesetData
    cities: tuple[City, ...]
    tickets: tuple[Ticket, ...]
    routes: tuple[Route, ...] = ()
    rules: npt.NDArray[Any]
    folders: tuple[Traversable, ...] = ()
    """Where it was read from: its own folder, then that of the ruleset that it is based on. None if it came as data."""

    hash: str = field(init=False)
    city_index: dict[str, int] = field(init=False)
    route_index: dict[str, int] = field(init=False)
    ticket_index: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        """Derive the hash and the indexes."""
        plain = msgspec.json.encode(self.data.rules_only(), order="deterministic")
        object.__setattr__(self, "hash", hashlib.sha256(plain).hexdigest())
        indexes = {
            "city_index": [city.id for city in self.cities],
            "route_index": [route.id for route in self.routes],
            "ticket_index": [ticket.id for ticket in self.tickets],
        }
        for name, ids in indexes.items():
            object.__setattr__(self, name, {one: n for n, one in enumerate(ids)})

    def __repr__(self) -> str:
        players = f"{self.min_players} to {self.max_players} players"
        return f"<Ruleset {self.id}, version {self.version}: {players}, {len(self.tickets)} tickets>"

    def __copy__(self) -> Self:
        return self  # nothing of it ever changes

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _compiled, (self.kind, msgspec.json.encode(self.data), self.folders)

    @property
    def machine(self) -> Machine:
        """The compiled functions that carry out its rules."""
        return self.kind.machine

    @cached_property
    def notation(self) -> Notation:
        """The texts of its actions."""
        return self.kind.told.notation(self)

    @property
    def action_count(self) -> int:
        """The number of actions in the catalogue: engine numbers are below it.

        Only the numbers of declarations begin there: it plus the set of tickets as bits (CARD-41).
        """
        return int(self.rules["actions"][0])

    def tensor_fields(self, players: int = 2) -> tuple[TensorField, ...]:
        """The named parts of `Observation.tensor` in games of so many players."""
        return self.kind.encoding.tensor_fields(self, players)

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
def _compiled(kind: Kind, data: bytes, folders: tuple[Traversable, ...]) -> Ruleset:
    """A ruleset out of a pickle: compiled once a process."""
    return replace(kind.data.compile(msgspec.json.decode(data, type=kind.data.shape), kind), folders=folders)
