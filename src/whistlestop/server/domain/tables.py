"""Tables as they are kept: who sits where, what was agreed, and the log of the game."""

from __future__ import annotations

import secrets

import msgspec

from whistlestop.endings import Away
from whistlestop.server.domain.clock_settings import ClockSettings


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


class TableRow(msgspec.Struct, frozen=True):
    """A table as it is stored, with its seats. `id` is the key to sit down, `watch` the one to watch.

    `seed`: 64 hexadecimal digits, secret until the game is over; its hash is the promise of the table. `hints`: they
    are for everybody, as the host has set or all have agreed; then the game is not rated. `delay`: seconds by which
    spectators see the game later, as the host has chosen (None: as is usual for such a table).
    `cancelled`: its host closed it before the game. `changed`: when the host last changed what is played there.
    """

    id: str
    ruleset: str
    owner: str
    state: str
    created: int
    header: str | None
    seats: tuple[Seat, ...]
    look: bool = False
    watch: str = msgspec.field(default_factory=new_key)
    started: int | None = None
    clock: ClockSettings | None = None
    seed: str | None = None
    listed: bool = False
    quick: bool = False
    chat: bool = True
    closed: int | None = None
    abandoned: bool = False
    stand_in: str | None = None
    comes_back: bool = True
    rematch_of: str | None = None
    removed: tuple[Removal, ...] = ()
    imported: bool = False
    hints: bool = False
    delay: int | None = None
    cancelled: bool = False
    changed: int | None = None


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
