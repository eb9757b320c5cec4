"""A simulation on disk: a folder with a manifest and Parquet files, one per table and block of games.

A file gets its final name when it is complete, so an interrupted run leaves only complete blocks, and another run can
play the missing ones. docs/simulation.md describes the folder. Requires the package pyarrow.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from whistlestop.errors import RecordError, ResumeError, short
from whistlestop.kinds import kind_of
from whistlestop.rulesets import board_of

from .columns import RECORD_TYPES, move_types, seat_types
from .matches import Batch
from .plan import Block, Plan
from .summary import Tally, tally

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["FORMAT", "MANIFEST", "Partitions", "manifest", "opened", "read_records"]

FORMAT = "whistlestop-simulation/1"
MANIFEST = "manifest.json"
LOCK = ".lock"


def manifest(plan: Plan) -> dict[str, Any]:
    """Return everything that determines the contents of the files, ready for JSON."""
    ruleset = plan.ruleset
    return {
        "format": FORMAT,
        "version": version("whistlestop"),
        "ruleset": ruleset.id,
        "ruleset_version": ruleset.version,
        "ruleset_hash": ruleset.hash,
        "board": board_of(ruleset),
        "lineups": [{"players": one.players, "bots": list(one.bots)} for one in plan.lineups],
        "files": plan.files,
        "games": plan.games,
        "seed": plan.seed,
        "block": plan.block,
        "moves": plan.moves,
        "records": plan.records,
    }


@dataclass(frozen=True)
class Partitions:
    """The files of a plan."""

    path: Path
    plan: Plan

    @cached_property
    def schemas(self) -> dict[str, pa.Schema]:
        """The requested tables by name. Seats come last: a block is complete when its seats exist."""
        import pyarrow as pa  # noqa: PLC0415 - optional

        plan, kind = self.plan, kind_of(self.plan.ruleset)
        tables = {}
        if plan.records:
            tables["records"] = RECORD_TYPES
        if plan.moves:
            tables["moves"] = move_types(kind)
        tables["seats"] = seat_types(kind)

        def arrow(name: str, type_: str) -> pa.DataType:
            if name == "bot":
                return pa.dictionary(pa.int8(), pa.string())
            members = type_.removeprefix("list<").removesuffix(">")
            one = pa.type_for_alias(members)
            return one if members == type_ else pa.list_(one)

        about = {"whistlestop": json.dumps(manifest(plan))}
        return {
            table: pa.schema([(name, arrow(name, type_)) for name, type_ in types.items()], metadata=about)
            for table, types in tables.items()
        }

    def file(self, table: str, block: Block) -> Path:
        """Return the path of the file with the rows of a block."""
        return self.path / table / f"part-{block.number:05}.parquet"

    def is_whole(self, block: Block) -> bool:
        """Return whether a block has been written completely."""
        return all(self.file(table, block).exists() for table in self.schemas)

    def encode(self, batch: Batch) -> dict[str, bytes]:
        """Encode the rows of a block as Parquet files, by table."""
        tables = {"seats": batch.seats, "moves": batch.moves, "records": batch.records}
        return {name: self._encode(schema, tables[name]) for name, schema in self.schemas.items()}

    def _encode(self, schema: pa.Schema, columns: dict[str, Any]) -> bytes:
        import pyarrow as pa  # noqa: PLC0415 - optional
        import pyarrow.parquet as pq  # noqa: PLC0415

        arrays = [
            pa.DictionaryArray.from_arrays(pa.array(values), pa.array(self.plan.bots))
            if column == "bot"
            else pa.array(values, schema.field(column).type)
            for column, values in columns.items()
        ]
        out = pa.BufferOutputStream()
        pq.write_table(pa.table(arrays, schema=schema), out, compression="zstd")
        content: bytes = out.getvalue().to_pybytes()
        return content

    def write(self, block: Block, encoded: dict[str, bytes]) -> None:
        """Write a block to disk. Raises OSError."""
        for name, content in encoded.items():
            file = self.file(name, block)
            file.parent.mkdir(exist_ok=True)
            unfinished = file.with_suffix(f".{os.getpid()}.tmp")
            try:
                with unfinished.open("wb") as out:
                    out.write(content)
                    out.flush()
                    os.fsync(out.fileno())
                unfinished.replace(file)
            finally:
                unfinished.unlink(missing_ok=True)

    def tally(self, block: Block) -> Tally:
        """Return the sums over a stored block. Raises ResumeError if its file cannot be read."""
        import pyarrow as pa  # noqa: PLC0415 - optional
        import pyarrow.parquet as pq  # noqa: PLC0415

        parts = kind_of(self.plan.ruleset).results.parts
        needed = ["bot", "seat", "rank", "finished", "actions", "turns", "win", "score", *parts]
        file = self.file("seats", block)
        try:
            table = pq.read_table(file, columns=needed, partitioning=None)
        except (OSError, pa.ArrowException) as error:
            raise ResumeError(f"{file} cannot be read: {error}") from None
        if table.schema.metadata != self.schemas["seats"].metadata:
            raise ResumeError(f"{file} belongs to another simulation")
        columns = {name: table[name].to_numpy() for name in needed if name != "bot"}
        codes = {bot: code for code, bot in enumerate(self.plan.bots)}
        columns["bot"] = np.array([codes[bot] for bot in table["bot"].to_pylist()])
        return tally(columns, len(codes), parts)


def read_records(file: Path) -> Iterator[bytes]:
    """Yield the packed records of a Parquet file, in order, without loading the whole file.

    Raises RecordError if the file has no records, ImportError without pyarrow, and OSError.
    """
    import pyarrow as pa  # noqa: PLC0415 - optional
    import pyarrow.parquet as pq  # noqa: PLC0415

    try:
        with pq.ParquetFile(file) as table:
            for rows in table.iter_batches(1000, columns=["record"]):
                found = rows.columns[0] if rows.num_columns else None
                if found is None or found.null_count or found.type not in {pa.binary(), pa.large_binary()}:
                    raise RecordError(f"{file} has no column of packed records")
                yield from found.to_pylist()
    except pa.ArrowException as error:
        raise RecordError(f"{file} cannot be read: {error}") from None


@contextmanager
def opened(path: Path, plan: Plan, *, resume: bool = False) -> Iterator[Partitions]:
    """Open the folder of a plan, creating it if necessary, for one run at a time.

    resume: continue in a folder with an incomplete run of the same plan. Raises ResumeError for a folder that has other
    contents or is in use, ImportError without pyarrow, and OSError.
    """
    import pyarrow  # noqa: F401, ICN001, PLC0415 - before the folder is created
    from filelock import FileLock, Timeout  # noqa: PLC0415 - slow to import and rarely needed

    path.mkdir(exist_ok=True)
    # The lock file is never deleted: the system releases the lock when the process ends.
    lock = FileLock(path / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise ResumeError(f"{path}: another run is writing there") from None
    try:
        _begin(path, manifest(plan), resume=resume)
        _clear(path)
        try:
            yield Partitions(path, plan)
        finally:
            _clear(path)
    finally:
        lock.release()


def _begin(path: Path, wanted: dict[str, Any], *, resume: bool) -> None:
    """Write the manifest into an empty folder, or compare it with an existing one."""
    unfinished = path / f"{MANIFEST}.tmp"
    if {entry.name for entry in path.iterdir()} - {LOCK, unfinished.name}:
        if not resume:
            raise ResumeError(f"{path} is not empty: choose another folder, or continue with --resume")
        _compare(path, wanted)
    else:
        unfinished.write_text(json.dumps(wanted, indent=2) + "\n", encoding="utf-8", newline="\n")
        unfinished.replace(path / MANIFEST)


def _clear(path: Path) -> None:
    """Delete the temporary files of processes that were killed while writing."""
    for left in path.glob("*/part-*.tmp"):
        left.unlink()


def _compare(path: Path, wanted: dict[str, Any]) -> None:
    """Raise ResumeError if a folder belongs to a different plan."""
    try:
        found = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise ResumeError(
            f"{path} is not the folder of a simulation: it has no readable {MANIFEST}"
        ) from None
    if not isinstance(found, dict):
        raise ResumeError(f"{path / MANIFEST} does not describe a simulation")
    differs = [
        f"{name} {short(json.dumps(found.get(name)))}, not {short(json.dumps(value))}"
        for name, value in wanted.items()
        if found.get(name) != value
    ]
    if differs:
        raise ResumeError(f"{path} belongs to another simulation: {'; '.join(differs)}")
