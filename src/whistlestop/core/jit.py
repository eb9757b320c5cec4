"""The `jit` decorator of the engine, and the folder where its machine code is kept between starts.

numba's own disk cache asks only whether the file of a function has changed. A function that calls into
another module would go on running the old code of that module, so here the folder is named by a hash of all
sources that compiled functions come from. Any change there starts an empty folder, and every environment with the same
sources shares one. Old folders are removed after a while.

The cache lives in `NUMBA_CACHE_DIR` if that is set, otherwise in the user's cache folder, in `whistlestop/`.
A folder that cannot be written is still read (a container image may be warmed up when it is built); one that
cannot be read, is damaged or full only costs compile time. numba's settings are not touched.
"""

import contextlib
import functools
import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import numba
import platformdirs
from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator

__all__ = ["JIT_DISABLED", "cache_folder", "jit"]

F = TypeVar("F", bound=Callable[..., Any])

_CONFIG: Any = numba.config

JIT_DISABLED: Final = bool(_CONFIG.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: everything runs as plain Python, with the same results."""

PACKAGE: Final = Path(__file__).resolve().parents[1]
FOLDER_NAME: Final = re.compile(r"jit-[0-9a-f]{16}")
KEPT_FOLDERS: Final = 6
"""How many folders (this one included) survive pruning, if they were used lately."""
FRESH: Final = 3600.0
"""Seconds for which an unused folder is never removed: its process may still be writing."""
STALE: Final = 30 * 86400.0
"""Seconds after which an unused folder is removed even if there is room for it."""


@functools.cache
def _compiled_sources() -> list[Path]:
    """The sources of the package that hold compiled functions, or constants that these use."""
    games = PACKAGE / "games"
    folders = [PACKAGE / "core", *games.glob("*/engine"), *games.glob("*/bots")]
    return sorted([games / "kernel.py", *(path for folder in folders for path in folder.rglob("*.py"))])


def _fingerprint(extra: Path | None) -> str:
    """Hash everything that machine code depends on and numba's own cache key does not cover."""
    settings = (numba.__version__, _CONFIG.BOUNDSCHECK, _CONFIG.OPT, _CONFIG.DEBUGINFO_DEFAULT)
    digest = hashlib.sha256(repr(settings).encode())
    sources = [(path.relative_to(PACKAGE), path) for path in _compiled_sources() if path.exists()]
    if extra is not None:
        sources += [(path.relative_to(extra), path) for path in sorted(extra.rglob("*.py"))]
    for name, path in sources:
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
    """Remove the folders of other sources: all but the latest few, and any unused for a month."""
    now = time.time()
    others = [path for path in root.iterdir() if FOLDER_NAME.fullmatch(path.name) and path != current]
    others.sort(key=_last_use, reverse=True)
    for rank, folder in enumerate(others, start=1):
        age = now - _last_use(folder)
        if age > STALE or (rank >= KEPT_FOLDERS and age > FRESH):
            shutil.rmtree(folder, ignore_errors=True)


@functools.cache
def cache_folder(extra: Path | None = None) -> Path | None:
    """Find (or make) the cache folder of the package, or of a folder that calls it; None if nothing can be kept."""
    try:
        parent = _CONFIG.CACHE_DIR or platformdirs.user_cache_dir()
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


class _Locator(InTreeCacheLocator):
    """Put the code of a function into a subfolder of its cache folder, the same wherever the sources lie."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)  # type: ignore[no-untyped-call]
        path = Path(py_file).resolve()
        ours = path.is_relative_to(PACKAGE) and path in _compiled_sources()
        folder = cache_folder(None if ours else path.parent)
        if folder is None:
            raise OSError("no cache folder")
        self._cache_path = str(folder / py_func.__module__)

    def get_source_stamp(self) -> Any:
        """All sources are in the name of the folder, so nothing in it can be out of date."""
        return 0

    def ensure_cache_path(self) -> None:
        # Unlike numba, do not insist that it is writable: what is there can be read.
        Path(self._cache_path).mkdir(parents=True, exist_ok=True)


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 - numba declares it so


class _Cache(FunctionCache):
    """numba's cache, except that trouble with the disk means compiling instead of crashing."""

    _impl_class = _CacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:  # noqa: BLE001 - a truncated file raises nearly anything
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except Exception:  # noqa: BLE001 - the index is damaged, or the disk read-only or full
            with contextlib.suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
                super().save_overload(sig, data)  # type: ignore[no-untyped-call]


def jit(function: F) -> F:
    """Compile a function on its first call for each type of arguments; it runs without holding the GIL.

    Compiled code raises nothing: no bounds are checked and a division by zero gives what numpy gives. The
    machine code is kept on disk. Under NUMBA_DISABLE_JIT=1 the function is returned as it is.
    """
    if JIT_DISABLED:
        return function
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy")(function)
    with contextlib.suppress(OSError, RuntimeError):  # no cache folder, or sources in a zip file
        dispatcher._cache = _Cache(function)  # type: ignore[no-untyped-call]  # noqa: SLF001
    compiled: F = dispatcher
    return compiled
