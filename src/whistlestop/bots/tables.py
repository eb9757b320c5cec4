"""What was played, in files: rows in Parquet (which needs the package pyarrow), records as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import AbstractContextManager
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

from whistlestop.record import GameRecord

from .matches import MOVE_TYPES, Columns, Plan, types_of

__all__ = ["ParquetFile", "RecordFiles", "games_file", "moves_file"]

TEXTS = {"S64", "U16", "O"}


def games_file(path: Path, plan: Plan) -> ParquetFile:
    """A file with a row for every seat of every game, see `matches.types_of`."""
    return ParquetFile(path, plan, types_of(plan.ruleset.kind))


def moves_file(path: Path, plan: Plan) -> ParquetFile:
    """A file with a row for every move, see `matches.MOVE_TYPES`."""
    return ParquetFile(path, plan, MOVE_TYPES)


def described(plan: Plan) -> dict[str, Any]:
    """What is the same for all rows, for the metadata of a file."""
    ruleset = plan.ruleset
    return {
        "version": version("whistlestop"),
        "ruleset": ruleset.id,
        "ruleset_version": ruleset.version,
        "ruleset_hash": ruleset.hash,
        "players": plan.players,
        "games": plan.games,
        "bots": plan.bots,
        "seed": plan.seed,
    }


class ParquetFile(AbstractContextManager["ParquetFile"]):
    """Tables of a plan in one Parquet file, written batch by batch; it has its name once it is complete."""

    def __init__(self, path: Path, plan: Plan, types: dict[str, str]) -> None:
        """`types`: the columns in their order with their numpy types. Raises ImportError without pyarrow, OSError."""
        import pyarrow as pa  # noqa: PLC0415 - optional
        import pyarrow.parquet as pq  # noqa: PLC0415

        self.path = path
        self.rows = 0
        self._part = path.with_name(f"{path.name}.part")
        self._pa = pa
        self._bots = pa.array(plan.bots)
        kinds = {
            name: pa.string() if kind in TEXTS else pa.type_for_alias(kind) for name, kind in types.items()
        }
        kinds |= {"bot": pa.dictionary(pa.int8(), pa.string())}
        self._schema = pa.schema(kinds, metadata={"whistlestop": json.dumps(described(plan))})
        self._writer = pq.ParquetWriter(self._part, self._schema, compression="zstd")

    def write(self, columns: Columns) -> None:
        """Add the rows of a batch."""
        pa = self._pa
        arrays = {}
        for name, values in columns.items():
            if name == "bot":
                arrays[name] = pa.DictionaryArray.from_arrays(pa.array(values), self._bots)
            else:
                arrays[name] = pa.array(values).cast(self._schema.field(name).type)
        self._writer.write_table(pa.table(arrays, schema=self._schema))
        self.rows += len(columns["game"])

    def __exit__(self, kind: object, *_: object) -> None:
        self._writer.close()
        if kind is None:
            self._part.replace(self.path)
        else:
            self._part.unlink(missing_ok=True)


class RecordFiles(AbstractContextManager["RecordFiles"]):
    """Records, in one file with a record a line (`.jsonl`) or in a folder with a file for each."""

    def __init__(self, path: Path) -> None:
        """Makes the folder. Raises OSError."""
        self.path = path
        self.count = 0
        self._lines: IO[str] | None = None
        if path.suffix == ".jsonl":
            self._lines = path.open("w", encoding="utf-8", newline="\n")
        else:
            path.mkdir(exist_ok=True)

    def write(self, records: Iterable[GameRecord]) -> None:
        """Add records of games, in order."""
        for record in records:
            if self._lines is not None:
                self._lines.write(record.to_json() + "\n")
            else:
                record.save(self.path / f"game-{self.count:06}.json")
            self.count += 1

    def __exit__(self, *_: object) -> None:
        if self._lines is not None:
            self._lines.close()
