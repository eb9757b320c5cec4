"""Scratch space of the compiled bots: written and read within one decision, never kept.

It is one record so that the kernels allocate nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.engine.fields import ACTIONS

WORK = np.dtype([("actions", np.int16, ACTIONS)], align=True)


def new_work() -> npt.NDArray[Any]:
    """Scratch space for one bot."""
    return np.zeros(1, WORK)
