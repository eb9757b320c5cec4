"""Functions with different code for Python and for the compiler.

These are processor instructions, overflowing sums, and copying a part of a record as bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic


# numba checks the number of arguments and, in some cases, their names.
def _type_ctpop(typingctx: Any, word: Any) -> Any:  # noqa: ARG001
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


def _type_cttz(typingctx: Any, word: Any) -> Any:  # noqa: ARG001
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        undefined_at_zero = context.get_constant(types.boolean, False)
        return builder.cttz(args[0], undefined_at_zero)

    return types.int64(types.uint64), codegen


def _type_copy(typingctx: Any, source: Any, target: Any, block: Any) -> Any:  # noqa: ARG001
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        source, target, block = args
        first = builder.extract_value(block, 0)
        size = builder.sub(builder.extract_value(block, 1), first)
        at: Any = cgutils.pointer_add
        copy: Any = cgutils.raw_memcpy
        copy(builder, at(builder, target, first), at(builder, source, first), size, 1)
        return context.get_dummy_value()

    return types.none(source, target, block), codegen


_ctpop: Any = intrinsic(_type_ctpop)
_cttz: Any = intrinsic(_type_cttz)
_copy: Any = intrinsic(_type_copy)


def popcount(word: Any) -> Any:
    """Return the number of set bits."""
    return _ctpop(np.uint64(word))


def ctz(word: Any) -> Any:
    """Return the index of the lowest set bit; 64 if there is none."""
    return _cttz(np.uint64(word))


def wrapping_add(a: Any, b: Any) -> Any:
    """Return the sum modulo 2**64."""
    return np.uint64(a) + np.uint64(b)


def wrapping_mul(a: Any, b: Any) -> Any:
    """Return the product modulo 2**64."""
    return np.uint64(a) * np.uint64(b)


def copy_block(source: Any, target: Any, block: Any) -> None:
    """Copy the bytes of a block, which must have the same layout in both records."""
    _copy(source, target, block)
