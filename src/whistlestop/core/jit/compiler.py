"""Turn functions of the engine into machine code with numba, and store it in our own disk cache (`cache`).

Problems with the cache only cost compile time: a folder that cannot be written is still read, and one that is
unreadable, damaged or full is ignored. numba's settings are not changed.
"""

from __future__ import annotations

import contextlib
import functools
import os
import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys
from numba.extending import typeof_impl

from . import Callback, Callbacks, Calls, Function, named
from .cache import cache_folder, compiled_sources, entries_file

__all__ = [
    "Entry",
    "address_of",
    "entries_of",
    "entry_of",
    "load_entries",
    "part_of",
    "save_entries",
    "type_of_callbacks",
]

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}


class _Locator(InTreeCacheLocator):
    """Put the code of a function into a subfolder of its cache folder, independent of the path of the sources."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)  # type: ignore[no-untyped-call]
        path = Path(py_file).resolve()
        folder = cache_folder(None if path in compiled_sources() else path.parent)
        if folder is None:
            raise OSError("no cache folder")
        self._cache_path = str(folder / py_func.__module__)

    def get_source_stamp(self) -> int:
        """Return a constant: the folder's name covers all sources, so nothing in it can be outdated."""
        return 0

    def ensure_cache_path(self) -> None:
        # Unlike numba, accept a read-only folder: the code in it can still be used.
        Path(self._cache_path).mkdir(parents=True, exist_ok=True)


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 - declared this way in numba


class _Cache(FunctionCache):
    """numba's cache, except that loading imports less, and it compiles instead of failing on disk problems."""

    _impl_class = _CacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # numba would import support for everything that it can compile, 30 MB. Stored machine code needs only
        # numba's runtime.
        rtsys.initialize(target_context)
        try:
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:  # noqa: BLE001 - a truncated file can raise almost anything
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except Exception:  # noqa: BLE001 - the index is damaged, or the disk read-only or full
            with contextlib.suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
                super().save_overload(sig, data)  # type: ignore[no-untyped-call]


@typeof_impl.register(Function)
def _type_of(function: Function, context: Any) -> Any:
    """Return a function's type for the compiler, which compiles it as part of its callers."""
    return typeof_impl(function.part, context)


def _pointer_type(callback: Callback) -> Any:
    function, arguments = callback.function, callback.arguments
    return types.FunctionType(types.int64(*(function.entry.typeof_pyval(each) for each in arguments)))


def address_of(callback: Callback) -> int:
    """Return the address of a callback's machine code; compile it if necessary.

    Raises TypeError if the function does not return a 64-bit integer, which callers by address rely on.
    """
    dispatcher, arguments = callback.function.entry, _pointer_type(callback).signature.args
    dispatcher.compile(arguments)  # loads stored code if there is any
    result = dispatcher.overloads[arguments]
    if result.signature.return_type != types.int64:
        name = callback.function.python.__qualname__
        raise TypeError(f"{name} returns {result.signature.return_type}, not int64")
    found: int = result.library.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name)
    return found


def type_of_callbacks(callbacks: Callbacks) -> Any:
    """Return the callbacks' type for the compiler: a tuple of pointers to functions of one signature."""
    return types.UniTuple(_pointer_type(callbacks[0]), len(callbacks))  # type: ignore[no-untyped-call]


@typeof_impl.register(Callbacks)
def _type_of_callbacks(callbacks: Callbacks, context: Any) -> Any:  # noqa: ARG001 - numba gives both
    return callbacks.compiled_type


@functools.cache
def linker() -> ModuleType | None:
    """Return our own linker (`parts`); None if this numba lacks a name that it needs, or behaves differently.

    It is tested when something must be compiled, not when code is loaded.
    """
    try:
        from . import parts  # noqa: PLC0415 - not every numba can import it

        parts.try_out()
    except Exception as error:  # noqa: BLE001 - names inside numba may have changed in any way
        warnings.warn(
            f"this numba does not link compiled functions as expected ({type(error).__name__}: {error}); "
            "compiling takes longer. Install the version that requirements.txt pins.",
            RuntimeWarning,
            stacklevel=2,
        )
        return None
    return parts


def _entry_compiler(*arguments: Any) -> Any:
    own = linker()
    return (Compiler if own is None else own.EntryCompiler)(*arguments)


def part_of(function: Callable[..., Any]) -> Any:
    """Return a function in the form that other compiled functions call."""
    own = linker()
    if own is None:
        return CPUDispatcher(function, targetoptions=OPTIONS)
    return own.PartDispatcher(function, targetoptions=OPTIONS, pipeline_class=own.PartCompiler)


def entry_of(function: Callable[..., Any]) -> Any:
    """Return a function in the form that Python calls."""
    chosen: Any = _entry_compiler  # numba only calls it
    dispatcher: Any = CPUDispatcher(function, targetoptions=OPTIONS, pipeline_class=chosen)
    with contextlib.suppress(OSError, RuntimeError):  # no cache folder, or sources in a zip file
        dispatcher._cache = _Cache(function)  # type: ignore[no-untyped-call]  # noqa: SLF001
    return dispatcher


# Entries: functions called from Python, with their argument types. Compiling them compiles everything they call.


class Entry(NamedTuple):
    """A function by name, and types of arguments that it is called with."""

    module: str
    name: str
    types: tuple[Any, ...]

    @property
    def function(self) -> Function:
        """Return the function. Raises ImportError or AttributeError if there is none."""
        found: Function = named(self.module, self.name)
        return found

    def compile(self) -> None:
        """Compile and store the function, unless it is already stored."""
        self.function.entry.compile(self.types)

    def is_kept(self) -> bool:
        """Return whether its code is on disk."""
        dispatcher = self.function.entry
        return dispatcher._cache.load_overload(self.types, dispatcher.targetctx) is not None  # noqa: SLF001

    def load(self) -> bool:
        """Load its code; return False if it is not stored."""
        dispatcher = self.function.entry
        with global_compiler_lock:
            if self.types in dispatcher.overloads:
                return True
            result = dispatcher._cache.load_overload(self.types, dispatcher.targetctx)  # noqa: SLF001
            if result is None:
                return False
            dispatcher.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
            dispatcher.add_overload(result)
        return True


def entries_of(calls: Calls) -> list[Entry]:
    """Return what must be compiled for these calls."""
    found = {
        Entry(
            function.python.__module__,
            function.python.__qualname__,
            tuple(function.entry.typeof_pyval(argument) for argument in arguments),
        ): None
        for function, every in calls.items()
        for arguments in every
    }
    return list(found)


def save_entries(entries: list[Entry]) -> None:
    """Write the list of entries, once all of them are compiled."""
    file = entries_file()
    if file is not None:
        with contextlib.suppress(OSError):
            partly = file.with_suffix(f".{os.getpid()}")
            partly.write_bytes(pickle.dumps([tuple(entry) for entry in entries]))
            partly.replace(file)


def load_entries() -> list[Function]:
    """Load the stored code of everything that Python calls; return an empty list if any of it is missing."""
    file = entries_file()
    try:
        entries = [Entry(*each) for each in pickle.loads(file.read_bytes())] if file is not None else []  # noqa: S301 - we wrote it
        complete = all(entry.load() for entry in entries)
    except (OSError, pickle.UnpicklingError, EOFError, ImportError, AttributeError, TypeError):
        return []
    return list({entry.function: None for entry in entries}) if complete else []
