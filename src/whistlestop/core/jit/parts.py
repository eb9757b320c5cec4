"""Compile functions called by compiled functions as parts of their callers.

numba optimizes every function that a compiled one calls, turns it into machine code, and then links the result into the
caller, where most of it is inlined and optimized again, level by level up to the function that Python calls. Here a
function that is called by another one stays as the compiler's front end left it. A function called from Python (an
entry) links all its parts at once, and is optimized and turned into machine code as a whole. That takes little more
than half the time, and the code is at least as fast.

This relies on internal names of numba and llvmlite. Only `compiler.linker` imports this module: if a name is missing or
`try_out` fails, numba's own dispatchers compile everything, with the same results.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import Linkage, parse_assembly
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher

__all__ = ["EntryCompiler", "PartCompiler", "PartDispatcher", "try_out"]


class PartLibrary(JITCodeLibrary):
    """The unoptimized code of one function, without the code of the functions that it calls."""

    def finalize(self) -> None:
        """Do nothing; the entry does the rest."""
        self._raise_if_finalized()  # type: ignore[no-untyped-call]
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def needed(self, parts: list[PartLibrary], others: list[JITCodeLibrary]) -> None:
        """Add this part, the parts that it calls, and numba's own functions that any of them call."""
        parts.append(self)
        for library in self._linking_libraries:
            if not isinstance(library, PartLibrary):
                others.append(library)
            elif library not in parts:
                library.needed(parts, others)

    @property
    def module(self) -> Any:
        """Return the code for LLVM."""
        return self._final_module


class EntryLibrary(JITCodeLibrary):
    """The code of a function and of all its parts."""

    def finalize(self) -> None:
        """Link the parts, and after them numba's functions, which are linked only where they are called."""
        parts: list[PartLibrary] = []
        others: list[JITCodeLibrary] = []
        for library in self._linking_libraries:
            if not isinstance(library, PartLibrary):
                others.append(library)
            elif library not in parts:
                library.needed(parts, others)
        for part in parts:
            self._final_module.link_in(part.module, preserve=True)
        for part in parts:  # nothing else calls them, so functions inlined everywhere can be dropped
            for function in part.module.functions:
                if not function.is_declaration:
                    self._final_module.get_function(function.name).linkage = Linkage.internal
        self._linking_libraries = others
        super().finalize()  # type: ignore[no-untyped-call]

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """Return the machine code and a module with its names, in numba's format.

        numba stores all LLVM code as well, to link it into other functions. No function links an entry, and that code
        would take most of the memory and time of loading.
        """
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        names = [
            function.name
            for function in self._final_module.functions
            if not function.is_declaration and function.linkage == Linkage.external
        ]
        defined = "\n".join(f'define void @"{name}"() {{ ret void }}' for name in names)
        return (self.name, "object", (self._get_compiled_object(), parse_assembly(defined).as_bitcode()))  # type: ignore[no-untyped-call]


class PartCompiler(Compiler):
    """Compiles a part, without the code needed only for calls from Python."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)  # type: ignore[no-untyped-call]
        flags = self.state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True

    def compile_extra(self, func: Any) -> Any:
        """Compile a function into a library of this kind."""
        self.state.library = PartLibrary(self.state.targetctx.codegen(), func.__qualname__)  # type: ignore[no-untyped-call]
        return super().compile_extra(func)  # type: ignore[no-untyped-call]


class EntryCompiler(Compiler):
    """Compiles a function that Python calls; its machine code can be stored."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function into a library of this kind."""
        self.state.library = EntryLibrary(self.state.targetctx.codegen(), func.__qualname__)  # type: ignore[no-untyped-call]
        self.state.library.enable_object_caching()
        return super().compile_extra(func)  # type: ignore[no-untyped-call]


class PartDispatcher(CPUDispatcher):
    """A function that compiled functions call: compiled for each type of arguments, never called from Python."""

    def add_overload(self, cres: Any) -> None:
        """Record the compiled code. There is no entry point; the compiler only needs a key to find the code."""
        found = cres._replace(entry_point=object())
        self.targetctx.insert_user_function(  # type: ignore[no-untyped-call]
            found.entry_point, found.fndesc, [found.library]
        )
        self.overloads[tuple(found.signature.args)] = found


def _part(x: Any) -> Any:
    return 3 * x


def try_out() -> None:
    """Compile an entry with a part, and a part of that part, and pack its code. Raises any error of these steps."""
    inner: Any = PartDispatcher(_part, targetoptions={"nopython": True}, pipeline_class=PartCompiler)

    def outer(x: Any) -> Any:
        return inner(x) + 1

    middle: Any = PartDispatcher(outer, targetoptions={"nopython": True}, pipeline_class=PartCompiler)

    def whole(x: Any) -> Any:
        return middle(x) * inner(x)

    entry: Any = CPUDispatcher(whole, targetoptions={"nopython": True}, pipeline_class=EntryCompiler)
    if (found := entry(7)) != 22 * 21:
        raise RuntimeError(f"the linked code gives {found}, not {22 * 21}")
    result = entry.overloads[entry.signatures[0]]
    codegen = result.library.codegen
    loaded = codegen.unserialize_library(result.library.serialize_using_object_code())
    for name in (result.fndesc.llvm_cpython_wrapper_name, result.fndesc.llvm_cfunc_wrapper_name):
        if not loaded.get_pointer_to_function(name):
            raise RuntimeError(f"{name} is missing from the stored code")
