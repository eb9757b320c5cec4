"""Compile everything in advance, so that nobody has to wait for it.

Playing some actions interpreted finds what must be compiled: every function that Python calls, with its argument types.
Compiling uses only one core per process, so each kind of game has its own process, because functions of one kind share
much that is analyzed once per process. Each process stores its machine code in the cache, and later starts load it.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, as_completed
from functools import partial
from typing import TYPE_CHECKING, Any

from filelock import FileLock

from . import bots
from .bots.match import play_game
from .bots.playouts import playouts, policy
from .bots.values import figures
from .children import lower_priority, pool
from .core import jit
from .core.jit.cache import entries_file
from .format import Ruleset
from .game import Game
from .kinds import KINDS, kind_of
from .reviewing.chances import chances, estimate
from .rulesets import load_ruleset, ruleset_ids

if TYPE_CHECKING:
    from .core.jit.compiler import Entry  # imports numba

__all__ = ["calls_of", "prepare_matches", "warm_up"]

Progress = Callable[[str, int, int], None]
"""Called with the name of the compiled item, the number done, and the total number."""


def _play_turns(ruleset: Ruleset) -> None:
    game = Game.new(ruleset, players=2, seed=0)
    while game.version < 8:
        seat = game.to_act[0]
        game.view(seat)
        game.play(game.legal(seat)[0], seat)
    game.view(None)
    game.observe(0).determinize(0)


def _play_moments(ruleset: Ruleset) -> None:
    """Play the end of a game, and everything else that only happens late in a game."""
    where = {"ruleset": ruleset.id, "players": [{}, {}]}
    players = [{"tickets": [ruleset.tickets[0].id]}, {}]
    Game.from_position({**where, "players": players, "phase": "over"}).outcome()
    for moment in kind_of(ruleset).told.moments:
        game = Game.from_position({**where, **moment})
        seat = game.to_act[0]
        game.view(seat)
        if kind_of(ruleset).told.declaration is not None:
            game.observe(seat).declaration([])
        game.play(game.legal(seat)[0], seat)


def _ask_bots(ruleset: Ruleset, names: Iterable[str]) -> None:
    game = Game.new(ruleset, players=2, seed=0)
    for bot in names:
        bots.make(bot).choose(game.observe(0))


def _search(ruleset: Ruleset) -> None:
    seen = Game.new(ruleset, players=2, seed=0).observe(0)
    policy(kind_of(ruleset).bots.search.model, ruleset).choose(seen)
    found = playouts(seen, seen.legal()[:1], 1, rounds=1)
    figures(seen)  # by which they are judged
    estimate(chances(found, handicap=0)[0, :, found.seat])
    bots.make("search:playouts=8").choose(seen)


def calls_of(ruleset: Ruleset) -> jit.Calls:
    """Return the calls of compiled functions, with their arguments, that games of the ruleset lead to."""
    calls: jit.Calls = {}
    with jit.recording(calls, skipped={kind_of(ruleset).bots.search.play_worlds}):
        _play_turns(ruleset)
        _play_moments(ruleset)
        _search(ruleset)
        _ask_bots(ruleset, set(bots.names(ruleset, seated=True)) & set(bots.kernel_names()))
    return calls


def warm_up(progress: Progress | None = None, *, background: bool = False) -> bool:
    """Make sure that everything that games need is compiled and stored; return whether this call compiled it.

    Only one process at a time compiles; others wait for it. background: at low priority.
    """
    file = entries_file()
    if jit.JIT_DISABLED or file is None or file.exists():
        return False
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(FileLock(file.with_suffix(".lock"), poll_interval=0.5))
        except OSError:  # nothing can be stored here
            return False
        if file.exists():
            return False
        from .core.jit.compiler import entries_of, save_entries  # noqa: PLC0415 - imports numba

        entries: list[list[Entry]] = []
        for kind in KINDS.values():
            ruleset = next(found for found in map(load_ruleset, ruleset_ids()) if kind_of(found) is kind)
            entries.append(entries_of(calls_of(ruleset)))
        _compile(entries, progress, background=background)
        save_entries([entry for group in entries for entry in group])
    return True


def prepare_matches(ruleset: Ruleset, specs: Iterable[str], progress: Progress | None = None) -> None:
    """Make sure that everything that matches between these bots need is compiled and stored, without other bots."""
    if jit.JIT_DISABLED:
        return
    from .core.jit.compiler import entries_of  # noqa: PLC0415 - imports numba

    named = {spec.partition(":")[0] for spec in specs}
    calls: jit.Calls = {}
    with jit.recording(calls, skipped={kind_of(ruleset).bots.play_kernels}):
        _ask_bots(ruleset, sorted(named.intersection(bots.kernel_names(ruleset))))
        play_game(ruleset, ["random"] * ruleset.min_players, 0)
    _compile([[entry for entry in entries_of(calls) if not entry.is_kept()]], progress)


def _compile_one(module: str, name: str, types: Any) -> str:
    from .core.jit.compiler import Entry  # noqa: PLC0415 - imports numba

    Entry(module, name, types).compile()
    return f"{module.removeprefix('whistlestop.')}.{name}"


def _begin(*, background: bool) -> None:
    """Prepare a process for compiling, which creates millions of objects and almost no garbage."""
    gc.disable()
    if background:
        lower_priority()


def _compile(
    groups: Sequence[Sequence[Entry]], progress: Progress | None, *, background: bool = False
) -> None:
    """Compile each group of entries in a separate process, slow ones first."""
    prepare = partial(_begin, background=background)
    with contextlib.ExitStack() as pools:
        waiting: list[Future[str]] = []
        for entries in filter(None, groups):
            process = pools.enter_context(pool(1, prepare))
            # A bot's decision and a whole match include nearly everything else.
            first = sorted(entries, key=lambda entry: entry.name not in {"LOOPS.play_kernels", "decide"})
            waiting += [process.submit(_compile_one, *entry) for entry in first]
        for done, future in enumerate(as_completed(waiting), start=1):
            name = future.result()
            if progress is not None:
                progress(name, done, len(waiting))
