"""The record of a game: a header and a list of actions. A game is its record (docs/notation.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from .endings import SeatEnd
from .errors import RecordError
from .fairness import Shuffle
from .format.shape import prepare

FORMAT = "whistlestop-record/1"
GENERATOR = "chacha8"
CHECK_EVERY = 50
"""The number of actions between two checksums of the position."""

Seat = Annotated[int, Meta(ge=0, le=4)]


class GameRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The complete record of a game.

    Attributes:
        format: the version of the format.
        ruleset, ruleset_version, ruleset_hash: the ruleset.
        board: the ruleset itself, if it is not built in.
        seed: the key of the generator, 64 hexadecimal digits; None if the game started from `position`.
        actions: `[seat, text]` in the order played.
        checksums: a hash of the position, 16 hexadecimal digits, after every 50 actions.
        outcome: the result of `Game.outcome`; None while the game is in progress.
        shuffle: how the seed was made, if a server committed to it (docs/fairness.md).
        result: the final result of each seat, if a player left; otherwise `outcome` is complete.
    """

    ruleset: str
    ruleset_version: int
    ruleset_hash: str
    players: Annotated[int, Meta(ge=1, le=5)]
    first: Seat
    actions: tuple[tuple[Seat, str], ...]
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    position: dict[str, Any] | None = None
    board: dict[str, Any] | None = None
    checksums: tuple[str, ...] = ()
    outcome: dict[str, Any] | None = None
    shuffle: Shuffle | None = None
    result: tuple[SeatEnd, ...] = ()
    generator: str = GENERATOR
    format: str = FORMAT

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return {"format": self.format, "generator": self.generator, **plain}

    def to_json(self) -> str:
        """Return the record as JSON; equal records give equal texts."""
        return msgspec.json.encode(self.to_dict()).decode()

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.to_json() + "\n", encoding="utf-8")

    @staticmethod
    def from_dict(plain: object) -> GameRecord:
        """Load plain data and check its structure. Raises RecordError. `replay` checks the actions."""
        try:
            record = msgspec.convert(plain, GameRecord)
        except msgspec.ValidationError as error:
            raise RecordError(f"record: {error}") from None
        except RecursionError:
            raise RecordError("record: it is nested too deep") from None
        if record.format != FORMAT:
            raise RecordError(f"record: format {record.format!r} is not {FORMAT}")
        if record.generator != GENERATOR:
            raise RecordError(f"record: generator {record.generator!r} is not {GENERATOR}")
        if (record.seed is None) == (record.position is None):
            raise RecordError("record: it begins either with a seed or with a position")
        return record

    @staticmethod
    def from_json(text: str | bytes) -> GameRecord:
        """Load a record from JSON; raises RecordError."""
        try:
            plain = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RecordError(f"record: not JSON: {error}") from None
        except RecursionError:
            raise RecordError("record: it is nested too deep") from None
        return GameRecord.from_dict(plain)

    @staticmethod
    def load(path: str | Path) -> GameRecord:
        """Load a record from a file; raises RecordError."""
        try:
            return GameRecord.from_json(Path(path).read_bytes())
        except OSError as error:
            raise RecordError(f"{path}: {error.strerror}") from None


prepare(GameRecord)
