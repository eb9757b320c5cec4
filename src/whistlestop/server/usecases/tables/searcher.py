"""A process that searches on behalf of a server: it reads questions from its input and writes the chosen actions.

It runs as long as its input is open, at low priority. Its code is compiled before it starts (`searching.py`).
"""

from __future__ import annotations

import math
import pickle
import signal
import sys
from typing import TYPE_CHECKING, BinaryIO

from whistlestop import bots
from whistlestop.children import ignore_signals, lower_priority
from whistlestop.reviewing import advise
from whistlestop.server.usecases.tables.searching import ANSWER, SIZE

if TYPE_CHECKING:
    from whistlestop.observation import Observation


def answer(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer one question after the other, until the input ends."""
    while head := source.read(SIZE.size):
        (length,) = SIZE.unpack(head)
        question = pickle.loads(source.read(length))  # noqa: S301 - from the server that started this process
        sink.write(ANSWER.pack(*answer_to(*question)))
        sink.flush()


def answer_to(bot: str, seed: int, observation: Observation, comparing: float) -> tuple[int, float]:
    """Return a bot's choice and, with `comparing` seconds, its gain in winning probability over the planner's."""
    if not comparing:
        return bots.ask(bots.make(bot, seed), observation), math.nan
    found = advise(observation, bot, seed, comparing)
    return found.action, math.nan if found.gain is None else found.gain


if __name__ == "__main__":
    ignore_signals(signal.SIGTERM)  # the server stops this process by closing its input
    lower_priority()
    answer(sys.stdin.buffer, sys.stdout.buffer)
