"""What Python has to write in another way than the compiler: instructions of the processor, and sums that overflow."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic


# numba looks at the number of arguments and, for some, at their names.
def _type_ctpop(typingctx: Any, word: Any) -> Any:  # noqa: ARG001
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


def _type_cttz(typingctx: Any, word: Any) -> Any:  # noqa: ARG001
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        undefined_at_zero = context.get_constant(types.boolean, False)
        return builder.cttz(args[0], undefined_at_zero)

    return types.int64(types.uint64), codegen


_ctpop: Any = intrinsic(_type_ctpop)
_cttz: Any = intrinsic(_type_cttz)


def popcount(word: Any) -> Any:
    """Count the bits that are set."""
    return _ctpop(np.uint64(word))


def ctz(word: Any) -> Any:
    """Index of the lowest bit that is set; 64 if none is."""
    return _cttz(np.uint64(word))


def wrapping_add(a: Any, b: Any) -> Any:
    """Sum modulo 2**64."""
    return np.uint64(a) + np.uint64(b)


def wrapping_mul(a: Any, b: Any) -> Any:
    """Product modulo 2**64."""
    return np.uint64(a) * np.uint64(b)
