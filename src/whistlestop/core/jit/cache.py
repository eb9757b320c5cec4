"""The folder of stored machine code. This module does not import numba.

numba's own disk cache only checks whether the file of a function has changed. A function that calls another module
would keep running that module's old code, so the folder is named after a hash of all sources with compiled functions.
Any change to them starts an empty folder, and all environments with the same sources share one. Old folders are removed
after a while.

The cache is in `NUMBA_CACHE_DIR` if that is set, otherwise in `whistlestop/` in the user's cache folder.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Final

import platformdirs

PACKAGE: Final = Path(__file__).resolve().parents[2]
FOLDER_NAME: Final = re.compile(r"jit-[0-9a-f]{16}")
KEPT_FOLDERS: Final = 6
"""Number of recently used folders (including this one) that pruning keeps."""
FRESH: Final = 3600.0
"""Seconds during which an unused folder is never removed, since its process may still be writing."""
STALE: Final = 30 * 86400.0
"""Seconds after which an unused folder is removed even if there is room for it."""
PLAIN: Final = ("told.py", "data.py", "advice.py")
"""Modules of mechanisms without compiled functions: changing them leaves machine code valid."""
SETTINGS: Final = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_DEBUGINFO")
"""Variables that change numba's code for a function."""


@functools.cache
def compiled_sources() -> frozenset[Path]:
    """Return the package's sources that have compiled functions, or constants that these use."""
    games = PACKAGE / "games"
    parts = [PACKAGE / "core", games / "mechanisms"]
    for room in ("board", "mechanisms", "bots", "envs"):
        parts += games.glob(f"*/{room}")
    files = [path for part in parts for path in part.rglob("*.py")]
    files += [
        games / f"{name}.py"
        for name in ("deciding", "figures", "kernel", "loops", "machine", "odds", "searching")
    ]
    for name in ("sizes", "records", "turn", "machine"):
        files += games.glob(f"*/{name}.py")
    return frozenset(path for path in files if path.exists() and path.name not in PLAIN)


def _fingerprint(extra: Path | None) -> str:
    """Return a hash of everything that machine code depends on and that numba's own cache key does not cover."""
    settings = (
        version("numba"),
        version("numpy"),
        sys.implementation.cache_tag,
        *(os.environ.get(name) for name in SETTINGS),
    )
    digest = hashlib.sha256(repr(settings).encode())
    sources = [(path.relative_to(PACKAGE), path) for path in compiled_sources()]
    if extra is not None:
        sources += [(path.relative_to(extra), path) for path in extra.rglob("*.py")]
    for name, path in sorted(sources):
        source = path.read_bytes()
        digest.update(f"{name.as_posix()}\0{len(source)}\0".encode())
        digest.update(source)
    return digest.hexdigest()[:16]


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


def _prune(root: Path, current: Path) -> None:
    """Remove the folders of other sources: all except the latest few, and any unused for a month."""
    now = time.time()
    others = [path for path in root.iterdir() if FOLDER_NAME.fullmatch(path.name) and path != current]
    others.sort(key=_last_use, reverse=True)
    for rank, folder in enumerate(others, start=1):
        age = now - _last_use(folder)
        if age > STALE or (rank >= KEPT_FOLDERS and age > FRESH):
            shutil.rmtree(folder, ignore_errors=True)


@functools.cache
def cache_folder(extra: Path | None = None) -> Path | None:
    """Find or make the cache folder; None if nothing can be stored.

    extra: a folder whose compiled functions call the package's, with a cache of its own. A read-only folder is still
    read: a container image may be built with a filled cache.
    """
    try:
        parent = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir()
        root = Path(parent).absolute() / "whistlestop"
        folder = root / f"jit-{_fingerprint(extra)}"
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _prune(root, folder)
        elif time.time() - _last_use(folder) > FRESH / 2 and os.access(folder, os.W_OK):
            os.utime(folder)
    except OSError:
        return None
    return folder


def entries_file() -> Path | None:
    """Return the file that lists all compiled functions, written last; None if nothing can be stored."""
    folder = cache_folder()
    return None if folder is None else folder / "entries.pickle"


def is_complete() -> bool:
    """Return whether everything has been compiled and stored."""
    file = entries_file()
    return file is not None and file.exists()
