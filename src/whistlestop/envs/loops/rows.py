"""Rows of plain and compact arrays: masks as truth values or bits, and observations as bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit

__all__ = ["first_illegal", "first_illegal_bit", "mark", "mark_bits", "round_shares"]


@jit
def first_illegal(actions: Any, moving: Any, seats: Any, masks: Any, count: int) -> int:
    """Return the first moving game in progress whose action is not allowed by its mask; NONE if there is none."""
    for i in range(len(actions)):
        if (
            moving[i]
            and seats[i] != NONE
            and (actions[i] < 0 or actions[i] >= count or not masks[i, actions[i]])
        ):
            return i
    return NONE


@jit
def first_illegal_bit(actions: Any, moving: Any, seats: Any, masks: Any, count: int) -> int:
    """Return the same for masks of bits."""
    for i in range(len(actions)):
        if (
            moving[i]
            and seats[i] != NONE
            and (
                actions[i] < 0
                or actions[i] >= count
                or not (int(masks[i, actions[i] >> 3]) >> (actions[i] & 7)) & 1
            )
        ):
            return i
    return NONE


@jit
def mark(masks: Any, row: int, actions: Any, size: int) -> None:
    """Write the mask of these actions as truth values."""
    for action in range(masks.shape[1]):
        masks[row, action] = False
    for n in range(size):
        masks[row, actions[n]] = True


@jit
def mark_bits(masks: Any, row: int, actions: Any, size: int) -> None:
    """Write the mask of these actions as bits, from the lowest of each byte."""
    for byte in range(masks.shape[1]):
        masks[row, byte] = 0
    for n in range(size):
        masks[row, actions[n] >> 3] |= np.uint8(1 << (actions[n] & 7))


@jit
def round_shares(shares: Any, place: int, tensors: Any, row: int) -> None:
    """Write numbers from 0 to 1 as the nearest multiples of 1/255."""
    for n in range(tensors.shape[1]):
        tensors[row, n] = np.uint8(np.int32(shares[place, n] * np.float32(255.0) + np.float32(0.5)))
