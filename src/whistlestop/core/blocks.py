"""Copy part of a record to the same place in another record, as bytes, regardless of its fields."""

from __future__ import annotations

import numpy as np

from .jit import jit
from .types import Block, Record

__all__ = ["copy_block"]


@jit(native="copy_block")
def copy_block(source: Record, target: Record, block: Block) -> None:
    """Copy the bytes of a block, which must have the same layout in both records."""
    first, end = block
    contents = np.dtype((np.void, end - first))
    target.setfield(source.getfield(contents, first), contents, first)
