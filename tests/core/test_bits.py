"""Bit words work the same with and without the compiler."""

import random
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlestop.core.bits import bit, ctz, nth_set_bit, popcount, wrapping_add, wrapping_mul

WORD = 1 << 64
words = st.integers(0, WORD - 1) | st.sampled_from([0, 1, 1 << 63, WORD - 1, 1 << 31, 1 << 32])


@given(words)
def test_popcount_and_lowest(word: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert popcount(np.uint64(word)) == word.bit_count()
        assert ctz(np.uint64(word)) == ((word & -word).bit_length() - 1 if word else 64)


@given(words, st.integers(0, 70))
def test_nth_set_bit(word: int, k: int) -> None:
    indexes = [index for index in range(64) if word >> index & 1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert nth_set_bit(np.uint64(word), k) == (indexes[k] if k < len(indexes) else 64)


@pytest.mark.parametrize("index", range(64))
def test_bit(index: int) -> None:
    for kind in (int, np.int8, np.int16, np.int64, np.uint64):
        word = bit(kind(index))
        assert int(word) == 1 << index
        assert ctz(np.uint64(word)) == index


def test_signed_counts() -> None:
    # A count must be able to go below zero, and a word must not become a float.
    assert popcount(np.uint64(5)) - 3 == -1
    assert ctz(np.uint64(0)) - 65 == -1
    assert int(bit(63) | bit(0)) == (1 << 63) + 1


@given(words, words)
def test_wrapping(a: int, b: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert int(wrapping_add(np.uint64(a), np.uint64(b))) == (a + b) % WORD
        assert int(wrapping_mul(np.uint64(a), np.uint64(b))) == a * b % WORD


def test_popcount_of_signed_word() -> None:
    # Words read from a record of signed numbers keep their bits.
    rng = random.Random(1)
    for _ in range(50):
        word = rng.getrandbits(64)
        assert popcount(np.uint64(word)) + popcount(~np.uint64(word)) == 64
