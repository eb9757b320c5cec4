"""Turn compiled functions of the engine into a WebAssembly module.

numba's front end produces unoptimized, portable LLVM code (`core.jit.parts`). The code of all entries and
their dependencies is linked into one module, each entry gets a function that JavaScript can call, and LLVM
optimizes the module and compiles it for wasm32. `wasm-ld` links it with `memory.c`.
"""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.np.arrayobj import populate_array

from .entries import Entry, entries_of
from .layouts import fingerprint, kinds

__all__ = ["build_module"]

TRIPLE = "wasm32-unknown-unknown"
FINGERPRINT = "fingerprint"
"""The name of the function that returns the fingerprint of the layouts."""
WORD, NUMBER = ir.IntType(32), ir.DoubleType()
STACK = 1 << 20
"""Bytes for the variables of functions in progress."""
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"


def build_module(module: Path) -> None:
    """Build the module of the kind in the file's name."""
    ruleset = kinds()[module.stem]
    entries = entries_of(ruleset)
    with tempfile.TemporaryDirectory(dir=module.parent) as folder:
        code, memory, linked = (Path(folder, name) for name in ("code.o", "memory.o", module.name))
        code.write_bytes(_object_of(entries, fingerprint(ruleset)))
        _zig(
            "cc",
            "--target=wasm32-freestanding",
            "-O2",
            "-mbulk-memory",
            "-c",
            Path(__file__).with_name("memory.c"),
            "-o",
            memory,
        )
        options = ["--no-entry", "--strip-all", "--gc-sections", "--stack-first", f"-zstack-size={STACK}"]
        names = ["allocate", "release", FINGERPRINT, *(entry.name for entry in entries)]
        names += [_place_name(entry) for entry in entries if entry.in_table]
        _zig("wasm-ld", code, memory, "-o", linked, *options, *(f"--export={name}" for name in names))
        linked.replace(module)


def _zig(*command: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "ziglang", *map(str, command)], check=True)


def _object_of(entries: Iterable[Entry], mark: int) -> bytes:
    """Return the WebAssembly object of the entries, to be linked with `memory.c`. mark: the layouts' fingerprint."""
    parts: list[Any] = []
    others: list[Any] = []
    wrappers = []
    names = {FINGERPRINT}
    for entry in entries:
        part = entry.function.part
        part.compile(entry.types)
        compiled = part.overloads[entry.types]
        if compiled.library not in parts:
            compiled.library.needed(parts, others)
        wrappers.append(_wrapper(entry, compiled))
        names.add(entry.name)
        if entry.in_table:
            names.add(_place_name(entry))
    text = [str(part.module) for part in parts]
    helpers = dict.fromkeys(others)
    text += [str(library._get_module_for_linking()) for library in helpers]  # noqa: SLF001 - as numba links
    text.append(f"define i32 @{FINGERPRINT}() {{ ret i32 {mark} }}")
    return _object([*text, *wrappers], names)


def _place_name(entry: Entry) -> str:
    """Return the name of the function that returns an entry's index in the table of functions."""
    return f"place_of_{entry.name}"


def _wrapper(entry: Entry, compiled: Any) -> str:
    """Return LLVM code of a function with the entry's name that JavaScript can call with numbers.

    A record is passed as its address; an array as its address and lengths, in C order; a tuple as its elements; a
    function as its index in the table. Integers are 64-bit floats, as in JavaScript, which are exact up to 2**53.
    """
    context = cpu_target.target_context
    module = context.create_module(entry.name)
    description, signature = compiled.fndesc, compiled.signature
    flat = [each for argument in signature.args for each in _flat(argument)]
    answer = signature.return_type
    nothing = isinstance(answer, types.NoneType)
    function = ir.Function(module, ir.FunctionType(ir.VoidType() if nothing else NUMBER, flat), entry.name)
    builder = ir.IRBuilder(function.append_basic_block())
    given = iter(function.args)
    values = [_value(context, builder, each, given) for each in signature.args]
    callee = context.declare_function(module, description)
    status, result = context.call_conv.call_function(builder, callee, answer, signature.args, values)
    with builder.if_then(status.is_error, likely=False):
        builder.unreachable()  # compiled code raises no exceptions
    if nothing:
        builder.ret_void()
    elif answer == types.boolean:
        builder.ret(builder.uitofp(result, NUMBER))
    else:
        builder.ret(builder.sitofp(result, NUMBER))
    if entry.in_table:
        _place(module, callee, _place_name(entry))
    return str(module)


def _place(module: ir.Module, callee: ir.Function, name: str) -> None:
    """Add a function that returns the callee's index in the table of functions."""
    function = ir.Function(module, ir.FunctionType(WORD, []), name)
    builder = ir.IRBuilder(function.append_basic_block())
    builder.ret(builder.ptrtoint(callee, WORD))


def _flat(kind: Any) -> list[ir.Type]:
    """Return the types of the values that represent an argument."""
    if isinstance(kind, types.Record):
        return [ir.IntType(8).as_pointer()]
    if isinstance(kind, types.Array):
        return [ir.IntType(8).as_pointer(), *[WORD] * kind.ndim]
    if isinstance(kind, types.BaseTuple):
        return [each for member in _members(kind) for each in _flat(member)]
    return [WORD if isinstance(kind, types.FunctionType) else NUMBER]


def _members(kind: Any) -> list[Any]:
    """Return the types of the elements of a tuple."""
    return list(kind)


def _value(context: Any, builder: Any, kind: Any, given: Iterator[Any]) -> Any:
    """Return an argument in numba's representation, made from the values that represent it."""
    size = context.get_value_type(types.intp)
    if isinstance(kind, types.Array):
        made = context.make_array(kind)(context, builder)
        data = next(given)
        shape = [builder.zext(next(given), size) for _ in range(kind.ndim)]
        item = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
        strides = [item]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        populate: Any = populate_array
        populate(made, builder.bitcast(data, made.data.type), shape, strides, item, meminfo=None)
        return made._getvalue()  # noqa: SLF001 - numba's own way
    if isinstance(kind, types.Record):
        return builder.bitcast(next(given), context.get_value_type(kind))
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(
            builder, kind, [_value(context, builder, each, given) for each in _members(kind)]
        )
    if isinstance(kind, types.FunctionType):
        proxy: Any = cgutils.create_struct_proxy
        made = proxy(kind)(context, builder)
        made.jit_addr = builder.inttoptr(next(given), made.jit_addr.type)
        return made._getvalue()  # noqa: SLF001 - numba's own way
    number = next(given)
    return number if isinstance(kind, types.Float) else builder.fptosi(number, context.get_value_type(kind))


def _object(modules: list[str], exported: set[str]) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    header = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'
    whole = llvm.parse_assembly(header)
    for text in modules:
        whole.link_in(llvm.parse_assembly(header + _portable(text)))
    for function in whole.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = llvm.Linkage.internal
    whole.verify()
    # Like numba, inline functions first, because most reference counting then becomes redundant.
    for level in (1, 3):
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=level))
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(whole, builder)
    return bytes(machine.emit_object(whole))


_COUNTING = re.compile(r"^define [^\n]*@(NRT_(?:inc|dec)ref)\(.*?^}", re.MULTILINE | re.DOTALL)


def _portable(text: str) -> str:
    """Return LLVM code without processor attributes; `memory.c` implements the reference counting."""
    text = re.sub(r"^target (datalayout|triple) = .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    text = _COUNTING.sub(r"declare void @\1(ptr)", text)
    return re.sub(r"= common ([a-z_ ]*)global", r"= internal \1global", text)


if __name__ == "__main__":
    gc.disable()  # compiling creates millions of objects and almost no garbage
    build_module(Path(sys.argv[1]))
