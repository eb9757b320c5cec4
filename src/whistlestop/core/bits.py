"""Sets as bits in 64-bit words.

Every function takes and returns `uint64` words. Mixing them with signed integers would turn both into floats in
compiled code, so the functions convert counts and indexes explicitly. Called from Python, compiled functions return
words as plain ints: wrap them in `np.uint64` before passing them on.
"""

import numpy as np

from .jit import jit
from .types import Integer, Word

__all__ = ["bit", "ctz", "nth_set_bit", "popcount", "wrapping_add", "wrapping_mul"]

_WORD = 0xFFFF_FFFF_FFFF_FFFF


@jit(native="popcount")
def popcount(word: Word) -> int:
    """Return the number of set bits."""
    return int(word).bit_count()


@jit(native="ctz")
def ctz(word: Word) -> int:
    """Return the index of the lowest set bit; 64 if there is none."""
    value = int(word)
    return (value & -value).bit_length() - 1 if value else 64


@jit(native="wrapping_add")
def wrapping_add(a: Word, b: Word) -> Word:
    """Return the sum modulo 2**64 (numpy scalars would warn)."""
    return np.uint64((int(a) + int(b)) & _WORD)


@jit(native="wrapping_mul")
def wrapping_mul(a: Word, b: Word) -> Word:
    """Return the product modulo 2**64 (numpy scalars would warn)."""
    return np.uint64((int(a) * int(b)) & _WORD)


@jit
def bit(index: Integer) -> Word:
    """Return the word with only this bit set; 0 <= index < 64."""
    return np.uint64(1) << np.uint64(index)


@jit
def nth_set_bit(word: Word, index: Integer) -> int:
    """Return the position of the set bit with this index, counting from the lowest; 64 if there are fewer."""
    rest = np.uint64(word)
    for _ in range(index):
        if rest == np.uint64(0):
            break
        rest &= rest - np.uint64(1)
    return ctz(rest)
