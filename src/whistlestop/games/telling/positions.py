"""Positions: the parts common to all games, and those of the mechanisms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import GenericAlias
from typing import Any, ClassVar, Literal

import numpy as np
from msgspec import Struct

from whistlestop.format import Ruleset
from whistlestop.games.composing import used
from whistlestop.text.names import cards_of, tickets_of
from whistlestop.text.position import write
from whistlestop.text.position.read import Reader
from whistlestop.text.position.shape import FORMAT, PlayerPosition, Position

from .parts import Part, Telling, phases_of
from .records import extended, fields_of, merged


def position_type(name: str, every: Sequence[Telling], *, player: str, position: str) -> type[Position]:
    """Return the record type of a position. Its name begins with `name`; `player` and `position` are docstrings."""
    strict = {"forbid_unknown_fields": True}
    one = merged(
        f"{name}Player", player, PlayerPosition, _shapes(each.position_player for each in every), **strict
    )
    phases = tuple(phases_of(every).values())
    table = extended(
        f"{name}Table",
        "The fields that belong to no single mechanism.",
        Position,
        [("players", GenericAlias(tuple, (one, ...))), ("phase", Literal.__getitem__(phases), "turn")],
        **strict,
    )
    found: type[Position] = merged(
        f"{name}Position", position, table, _shapes(each.position for each in every), **strict
    )
    return found


def _shapes(parts: Iterable[Part | None]) -> list[type[Struct] | None]:
    """Return the record types of the parts; their defaults are used for mechanisms that a ruleset does not use."""
    return [None if part is None else part.shape for part in parts]


def write_position(
    every: Sequence[Telling], ruleset: Ruleset, s: np.void, board: dict[str, Any] | None
) -> dict[str, Any]:
    """Return the position of a STATE record, in full; `board` is the ruleset as data unless it is built in."""
    every = used(every, ruleset.unused)
    return {
        "format": FORMAT,
        "players": [_write_player(every, ruleset, s, player) for player in range(s["players"])],
        **write.heading(ruleset, s, board),
        **write.train_cards(s),
        "ticket_deck": write.ticket_deck(ruleset, s),
        "ticket_seen": write.ticket_seen(ruleset, s),
        **fields_of([each.position for each in every], ruleset, s),
        "generator": write.generator(s),
    }


def _write_player(every: Sequence[Telling], ruleset: Ruleset, s: np.void, player: int) -> dict[str, Any]:
    offer = write.offer(ruleset, s, player)
    return {
        "hand": cards_of(s["hand"][player]),
        "known": cards_of(s["known"][player]),
        "score": int(s["score"][player]),
        "tickets": tickets_of(ruleset, s["tickets"][player]),
        "offer": offer,
        "choice": write.kept(offer, int(s["sealed"][player])),
        **fields_of([each.position_player for each in every], ruleset, s, player),
    }


class ToldReader(Reader[Any]):
    """Turns a position into a state. It reads the parts that all games have; the mechanisms read the rest."""

    tellings: ClassVar[Sequence[Telling]]
    """The tellings of the kind."""

    def _read_table(self) -> None:
        for each in self.tellings:
            if each.read is not None:
                each.read(self)

    def _read_player(self, player: int, part: Any) -> None:
        for each in self.tellings:
            if each.read_player is not None:
                each.read_player(self, player, part)

    def _seal(self, player: int, part: Any) -> int:
        for each in self.tellings:
            sealed = None if each.seal is None else each.seal(self, player, part)
            if sealed is not None:
                return sealed
        return self._kept(player, part)

    def _read_cards(self) -> None:
        for each in self.tellings:
            if each.read_cards is not None:
                each.read_cards(self)
        super()._read_cards()

    def _check_phase(self) -> None:
        for each in self.tellings:
            if each.check is not None:
                each.check(self)
