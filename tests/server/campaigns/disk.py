"""A simulated disk between a server and its SQLite file, which can be slow or full and loses unsynced writes.

`disk.c` implements it for a process on Linux. Its trace determines the possible files after a power failure: they
contain all synced writes, and an arbitrary subset of the sectors of unsynced writes. Unsynced creations and deletions
of names in a folder are kept up to an arbitrary one of them.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

from tests.campaigns.frame import Unavailable

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

SOURCE = Path(__file__).with_name("disk.c")
SECTOR = 512
RECORD = struct.Struct("<IIIIQQ")


class Kind(IntEnum):
    """The operations of the program."""

    CREATE = 1
    WRITE = 2
    TRUNCATE = 3
    SYNC = 4
    UNLINK = 5
    SYNC_FOLDER = 6


@dataclass(frozen=True)
class Step:
    """One line of the trace. `offset`: the position of a write, or the new size of a truncated file."""

    kind: Kind
    name: str
    inode: int
    offset: int
    data: bytes


@dataclass
class File:
    """A file: its synced content, and the operations since then."""

    content: bytearray = field(default_factory=bytearray)
    waiting: list[Step] = field(default_factory=list)

    def sync(self) -> None:
        """Mark everything as synced."""
        for step in self.waiting:
            _apply(self.content, step)
        self.waiting.clear()

    def after_loss(self, rng: random.Random) -> bytes:
        """Return a possible content after a power failure."""
        left = bytearray(self.content)
        how = rng.choice(["nothing", "everything", "beginning", "sectors"])
        steps = self.waiting if how != "nothing" else []
        if how == "beginning":
            steps = steps[: rng.randrange(len(steps) + 1)]
        for step in steps:
            for part in _sectors(step) if how == "sectors" else (step,):
                if how != "sectors" or rng.random() < 0.5:
                    _apply(left, part)
        return bytes(left)


def _apply(content: bytearray, step: Step) -> None:
    if step.kind is Kind.TRUNCATE:
        del content[step.offset :]
        content.extend(bytes(step.offset - len(content)))
        return
    content.extend(bytes(max(0, step.offset - len(content))))
    content[step.offset : step.offset + len(step.data)] = step.data


def _sectors(step: Step) -> Iterator[Step]:
    """Yield the parts of a write that a disk performs atomically."""
    if step.kind is Kind.TRUNCATE:
        yield step
        return
    begin, end = step.offset, step.offset + len(step.data)
    while begin < end:
        until = min(end, (begin // SECTOR + 1) * SECTOR)
        yield Step(
            step.kind, step.name, step.inode, begin, step.data[begin - step.offset : until - step.offset]
        )
        begin = until


class Disk:
    """The folder of a database on such a disk."""

    def __init__(self, database: Path) -> None:
        """Build the library. Raises Unavailable without a compiler or outside Linux."""
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None or sys.platform != "linux":
            raise Unavailable("there is no C compiler on this machine, or it does not run Linux")
        self.database = database
        self._shim = database.with_name("disk.so")
        self._trace = database.with_name("disk-trace")
        self._control = database.with_name("disk-control")
        command = [
            compiler,
            "-shared",
            "-fPIC",
            "-O2",
            "-o",
            str(self._shim),
            str(SOURCE),
            "-ldl",
            "-lpthread",
        ]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode:
            raise Unavailable(f"the C compiler cannot build {SOURCE.name}: {built.stderr.strip()}")
        self._control.touch()
        self.set()

    def set(self, *, fails: int = 0, sync_ms: int = 0) -> None:
        """Make writes fail with an errno from now on (or no longer), and make syncs take this long."""
        with self._control.open("r+b") as control:  # never truncated, because servers map it into memory
            control.write(struct.pack("<ii", fails, sync_ms))

    def environment(self, *, traced: bool) -> dict[str, str]:
        """Return the environment that puts a process on this disk; `traced`: its power will fail."""
        made = {
            "LD_PRELOAD": str(self._shim),
            "DISK_FILE": str(self.database),
            "DISK_CONTROL": str(self._control),
        }
        return {**made, "DISK_TRACE": str(self._trace)} if traced else made

    def files(self) -> dict[str, Path]:
        """Return the files in the folder of the database."""
        found = self.database.parent.glob(f"{self.database.name}*")
        return {path.name: path for path in found if not path.name.endswith(("-shm", ".lock"))}

    def start(self) -> None:
        """Start the trace: the current content counts as synced."""
        self._trace.write_bytes(b"")  # not a new file: forked servers have this one open
        self._was = {name: (path.stat().st_ino, path.read_bytes()) for name, path in self.files().items()}

    def lose_power(self, *, honest: bool = True) -> Remains:
        """Return the state of the disk at the power failure; a disk that is not `honest` has not synced anything."""
        remains = Remains({name: File(bytearray(content)) for name, (_, content) in self._was.items()})
        files = {inode: remains.names[name] for name, (inode, _) in self._was.items()}
        for step in steps(self._trace.read_bytes() if self._trace.exists() else b""):
            if step.kind is Kind.CREATE:
                files[step.inode] = File()
                remains.changes.append((step.name, files[step.inode]))
            elif step.kind is Kind.UNLINK:
                remains.changes.append((step.name, None))
            elif step.kind is Kind.SYNC_FOLDER:
                if honest:
                    remains.sync_names()
            elif step.kind is not Kind.SYNC:
                files[step.inode].waiting.append(step)
            elif honest:
                files[step.inode].sync()
        return remains

    def put(self, left: dict[str, bytes], folder: Path) -> Path:
        """Replace a folder's content with a possible one after the failure; return the path of the database."""
        for path in folder.glob(f"{self.database.name}*"):
            path.unlink()
        for name, content in left.items():
            (folder / name).write_bytes(content)
        return folder / self.database.name


@dataclass
class Remains:
    """Files by their synced names, and later changes of names."""

    names: dict[str, File]
    changes: list[tuple[str, File | None]] = field(default_factory=list)

    def sync_names(self) -> None:
        """Mark all changes of names as synced."""
        _rename(self.names, self.changes)
        self.changes.clear()

    @property
    def waiting(self) -> int:
        """Return how many writes and changes of names may be lost."""
        files = {
            id(file): file for file in [*self.names.values(), *(file for _, file in self.changes if file)]
        }
        return len(self.changes) + sum(len(file.waiting) for file in files.values())

    @property
    def synced(self) -> dict[str, bytes]:
        """Return the folder that is left if everything else is lost."""
        return {name: bytes(file.content) for name, file in self.names.items()}

    def after_loss(self, rng: random.Random) -> dict[str, bytes]:
        """Return one of the many possible folders."""
        names = dict(self.names)
        _rename(names, self.changes[: rng.randrange(len(self.changes) + 1)])
        return {name: file.after_loss(rng) for name, file in names.items()}


def _rename(names: dict[str, File], changes: list[tuple[str, File | None]]) -> None:
    for name, file in changes:
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file


def steps(trace: bytes) -> Iterator[Step]:
    """Parse a trace; its last line may be cut off by the end of the process."""
    at = 0
    while at + RECORD.size <= len(trace):
        kind, name_size, size, _, inode, offset = RECORD.unpack_from(trace, at)
        at += RECORD.size
        name = Path(trace[at : at + name_size].decode()).name
        data = trace[at + name_size : at + name_size + size]
        at += name_size + size
        if at <= len(trace):
            yield Step(Kind(kind), name, inode, offset, data)
