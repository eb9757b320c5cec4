"""The engine's `jit` decorator, for functions that are interpreted or run as machine code.

Both modes give the same results bit for bit, so a process may start interpreted and switch to compiled code at any
time, even in the middle of a game, without its callers noticing. A call that has started interpreted ends interpreted,
including everything it calls (`Function.plain`).

- By default numba compiles a function at its first call for each type of arguments, and stores the code on disk
  (`cache`).
- After `interpret()` nothing is compiled and numba is not even imported, until `go_over()` finds the compiled code of
  everything on disk; another process must compile it (`whistlestop.warmup`).
- Without numba, or with NUMBA_DISABLE_JIT=1, everything stays interpreted.
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
from types import CellType, FunctionType, ModuleType
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
    """A function of the engine. Calling it calls its current target: the plain function or the compiled one.

    It is a `partial` because a `partial` is called in C and its target can be replaced.
    """

    python: Callable[..., Any]
    """The function as written."""
    _native: str | None

    def __new__(cls, python: Callable[..., Any], native: str | None = None) -> Self:
        """Create a function without a target: until its first call it is neither interpreted nor compiled."""
        self = super().__new__(cls, python)
        functools.update_wrapper(self, python)
        self.python = python
        self._native = native
        self._stand_for(functools.partial(_first_call, self))
        return self

    def __reduce__(self) -> tuple[Callable[[str, str], Any], tuple[str, str]]:
        """Pickle the function by name, like any other."""
        return named, (self.python.__module__, self.python.__qualname__)

    def _stand_for(self, target: Callable[..., Any]) -> None:
        self.__setstate__((target, (), {}, self.__dict__))  # type: ignore[attr-defined]

    @functools.cached_property
    def plain(self) -> Callable[..., Any]:
        """Return the plain function for the interpreter; the engine functions that it calls are plain, too."""
        python = cast("FunctionType", self.python)
        cells = tuple(CellType(_plain(cell.cell_contents)) for cell in python.__closure__ or ())
        return FunctionType(
            python.__code__, _plain_globals(python.__globals__), python.__name__, python.__defaults__, cells
        )

    @functools.cached_property
    def entry(self) -> Any:
        """Return the function for calls from Python.

        It is compiled on demand for each combination of argument types, and stored.
        """
        from . import compiler  # noqa: PLC0415 - imports numba, so only when needed

        return compiler.entry_of(self._compilable)

    @functools.cached_property
    def part(self) -> Any:
        """Return the function for calls from compiled code."""
        from . import compiler  # noqa: PLC0415 - imports numba, so only when needed

        return compiler.part_of(self._compilable)

    @property
    def _compilable(self) -> Callable[..., Any]:
        if self._native is None:
            return self.python
        from . import native  # noqa: PLC0415 - imports numba, so only when needed

        found: Callable[..., Any] = getattr(native, self._native)
        return found


class Callback:
    """A function of the engine passed as an argument to another, which calls it by its address once compiled.

    It is therefore compiled separately and only if used, not as a part of every possible caller. It returns a 64-bit
    integer.
    """

    def __init__(self, function: Callable[..., int], arguments: tuple[Any, ...]) -> None:
        """`arguments` are examples of the types that it will be called with."""
        self.function = cast("Function", function)
        self.arguments = arguments

    def __call__(self, *arguments: Any) -> int:
        """Call the interpreted function, since its caller in Python is interpreted, too."""
        return int(self.function.plain(*arguments))

    @functools.cached_property
    def address(self) -> int:
        """Return the address of its machine code."""
        from . import compiler  # noqa: PLC0415 - imports numba, so only when needed

        return compiler.address_of(self)

    def __wrapper_address__(self) -> int:
        """Return the address; numba looks up this name."""
        return self.address


class Callbacks(tuple[Callback, ...]):  # noqa: SLOT001 - it keeps its type
    """Callbacks with the same argument types, for a function that calls any of them by index."""

    @functools.cached_property
    def compiled_type(self) -> Any:
        """Return their type for the compiler."""
        from . import compiler  # noqa: PLC0415 - imports numba, so only when needed

        return compiler.type_of_callbacks(self)


_globals: dict[int, dict[str, Any]] = {}


class _PlainModule:
    """A module of the engine as interpreted functions see it: with plain functions."""

    def __init__(self, module: ModuleType) -> None:
        self.__dict__ = _plain_globals(module.__dict__)


def _plain_globals(names: dict[str, Any]) -> dict[str, Any]:
    """Return the global names of a module, with plain functions for those of the engine."""
    found = _globals.get(id(names))
    if found is None:
        found = _globals[id(names)] = dict(names)
        for name, value in names.items():
            found[name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Function):
        return value.plain
    if isinstance(value, ModuleType) and any(isinstance(each, Function) for each in vars(value).values()):
        return _PlainModule(value)
    return value


def _first_call(function: Function, *arguments: Any) -> Any:
    with _lock:
        function._stand_for(function.plain if _interpreted else function.entry)  # noqa: SLF001
    return function(*arguments)


@overload
def jit(function: F) -> F: ...
@overload
def jit(*, native: str) -> Callable[[F], F]: ...
def jit(function: F | None = None, *, native: str | None = None) -> F | Callable[[F], F]:
    """Turn a function into a `Function` of the engine; its compiled code releases the GIL.

    Compiled code raises no exceptions: bounds are not checked, and a division by zero behaves as in numpy.

    native: the name of the function in `native` that the compiler uses instead, for code that must differ from Python.
    """

    def make(python: F) -> F:
        made = Function(python, native)
        _FUNCTIONS.append(made)
        return cast("F", made)

    return make if function is None else make(function)


def entries(
    module: str, functions: Mapping[str, Callable[..., Any]], holder: str | None = None
) -> dict[str, Any]:
    """Name functions that are defined inside another one, as globals of a module or as attributes of an object in it.

    Code that Python calls is compiled separately and stored by name, so it must be reachable by name. holder: the name
    of the object.
    """
    for name, function in functions.items():
        python = cast("Function", function).python
        python.__module__, python.__qualname__ = module, name if holder is None else f"{holder}.{name}"
    return dict(functions)


def named(module: str, name: str) -> Any:
    """Return the object of a module with this name, which may include attributes."""
    return operator.attrgetter(name)(importlib.import_module(module))


def is_compiled() -> bool:
    """Return whether functions are compiled, or will be when they are called."""
    return not _interpreted


def interpret() -> None:
    """Run everything as plain Python from now on."""
    _set(interpreted=True, which=_FUNCTIONS)


@contextlib.contextmanager
def recording(calls: Calls, skipped: Collection[Callable[..., Any]] = ()) -> Iterator[None]:
    """Run everything as plain Python during the block, and record calls from Python: functions and arguments.

    skipped: functions that are recorded but not run; they return True.
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
    """Switch to compiled code if all of it is on disk; return whether it was.

    This takes a while, and any thread may do it. Calls in progress stay interpreted. Code that is not stored stays
    interpreted, too, so that no call ever waits for the compiler.
    """
    if JIT_DISABLED:
        return False
    from . import compiler  # noqa: PLC0415 - imports numba, so only when needed

    loaded = compiler.load_entries()
    if loaded:
        _set(interpreted=False, which=loaded)
    return bool(loaded)


def _set(*, interpreted: bool, which: Iterable[Function]) -> None:
    global _interpreted  # noqa: PLW0603 - the only switch of the process
    with _lock:
        _interpreted = interpreted or JIT_DISABLED
        for function in which:
            target = function.plain if _interpreted else function.entry
            function._stand_for(target)  # noqa: SLF001
