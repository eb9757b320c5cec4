"""The `jit` decorator of the engine: one function, played by the interpreter or as machine code.

Both give the same results bit for bit, so a process may begin with the one and go over to the other at any time, even
in the middle of a game, and no caller knows which it is. A call that has begun interpreted ends interpreted: what it
calls is interpreted as well (`Function.plain`).

- By default a function is compiled by numba at its first call for each type of arguments, and kept on disk (`cache`).
- After `interpret()` nothing is compiled and numba is not even imported, until `go_over()` finds compiled code for
  everything on the disk; somebody else has to put it there (`whistlestop.warmup`).
- Without numba, or under NUMBA_DISABLE_JIT=1, everything is interpreted for good.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import operator
import os
import threading
from collections.abc import Callable
from types import CellType, FunctionType
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias, TypeVar, cast, overload

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

__all__ = [
    "JIT_DISABLED",
    "Callback",
    "Callbacks",
    "Calls",
    "Function",
    "entries",
    "go_over",
    "interpret",
    "is_compiled",
    "jit",
    "recording",
]

F = TypeVar("F", bound=Callable[..., Any])

JIT_DISABLED: Final = (
    os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"} or importlib.util.find_spec("numba") is None
)
"""True if nothing can be compiled: everything runs as plain Python, with the same results."""

Calls: TypeAlias = "dict[Function, list[tuple[Any, ...]]]"

_FUNCTIONS: list[Function] = []
_lock = threading.Lock()
_interpreted = JIT_DISABLED


class Function(functools.partial):  # type: ignore[type-arg]
    """A function of the engine. Calling it calls what it stands for now: the plain function or the compiled one.

    It is a `partial` because that is called in C and what it calls can be changed.
    """

    python: Callable[..., Any]
    """The function as it is written."""
    _native: str | None

    def __new__(cls, python: Callable[..., Any], native: str | None = None) -> Self:
        """Not called yet, so neither interpreted nor compiled."""
        self = super().__new__(cls, python)
        functools.update_wrapper(self, python)
        self.python = python
        self._native = native
        self._stand_for(functools.partial(_first_call, self))
        return self

    def __reduce__(self) -> tuple[Callable[[str, str], Any], tuple[str, str]]:
        """Pickled by name, as functions are."""
        return named, (self.python.__module__, self.python.__qualname__)

    def _stand_for(self, target: Callable[..., Any]) -> None:
        self.__setstate__((target, (), {}, self.__dict__))  # type: ignore[attr-defined]

    @functools.cached_property
    def plain(self) -> Callable[..., Any]:
        """The function for the interpreter: other functions of the engine that it names are plain in it too."""
        python = cast("FunctionType", self.python)
        cells = tuple(CellType(_plain(cell.cell_contents)) for cell in python.__closure__ or ())
        return FunctionType(
            python.__code__, _plain_globals(python.__globals__), python.__name__, python.__defaults__, cells
        )

    @functools.cached_property
    def entry(self) -> Any:
        """The function for calls from Python: compiled for each type of arguments when it is needed, and kept."""
        from . import compiler  # noqa: PLC0415 - numba is imported when it is needed

        return compiler.entry_of(self._compilable)

    @functools.cached_property
    def part(self) -> Any:
        """The function for calls from compiled code."""
        from . import compiler  # noqa: PLC0415 - numba is imported when it is needed

        return compiler.part_of(self._compilable)

    @property
    def _compilable(self) -> Callable[..., Any]:
        if self._native is None:
            return self.python
        from . import native  # noqa: PLC0415 - numba is imported when it is needed

        found: Callable[..., Any] = getattr(native, self._native)
        return found


class Callback:
    """A function of the engine as an argument of another one, which calls it by its address once it is compiled.

    So it is compiled on its own and only if it is used, not into whatever may call it. It returns a 64-bit integer.
    """

    def __init__(self, function: Callable[..., int], arguments: tuple[Any, ...]) -> None:
        """`arguments` are some of the types that it will be called with."""
        self.function = cast("Function", function)
        self.arguments = arguments

    def __call__(self, *arguments: Any) -> int:
        """What calls it from Python is interpreted, and so is this."""
        return int(self.function.plain(*arguments))

    @functools.cached_property
    def address(self) -> int:
        """Where its machine code is."""
        from . import compiler  # noqa: PLC0415 - numba is imported when it is needed

        return compiler.address_of(self)

    def __wrapper_address__(self) -> int:
        """Return the address: numba asks for it by this name."""
        return self.address


class Callbacks(tuple[Callback, ...]):  # noqa: SLOT001 - it keeps its type
    """Callbacks with the same types of arguments, for a function that calls any of them by its place."""

    @functools.cached_property
    def compiled_type(self) -> Any:
        """Their type for the compiler."""
        from . import compiler  # noqa: PLC0415 - numba is imported when it is needed

        return compiler.type_of_callbacks(self)


_globals: dict[int, dict[str, Any]] = {}


def _plain_globals(names: dict[str, Any]) -> dict[str, Any]:
    """The global names of a module, with plain functions for those of the engine."""
    found = _globals.get(id(names))
    if found is None:
        found = _globals[id(names)] = dict(names)
        for name, value in names.items():
            found[name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    return value.plain if isinstance(value, Function) else value


def _first_call(function: Function, *arguments: Any) -> Any:
    with _lock:
        function._stand_for(function.plain if _interpreted else function.entry)  # noqa: SLF001
    return function(*arguments)


@overload
def jit(function: F) -> F: ...
@overload
def jit(*, native: str) -> Callable[[F], F]: ...
def jit(function: F | None = None, *, native: str | None = None) -> F | Callable[[F], F]:
    """Make a function of the engine; its compiled code runs without holding the GIL.

    Compiled code raises nothing: no bounds are checked and a division by zero gives what numpy gives.

    native: for what Python has to write in another way than the compiler, the name of the function in `native`.
    """

    def make(python: F) -> F:
        made = Function(python, native)
        _FUNCTIONS.append(made)
        return cast("F", made)

    return make if function is None else make(function)


def entries(
    module: str, functions: Mapping[str, Callable[..., Any]], holder: str | None = None
) -> dict[str, Any]:
    """Name functions that were made inside another one as names of a module, or attributes of an object in it.

    What Python calls is compiled apart and kept by its name, so it needs one that leads to it. holder: the name of the
    object.
    """
    for name, function in functions.items():
        python = cast("Function", function).python
        python.__module__, python.__qualname__ = module, name if holder is None else f"{holder}.{name}"
    return dict(functions)


def named(module: str, name: str) -> Any:
    """Return what a module has under a name, which may lead through attributes."""
    return operator.attrgetter(name)(importlib.import_module(module))


def is_compiled() -> bool:
    """Whether functions are compiled, or will be when they are called."""
    return not _interpreted


def interpret() -> None:
    """Run everything as plain Python from now on."""
    _set(interpreted=True, which=_FUNCTIONS)


@contextlib.contextmanager
def recording(calls: Calls, skipped: Collection[Callable[..., Any]] = ()) -> Iterator[None]:
    """Run everything as plain Python meanwhile, and note the calls that Python makes: functions and their arguments.

    skipped: functions that are noted but not run; they give True.
    """

    def call(function: Function, *arguments: Any) -> Any:
        calls.setdefault(function, []).append(arguments)
        return True if function in skipped else function.plain(*arguments)

    for function in _FUNCTIONS:
        function._stand_for(functools.partial(call, function))  # noqa: SLF001
    try:
        yield
    finally:
        for function in _FUNCTIONS:
            function._stand_for(functools.partial(_first_call, function))  # noqa: SLF001


def go_over() -> bool:
    """Go over to compiled code, if all of it is on disk; returns whether it was. Takes a while, in any thread.

    Calls that go on meanwhile are interpreted. What is not among the kept code stays interpreted, so that nobody ever
    waits for the compiler.
    """
    if JIT_DISABLED:
        return False
    from . import compiler  # noqa: PLC0415 - numba is imported when it is needed

    loaded = compiler.load_entries()
    if loaded:
        _set(interpreted=False, which=loaded)
    return bool(loaded)


def _set(*, interpreted: bool, which: Iterable[Function]) -> None:
    global _interpreted  # noqa: PLW0603 - the one switch of the process
    with _lock:
        _interpreted = interpreted or JIT_DISABLED
        for function in which:
            target = function.plain if _interpreted else function.entry
            function._stand_for(target)  # noqa: SLF001
