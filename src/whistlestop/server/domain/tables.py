"""Tables as they are stored: seats, options, and the log of the game."""

from __future__ import annotations

import secrets
from functools import cache
from typing import Any

import msgspec

from whistlestop.endings import Away
from whistlestop.server.domain.clock_settings import ClockSettings
from whistlestop.server.domain.formats import Delay, Slug


class Seat(msgspec.Struct, frozen=True):
    """The occupant of a seat. `name` is that of the person, and None for bots and open seats.

    A `bot` on a person's seat plays for them until they come back; `away` says why. `label` names one of several people
    on one device. An open seat may be reserved for a user, `held_for`, whose name is `held_name`. `agreed`: the player
    wants to end the game unfinished; `hints`: wants hints for everybody. In an imported game no user of this site has a
    seat: the name is the label that came with the game. `nonce` is what the seat added to the shuffle, `program`
    whether the user declared to be a program, `page` whether they show others a page of theirs. `color` is the one that
    the player chose, or had before a rematch.
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
    """A user whom the host has removed from a table, and when."""

    user: str
    name: str
    at: int


def new_key() -> str:
    """Return a key that cannot be guessed: for a table, or for watching one."""
    return secrets.token_urlsafe(12)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What the host chooses for a new table. Each option is also a column of the database.

    `look`: all players may look at their own stacks (CARD-22). `stand_in`: the bot that plays for players who leave
    (None: the default); `comes_back`: they may take their seat back. `listed`: everybody can find the table. `hints`:
    everybody has them, as the host set or all have agreed; then the game is not rated. `delay`: seconds by which
    spectators see the game later (None: the default for such a table).
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

    `seed`: 64 hexadecimal digits, secret until the game is over; its hash is the promise of the table. `quick`: the
    game begins as soon as nobody is missing. `cancelled`: the host canceled it before the game. `changed`: when the
    host last changed what is played there.
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
    """A person's seat that a bot plays from then on, or (bot None) the person again. `ply`: after which action.

    `away`: why a bot plays; absent when reading earlier changes.
    """

    ply: int
    seat: int
    bot: str | None
    at: int
    away: Away | None = None
