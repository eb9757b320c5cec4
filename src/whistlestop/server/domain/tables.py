"""Tables as they are kept: who sits where, what was agreed, and the log of the game."""

from __future__ import annotations

import secrets
from functools import cache
from typing import Any

import msgspec

from whistlestop.endings import Away
from whistlestop.server.domain.clock_settings import ClockSettings
from whistlestop.server.domain.formats import Delay, Slug


class Seat(msgspec.Struct, frozen=True):
    """Who sits where. `name` is that of the person and None for bots and open seats.

    A `bot` on the seat of a person plays on for them, until they come back; `away` says why. `label` is the name of
    one of several people on one device. An open seat may be kept for a user, `held_for`, whose name is `held_name`.
    `agreed`: the player wants to end the game unfinished, `hints`: wants hints for everybody. In a game from elsewhere
    nobody of this site is behind a person: the name is the label that came with it.
    `nonce` is what the seat has added to the shuffle, `program` whether the user said to be a program,
    `page` whether they show others a page of theirs. `color` is the one that its player chose, or had before a rematch.
    """

    seat: int
    kind: str
    user: str | None = None
    bot: str | None = None
    name: str | None = None
    nonce: str | None = None
    program: bool = False
    invitation: str | None = None
    label: str | None = None
    held_for: str | None = None
    held_name: str | None = None
    agreed: bool = False
    hints: bool = False
    page: bool = False
    away: Away | None = None
    color: int | None = None


class Removal(msgspec.Struct, frozen=True):
    """Somebody whom the host has sent away from a table, and when."""

    user: str
    name: str
    at: int


def new_key() -> str:
    """A key that nobody guesses: for a table, or for watching one."""
    return secrets.token_urlsafe(12)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What the host chooses for a table when it is made. Each option is a column of the database, too.

    `look`: every player may look at their own stack (CARD-22). `stand_in`: the bot that plays on for players who leave
    (None: the usual one); `comes_back`: they may take their seat back. `listed`: everybody finds the table.
    `hints`: they are for everybody, as the host has set or all have agreed; then the game is not rated. `delay`:
    seconds by which spectators see the game later (None: as is usual for such a table).
    """

    look: bool = False
    stand_in: Slug | None = None
    comes_back: bool = True
    clock: ClockSettings | None = None
    listed: bool = False
    chat: bool = True
    hints: bool = False
    delay: Delay | None = None


class TableRow(Options, frozen=True):
    """A table as it is stored, with its seats. `id` is the key to sit down, `watch` the one to watch.

    `seed`: 64 hexadecimal digits, secret until the game is over; its hash is the promise of the table.
    `quick`: it begins by itself as soon as nobody is missing.
    `cancelled`: its host closed it before the game. `changed`: when the host last changed what is played there.
    """

    id: str
    ruleset: str
    owner: str
    state: str
    created: int
    header: str | None
    seats: tuple[Seat, ...]
    watch: str = msgspec.field(default_factory=new_key)
    started: int | None = None
    seed: str | None = None
    quick: bool = False
    closed: int | None = None
    abandoned: bool = False
    rematch_of: str | None = None
    removed: tuple[Removal, ...] = ()
    imported: bool = False
    cancelled: bool = False
    changed: int | None = None


def shared(record: msgspec.Struct, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields of a record that another kind of record has under the same names."""
    return {name: getattr(record, name) for name in _names(type(record), kind)}


@cache
def _names(one: type[msgspec.Struct], other: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(name for name in one.__struct_fields__ if name in other.__struct_fields__)


class LoggedAction(msgspec.Struct, frozen=True):
    """One line of a game's log."""

    ply: int
    seat: int
    action: str
    command: str | None = None
    at: int = 0


class HandOver(msgspec.Struct, frozen=True):
    """A seat of a person that a bot plays from then on, or (bot None) the person again. `ply`: after which action.

    `away`: why a bot plays; what is read of earlier changes does not say.
    """

    ply: int
    seat: int
    bot: str | None
    at: int
    away: Away | None = None
