"""Stored results, in docs/reliability: runs of a campaign on the same sources add up.

The documentation site shows them (tools/reliability.py).
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from tests.campaigns.frame import Result

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from meaning import meaning

if TYPE_CHECKING:
    from tests.campaigns.frame import Campaign

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "docs" / "reliability"
IGNORED = {".pyc", ".md", ".jsonl"}
"""Suffixes of files that do not affect results; `.jsonl` files hold puzzles."""


def fingerprint(watches: tuple[str, ...]) -> str:
    """Return a hash of these files and folders, without the comments of Python. Raises FileNotFoundError.

    `!NAME` excludes the files and folders of that name in all folders.
    """
    files: set[Path] = set()
    left_out = {name.removeprefix("!") for name in watches if name.startswith("!")}
    for name in watches:
        if name.startswith("!"):
            continue
        path = ROOT / name
        if not path.exists():
            raise FileNotFoundError(f"a campaign watches {name}, which does not exist")
        inside = (one for one in path.rglob("*") if left_out.isdisjoint(one.relative_to(path).parts))
        files |= {path} if path.is_file() else {one for one in inside if one.is_file()}
    digest = hashlib.sha256()
    for file in sorted(files):
        if file.suffix not in IGNORED:
            at = file.stat()
            digest.update(f"{file.relative_to(ROOT).as_posix()}\n".encode())
            digest.update(_digest(file, at.st_mtime_ns, at.st_size))
    return digest.hexdigest()[:16]


@cache
def _digest(file: Path, _changed: int, _size: int) -> bytes:
    """Return a hash of a file, computed once: parsing all of them takes seconds."""
    return hashlib.sha256(meaning(file)).digest()


def stored(campaign: Campaign) -> Result | None:
    """Return the result stored for the present sources, if any."""
    path = KEPT / f"{campaign.name}.json"
    if not path.exists():
        return None
    result = msgspec.json.decode(path.read_bytes(), type=Result)
    return result if result.watched == fingerprint(campaign.watches) else None


def add(campaign: Campaign, run: Result, watched: str) -> Result:
    """Add a run to the stored result, and return the sum.

    watched: the fingerprint of the sources when the run started. If a single run must reach the goal, the longest
    run is kept; a fault is always kept.
    """
    run = msgspec.structs.replace(run, watched=watched)
    before = stored(campaign)
    if before is not None and before.watched == watched:
        if not campaign.minutes:
            run = before.plus(run)
        elif not run.faults and (before.faults or before.done > run.done or before.lacking < run.lacking):
            return before
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"{campaign.name}.json"
    partly = path.with_suffix(f".{os.getpid()}")
    partly.write_bytes(msgspec.json.format(msgspec.json.encode(run), indent=2) + b"\n")
    partly.replace(path)  # at once: the process may be killed
    return run
