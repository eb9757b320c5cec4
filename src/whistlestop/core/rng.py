"""The two random number generators.

The *game generator* decides a game: ChaCha with 8 rounds, a 256-bit key, a 64-bit block counter and a zero nonce, read
as a stream of little-endian 32-bit words. It is part of the state record (`RNG_FIELDS`), practically unpredictable from
its output, and can be moved to any word of the stream. Its output for a key never changes, as old records must replay
forever.

The *fast generator* (SplitMix64 in a one-element `uint64` array) is only for choices of bots and playouts.
"""

import hashlib
import operator
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from .bits import wrapping_add, wrapping_mul
from .jit import jit
from .types import Generator, Integer, Integers, Key, State, States, Word

__all__ = [
    "RNG_FIELDS",
    "below",
    "chacha8_block",
    "fast_below",
    "fast_next",
    "fast_seed",
    "key_from_seed",
    "next_u32",
    "seed",
    "seek",
    "shuffle",
]

RNG_FIELDS: list[Any] = [("rng_key", "u4", (8,)), ("rng_block", "u4", (16,)), ("rng_word", "i8", ())]
"""Fields of a state record: key, current block of the stream, index of the next word in the whole stream."""

_LOW = np.uint64(0xFFFF_FFFF)
_32 = np.uint64(32)
_ONE = np.uint64(1)
# "expand 32-byte k"
_C0 = np.uint64(0x61707865)
_C1 = np.uint64(0x3320646E)
_C2 = np.uint64(0x79622D32)
_C3 = np.uint64(0x6B206574)
_SEED_DOMAIN = b"whistlestop game seed\0"


def key_from_seed(seed: SupportsIndex | bytes) -> npt.NDArray[np.uint32]:
    """Return the key of a game: 32 bytes are used as the key; an integer is hashed.

    An integer becomes the SHA-256 of `whistlestop game seed`, a zero byte, and its decimal digits in ASCII.
    """
    if isinstance(seed, (bytes, bytearray, memoryview)):
        key = bytes(seed)
        if len(key) != 32:
            raise ValueError(f"a seed of bytes has 32 of them, not {len(key)}")
    else:
        key = hashlib.sha256(_SEED_DOMAIN + str(operator.index(seed)).encode("ascii")).digest()
    return np.frombuffer(key, dtype="<u4").astype(np.uint32)


# ChaCha words are stored in 64-bit variables, always below 2**32. Sums are masked, so nothing overflows and plain
# Python runs the same code.


@jit
def _quarter(a: Word, b: Word, c: Word, d: Word) -> tuple[Word, Word, Word, Word]:
    a = (a + b) & _LOW
    d ^= a
    d = ((d << np.uint64(16)) | (d >> np.uint64(16))) & _LOW
    c = (c + d) & _LOW
    b ^= c
    b = ((b << np.uint64(12)) | (b >> np.uint64(20))) & _LOW
    a = (a + b) & _LOW
    d ^= a
    d = ((d << np.uint64(8)) | (d >> np.uint64(24))) & _LOW
    c = (c + d) & _LOW
    b ^= c
    b = ((b << np.uint64(7)) | (b >> np.uint64(25))) & _LOW
    return a, b, c, d


@jit
def chacha8_block(key: Key, counter: Integer, nonce: Integer, block: Integers) -> None:
    """Write block number `counter` (64 bits) of the stream of `key` and `nonce` (64 bits) to `block`."""
    k0, k1, k2, k3 = np.uint64(key[0]), np.uint64(key[1]), np.uint64(key[2]), np.uint64(key[3])
    k4, k5, k6, k7 = np.uint64(key[4]), np.uint64(key[5]), np.uint64(key[6]), np.uint64(key[7])
    x0, x1, x2, x3 = _C0, _C1, _C2, _C3
    x4, x5, x6, x7, x8, x9, x10, x11 = k0, k1, k2, k3, k4, k5, k6, k7
    n0, n1 = np.uint64(counter) & _LOW, np.uint64(counter) >> _32
    n2, n3 = np.uint64(nonce) & _LOW, np.uint64(nonce) >> _32
    x12, x13, x14, x15 = n0, n1, n2, n3
    for _ in range(4):
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
    block[0] = (x0 + _C0) & _LOW
    block[1] = (x1 + _C1) & _LOW
    block[2] = (x2 + _C2) & _LOW
    block[3] = (x3 + _C3) & _LOW
    block[4] = (x4 + k0) & _LOW
    block[5] = (x5 + k1) & _LOW
    block[6] = (x6 + k2) & _LOW
    block[7] = (x7 + k3) & _LOW
    block[8] = (x8 + k4) & _LOW
    block[9] = (x9 + k5) & _LOW
    block[10] = (x10 + k6) & _LOW
    block[11] = (x11 + k7) & _LOW
    block[12] = (x12 + n0) & _LOW
    block[13] = (x13 + n1) & _LOW
    block[14] = (x14 + n2) & _LOW
    block[15] = (x15 + n3) & _LOW


@jit
def seek(s: State, word: Integer) -> None:
    """Move to the word with this index in the stream, which `next_u32` returns next."""
    s["rng_word"] = word
    if word & 15:
        chacha8_block(s["rng_key"], word >> 4, 0, s["rng_block"])


@jit
def seed(s: State, key: Key) -> None:
    """Set the key (eight 32-bit words) and move to the beginning of its stream."""
    rng_key = s["rng_key"]
    rng_block = s["rng_block"]
    for i in range(8):
        rng_key[i] = key[i]
    for i in range(16):
        rng_block[i] = 0  # equal states must be equal byte for byte
    s["rng_word"] = 0


@jit
def next_u32(s: State) -> Word:
    """Take the next word of the game's stream, as a uint64 below 2**32."""
    word = np.int64(s["rng_word"])
    block = s["rng_block"]
    if word & 15 == 0:
        chacha8_block(s["rng_key"], word >> 4, 0, block)
    s["rng_word"] = word + 1
    return np.uint64(block[word & 15])


@jit
def below(s: State, count: int) -> Integer:
    """Return one of 0 .. count-1 with equal probability; 1 <= count <= 2**32.

    Uses Lemire's method: multiply, and reject the few words that would bias the result.
    """
    size = np.uint64(count)
    product = next_u32(s) * size
    if product & _LOW < size:
        extra = ((_ONE << _32) - size) % size
        while product & _LOW < extra:
            product = next_u32(s) * size
    return np.int64(product >> _32)


@jit
def shuffle(s: State, array: Integers, size: int) -> None:
    """Shuffle the first `size` elements of an array uniformly."""
    for last in range(size - 1, 0, -1):
        other = below(s, last + 1)
        element = array[last]
        array[last] = array[other]
        array[other] = element


def fast_seed(seed: SupportsIndex) -> npt.NDArray[np.uint64]:
    """Return a fast generator; neighboring seeds give unrelated streams."""
    return np.array([operator.index(seed) & 0xFFFF_FFFF_FFFF_FFFF], dtype=np.uint64)


@jit
def fast_next(random: Generator) -> Word:
    """Return the next 64 bits of a fast generator."""
    z = wrapping_add(random[0], np.uint64(0x9E3779B97F4A7C15))
    random[0] = z
    z = wrapping_mul(z ^ (z >> np.uint64(30)), np.uint64(0xBF58476D1CE4E5B9))
    z = wrapping_mul(z ^ (z >> np.uint64(27)), np.uint64(0x94D049BB133111EB))
    return z ^ (z >> np.uint64(31))


@jit
def fast_below(random: Generator, count: int) -> Integer:
    """Return one of 0 .. count-1 with a fast generator; 1 <= count < 2**32. A bias of count / 2**32 is accepted."""
    return np.int64(((fast_next(random) >> _32) * np.uint64(count)) >> _32)


@jit
def set_generator(states: States, i: int, key: Key, word: int) -> None:
    """Set the key of game i of an array of states, and move to a word of its stream."""
    seed(states[i], key)
    seek(states[i], word)
