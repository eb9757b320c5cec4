"""A yardstick for the engine: a C program that plays the same random games by the same rules.

`board` writes the numbers of a ruleset as a C header; this module compiles and calls the program. There is
one for map games. `python -m tests.bench.yardstick` compares the engine with it.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tests.bench.yardstick.board import header

from whistlestop.core.types import Generator
from whistlestop.format.ruleset import Ruleset

__all__ = ["ACTION", "Trace", "Yardstick", "find_compiler"]

ACTION = np.dtype([(name, np.intc) for name in ("type", "arg", "color", "colored", "wild")])
"""The C program's record of an action: the columns of the catalogue."""

LONGEST = 30_000  # an upper limit for the actions of a random game


@dataclass(frozen=True)
class Trace:
    """One game as the C program played it."""

    actions: Any
    """An array of ACTION."""
    final: list[int]
    rank: list[int]


def find_compiler() -> list[str] | None:
    """Return the command of a C compiler: that of the variable CC, else the first on PATH; None if there is
    none.
    """
    if os.environ.get("CC"):
        return shlex.split(os.environ["CC"])
    return next(([name] for name in ("cc", "gcc", "clang") if shutil.which(name)), None)


class Yardstick:
    """The C program for one ruleset of a map game."""

    def __init__(self, ruleset: Ruleset, folder: Path, compiler: list[str]) -> None:
        """Compile it into a folder. Raises subprocess.CalledProcessError or OSError if that fails."""
        (folder / "board.h").write_text(header(ruleset), encoding="ascii")
        library = folder / ("yardstick.dll" if sys.platform == "win32" else "yardstick.so")
        # Optimize for this processor, as the engine's compiler does.
        native = "-mcpu=native" if sys.platform == "darwin" else "-march=native"
        options = ["-std=c11", "-O3", native, "-shared", "-fPIC", f"-I{folder}"]
        source = Path(__file__).with_name("yardstick.c")
        command = [*compiler, *options, str(source), "-o", str(library)]
        subprocess.run(command, check=True, capture_output=True)
        self._library = ctypes.CDLL(str(library))
        self._library.play_games.restype = ctypes.c_int64

    def play_games(self, players: int, games: int, random: Generator) -> int:
        """Play whole random games like `random_games` of the engine; return the number of actions."""
        count: int = self._library.play_games(players, games, _pointer(random))
        return count

    def trace_game(self, players: int, random: Generator) -> Trace:
        """Play one game and return it."""
        actions = np.zeros(LONGEST, ACTION)
        final, rank = np.zeros(players, np.intc), np.zeros(players, np.intc)
        count = self._library.trace_game(
            players, _pointer(random), _pointer(actions), _pointer(final), _pointer(rank)
        )
        return Trace(actions[:count], final.tolist(), rank.tolist())


def _pointer(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
