"""Records in a few hundred bytes: each action is stored as its place among the legal ones.

A packed record has 4 bytes `WSR` and the version of the format, an array in MessagePack (`_Packed`), and 4 bytes CRC-32
of everything before, little-endian. All choices are one number in mixed radix: the remainder of a division by the
radix, which is the number of possibilities, is a digit, and the quotient holds the digits that follow. The digits of a
choice:

1. who decided, among the seats that had to decide, in ascending order;
2. what, among the actions listed as legal, in ascending order of the engine's numbers. For declarations there is one
   more possibility: an action that is not listed;
3. in that case, the engine's number of the action, with the radix 2**64.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Meta, Struct
from msgspec.structs import astuple, replace

from .core import fields
from .endings import SeatEnd
from .errors import IllegalAction, RecordError, WhistlestopError
from .fairness import Shuffle
from .format import Ruleset
from .game import Game
from .record import GameRecord, Seat
from .replaying import replay
from .text.knowledge import seats_to_act

__all__ = ["MAGIC", "Opened", "open_record", "pack", "unpack"]

MAGIC = b"WSR\x01"
"""The start of a packed record: magic letters and version of the format."""
MOST_ACTIONS = 65_535
UNLISTED = 1 << 64
"""The radix of an action that is not listed: one of the many possible declarations."""

Bytes8 = Annotated[bytes, Meta(min_length=8, max_length=8)]
Bytes32 = Annotated[bytes, Meta(min_length=32, max_length=32)]


class _Packed(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The contents between magic and checksum, as an array of MessagePack."""

    ruleset: str
    version: Annotated[int, Meta(ge=0)]
    rules: Bytes32
    """The ruleset's hash."""
    players: Annotated[int, Meta(ge=1, le=fields.PLAYERS)]
    first: Seat
    start: Bytes32 | dict[str, Any]
    """The key of the generator, or the position that the game started from."""
    board: dict[str, Any] | None
    shuffle: Shuffle | None
    actions: Annotated[int, Meta(ge=0, le=MOST_ACTIONS)]
    choices: bytes
    """All choices in one number, the least significant byte first."""
    end: Bytes8
    """Checksum of the position after the last action."""
    result: tuple[SeatEnd, ...] = ()
    """As in the record; written only if present, so that other records keep their bytes."""


class Opened(NamedTuple):
    """An opened packed record: its start and its choices, ready to replay."""

    game: Game
    """The game before its first action."""
    choices: Iterator[tuple[int, int]]
    """Yield seat and number of each action. Raises RecordError if the data is invalid."""
    packed: _Packed


def pack(record: GameRecord) -> bytes:
    """Pack a record into its compact form. Raises RecordError if it does not replay or has too many actions."""
    game = replay(record)
    if len(game.actions) > MOST_ACTIONS:
        raise RecordError(f"record: {len(game.actions)} actions are too many to be packed")
    again = game.beginning()
    digits: list[tuple[int, int]] = []
    for seat, text in game.actions:
        notation, offer = game.ruleset.notation, again.observe(seat).offer()
        action = notation.parse(text, offer)
        digits += _digits(again.ruleset, again.states, seat, action)
        again.play_id(action, seat)
    number = 0
    for digit, radix in reversed(digits):
        number = number * radix + digit
    packed = _Packed(
        ruleset=record.ruleset,
        version=record.ruleset_version,
        rules=bytes.fromhex(record.ruleset_hash),
        players=record.players,
        first=record.first,
        start=bytes.fromhex(record.seed) if record.seed is not None else record.position or {},
        board=record.board,
        shuffle=record.shuffle,
        actions=len(game.actions),
        choices=number.to_bytes(-(-number.bit_length() // 8), "little"),
        end=bytes.fromhex(game.checksum()),
        result=record.result,
    )
    values = astuple(packed)
    body = MAGIC + msgspec.msgpack.encode(values if packed.result else values[:-1])
    return body + zlib.crc32(body).to_bytes(4, "little")


def unpack(data: bytes) -> GameRecord:
    """Unpack a record and compute its checksums and outcome. Raises RecordError."""
    opened = open_record(data)
    game = opened.game
    for seat, action in opened.choices:
        try:
            game.play_id(action, seat)
        except IllegalAction as error:
            raise RecordError(f"packed record: action {game.version + 1}: {error}") from None
    if bytes.fromhex(game.checksum()) != opened.packed.end:
        raise RecordError("packed record: its actions no longer lead to the same end as when it was written")
    record = replace(game.record(), shuffle=opened.packed.shuffle, result=opened.packed.result)
    if record.result:
        replay(record)  # says whether the result follows from the outcome
    return record


def open_record(data: bytes) -> Opened:
    """Check the bytes of a packed record and set up its game; raises RecordError.

    `unpack` checks the end of the game.
    """
    if not data.startswith(MAGIC[:3]):
        raise RecordError("packed record: these bytes are not a packed record")
    if zlib.crc32(data[:-4]).to_bytes(4, "little") != data[-4:]:
        raise RecordError("packed record: it is damaged")
    if not data.startswith(MAGIC):
        raise RecordError("packed record: its format is of another version")
    try:
        packed = msgspec.msgpack.decode(data[len(MAGIC) : -4], type=_Packed)
        game = _begin(packed)
    except RecordError:
        raise
    except (msgspec.MsgspecError, RecursionError, WhistlestopError, ValueError) as error:
        raise RecordError(f"packed record: {error}") from None
    states = game.beginning().states
    return Opened(game, _choices(game.ruleset, states, packed), packed)


def _begin(packed: _Packed) -> Game:
    """The game before its first action."""
    return replay(
        GameRecord(
            ruleset=packed.ruleset,
            ruleset_version=packed.version,
            ruleset_hash=packed.rules.hex(),
            players=packed.players,
            first=packed.first,
            actions=(),
            seed=packed.start.hex() if isinstance(packed.start, bytes) else None,
            position=None if isinstance(packed.start, bytes) else packed.start,
            board=packed.board,
        )
    )


# Choices as digits: the radix of each is its number of possibilities.


def _legal(ruleset: Ruleset, states: npt.NDArray[Any], seat: int) -> list[int]:
    """List the listed legal actions in ascending order."""
    out = np.empty(ruleset.machine.MOST_LEGAL, ruleset.machine.ACTION)
    size = ruleset.machine.legal(states, ruleset.rules, 0, seat, out)
    listed: list[int] = out[:size].tolist()
    return sorted(listed)


def _all_listed(states: npt.NDArray[Any]) -> bool:
    """Whether all legal actions are listed (CARD-42)."""
    return bool(states["phase"][0] != fields.DECLARATION)


def _digits(ruleset: Ruleset, states: npt.NDArray[Any], seat: int, action: int) -> list[tuple[int, int]]:
    """Encode a choice as digits and radices: seat, listed action, unlisted declaration."""
    seats, legal = seats_to_act(states), _legal(ruleset, states, seat)
    who = seats.index(seat), len(seats)
    radix = len(legal) if _all_listed(states) else len(legal) + 1
    if action in legal:
        return [who, (legal.index(action), radix)]
    return [who, (len(legal), radix), (action, UNLISTED)]


def _choices(ruleset: Ruleset, states: npt.NDArray[Any], packed: _Packed) -> Iterator[tuple[int, int]]:
    """Encode the choices of a record, replaying its states."""
    number = int.from_bytes(packed.choices, "little")
    machine, rules = ruleset.machine, ruleset.rules
    for ply in range(packed.actions):
        seats = seats_to_act(states)
        if not seats:
            raise RecordError(
                f"packed record: it continues after the end of the game, with action {ply + 1}", ply
            )
        number, who = divmod(number, len(seats))
        seat = seats[who]
        legal = _legal(ruleset, states, seat)
        number, place = divmod(number, len(legal) if _all_listed(states) else len(legal) + 1)
        if place < len(legal):
            action = legal[place]
        else:
            number, action = divmod(number, UNLISTED)
            if not ruleset.notation.means(action) or not machine.is_legal(states, rules, 0, seat, action):
                raise RecordError(f"packed record: action {ply + 1} is not legal", ply)
        yield seat, action
        machine.apply(states, rules, 0, seat, action)
    if number or packed.choices.endswith(b"\0"):
        raise RecordError("packed record: it contains more than its actions", packed.actions)
