"""The records of a machine, built from one declaration of its fields, with the name and visibility of each field.

A STATE is the truth about one game, an OBSERVATION is what one seat knows of it. They share their field names, so a
function that reads only a seat's knowledge, such as `legal`, works on both. In both, public fields are at the beginning
and in the same places, and are copied as one block. Fields about the last action are also adjacent, and cleared as a
block. A public field that is added to a declaration is thus cleared, forgotten and shown without further code. The
visible part of an OWN field differs from field to field; the machine's `observe` decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from .fields import CARDS, DECK, MARKET, NONE, OFFER, PLAYERS, i1, i2, i4, u8
from .rng import RNG_FIELDS
from .types import Block

__all__ = ["HIDDEN", "OWN", "PUBLIC", "Field", "Layout", "Seen", "shared_fields", "shared_rules"]


class Seen(Enum):
    """Who may see a field."""

    PUBLIC = "everybody (COM-14)"
    OWN = "the seat that it concerns; others not, or only in part or later (COM-15)"
    HIDDEN = "nobody: it is no part of an observation"


PUBLIC, OWN, HIDDEN = Seen


@dataclass(frozen=True)
class Field:
    """A field of a STATE record."""

    name: str
    seen: Seen
    type: Any
    shape: tuple[int, ...] = ()
    """With a row for each player, players are the first axis."""
    empty: Any = 0
    """Its initial value: a number, or what numpy can broadcast to the shape."""
    of_action: bool = False
    """Whether it is about the last action, and is cleared before the next one is played."""

    def __post_init__(self) -> None:
        """Raise ValueError for a field that belongs to no block."""
        if self.of_action and self.seen is Seen.HIDDEN:
            raise ValueError(f"{self.name}: somebody sees what was done")


GENERATOR = [Field(name, HIDDEN, number, shape) for name, number, shape in RNG_FIELDS]
SEAT = Field("seat", OWN, i2, empty=NONE)
"""The observing seat; NONE for a spectator."""


class Layout:
    """The records of a machine: their types, empty records, and the blocks that are copied whole."""

    def __init__(self, fields: Iterable[Field]) -> None:
        self.fields = tuple(fields)
        self.public_fields = frozenset(field.name for field in self.fields if field.seen is PUBLIC)
        """The names of the fields that all seats see."""
        self.own_fields = frozenset(field.name for field in self.fields if field.seen is OWN)
        """The names of the fields in which a seat sees only its own data, or part of it."""
        seen_by_all = [self._group(PUBLIC, of_action=False), self._group(PUBLIC, of_action=True)]
        seen_by_one = [self._group(OWN, of_action=True), self._group(OWN, of_action=False)]
        shared = [*seen_by_all, *seen_by_one]
        self.state, ends = _record([*shared, self._group(HIDDEN, of_action=False), GENERATOR])
        self.observation, _ = _record([*shared, [SEAT]])
        self.empty_states = self._empty(self.state)
        """An array of one empty STATE record, without players and generator."""
        self.empty_observations = self._empty(self.observation)
        self.public_block: Block = (0, ends[2])
        """The block of all public fields."""
        self.action_block: Block = (ends[1], ends[3])
        """The block of all fields that are cleared before the next action is played."""
        self.game_block: Block = (0, ends[5])
        """The block of everything in a STATE record except the generator."""
        self.observation_block: Block = (0, self.observation.itemsize)

    def _group(self, seen: Seen, *, of_action: bool) -> list[Field]:
        """Return the fields of a group, the widest numbers first to avoid gaps."""
        group = [field for field in self.fields if field.seen is seen and field.of_action is of_action]
        return sorted(group, key=lambda field: -np.dtype(field.type).itemsize)

    def _empty(self, record: np.dtype[Any]) -> npt.NDArray[np.void]:
        empty = np.zeros(1, record)
        for field in (*self.fields, SEAT):
            if field.name in (record.names or ()):
                empty[field.name] = field.empty
        return empty


def _record(groups: Sequence[Sequence[Field]]) -> tuple[np.dtype[Any], list[int]]:
    """Return a record type with these fields in order, each group at a multiple of eight bytes, and the groups' bounds.

    The space at the end of a group is a field as well: numpy does not copy gaps between fields, and equal states must
    be equal byte for byte.
    """
    fields: list[tuple[str, Any]] = []
    ends = [0]
    for number, group in enumerate(groups):
        fields += [(field.name, np.dtype((field.type, field.shape))) for field in group]
        end = sum(contents.itemsize for _, contents in fields)
        if end % 8:
            fields.append((f"filler_{number}", np.dtype((np.uint8, (-end % 8,)))))
        ends.append(end + -end % 8)
    return np.dtype(fields, align=True), ends


def shared_fields(tickets: int, choice: Any) -> list[Field]:
    """Return the STATE fields of every machine, for a number of tickets; `choice` is the type of a sealed choice."""
    ticket_words = -(-tickets // 64)
    return [
        Field("ply", PUBLIC, i4),
        Field("phase", PUBLIC, i2),
        Field("players", PUBLIC, i2),
        Field("first", PUBLIC, i2),
        Field("player", PUBLIC, i2),  # whose turn it is
        Field("turn", PUBLIC, i4),
        Field("final_left", PUBLIC, i2, empty=NONE),  # turns left in the final round, NONE before it
        Field("final_by", PUBLIC, i2, empty=NONE),
        Field("deck_size", PUBLIC, i2),
        Field("discard_size", PUBLIC, i2),
        Field("discard", PUBLIC, i2, (CARDS,)),
        Field("market", PUBLIC, i2, (MARKET,), empty=NONE),
        Field("ticket_size", PUBLIC, i2),  # of the ticket deck
        Field("chosen", PUBLIC, i2, (PLAYERS,)),  # 1: has made the simultaneous choice
        Field("score", PUBLIC, i2, (PLAYERS,)),  # current score: for routes, or for declared tickets
        Field("hand_size", PUBLIC, i2, (PLAYERS,)),
        Field("known", PUBLIC, i2, (PLAYERS, CARDS)),  # cards publicly known to be in a hand
        Field("ticket_count", PUBLIC, i2, (PLAYERS,)),  # tickets held
        Field("offer_size", PUBLIC, i2, (PLAYERS,)),
        # the last action, for its events
        Field("did", PUBLIC, i2, empty=NONE, of_action=True),  # type of action
        Field("did_by", PUBLIC, i2, empty=NONE, of_action=True),
        Field("did_arg", PUBLIC, i2, empty=NONE, of_action=True),
        Field("did_color", PUBLIC, i2, empty=NONE, of_action=True),
        Field("did_colored", PUBLIC, i2, of_action=True),
        Field("did_wild", PUBLIC, i2, of_action=True),
        Field("did_kept", PUBLIC, i2, of_action=True),
        Field("did_refused", PUBLIC, i2, of_action=True),
        # set when the game is over
        Field("final", PUBLIC, i2, (PLAYERS,)),
        Field("rank", PUBLIC, i2, (PLAYERS,)),
        Field("bonus", PUBLIC, i2, (PLAYERS,)),
        Field("ticket_sum", PUBLIC, i2, (PLAYERS,)),  # values of tickets
        Field("completed", PUBLIC, i2, (PLAYERS,)),  # number of tickets completed
        # visible only to some seats
        Field("tickets", OWN, u8, (PLAYERS, ticket_words)),
        Field("hand", OWN, i2, (PLAYERS, CARDS)),
        Field("offer", OWN, i2, (PLAYERS, OFFER), empty=NONE),
        Field("sealed", OWN, choice, (PLAYERS,), empty=NONE),  # a choice made while others are still choosing
        Field("drawn", OWN, i2, empty=NONE, of_action=True),  # the card of the last blind draw
        Field("ticket_deck", OWN, i2, (tickets,), empty=NONE),  # from the top; seats know some places
        Field("ticket_seen", HIDDEN, i2, (tickets,)),  # seats that know the ticket's position in the deck
        Field("deck", HIDDEN, i1, (DECK,), empty=NONE),  # the top card is deck[deck_size - 1]
    ]


def shared_rules(actions: int) -> list[Any]:
    """Return the RULES fields of every machine, for a catalogue of at most `actions` actions."""
    return [
        # numbers in the rules
        ("tickets", i2),
        ("copies", i2, CARDS),  # of each card
        ("start_hand", i2),
        ("opening_keep_min", i2),
        ("draw_tickets", i2),
        ("draw_keep_min", i2),
        ("wild_ends_draw", i2),  # a wild from the market takes the whole action and cannot be the second card
        ("tie_breaks", i2, 4),
        # the flat catalogue of actions
        ("actions", i2),
        ("id_draw", i2),
        ("id_take", i2),  # + card
        ("id_tickets", i2),
        ("id_keep", i2),  # + subset of the offer
        ("id_pass", i2),
        ("action_type", i1, actions),
        ("action_color", i1, actions),
        ("action_colored", i1, actions),
        ("action_wild", i1, actions),
        ("action_arg", i2, actions),  # the object of the action: a route, a city, a subset, ...
    ]
