"""Play many games at once on arrays."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from whistlestop.core import fields
from whistlestop.errors import IllegalAction, OptionError, RecordError, RulesetError
from whistlestop.format import Ruleset
from whistlestop.format.tensor import TensorField
from whistlestop.games.kernel import LIMIT
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation, observe
from whistlestop.rulesets import load_ruleset

from . import saving
from .actions import ActionSpace, action_space
from .loops import loops_of

__all__ = ["Batch", "VectorGames"]


class Batch(NamedTuple):
    """The result of a step, a row per game: read-only views of arrays that the next step overwrites.

    If a game has ended and another started in its place, `done`, `truncated`, `scores` and `ranks` describe the old
    game, the other fields the new one.
    """

    seat: npt.NDArray[np.int16]
    """Seat to act, or -1 if the game is over; shape: (games,)."""
    observation: npt.NDArray[Any]
    """What that seat knows (`Ruleset.tensor_fields`), as float32, or compact; shape: (games, numbers)."""
    mask: npt.NDArray[Any]
    """Legal actions, as truth values; shape: (games, actions). If compact, as bits; shape: (games, bytes)."""
    done: npt.NDArray[np.bool_]
    """Whether the game ended in this step; shape: (games,)."""
    truncated: npt.NDArray[np.bool_]
    """Whether it ended at the limit, scored as it stood; shape: (games,)."""
    scores: npt.NDArray[np.int16]
    """Current points, or final ones if done; shape: (games, players)."""
    ranks: npt.NDArray[np.int16]
    """Ranks from 1 if done, shared by ties, otherwise 0; shape: (games, players)."""


class VectorGames:
    """Games of one ruleset that advance by one decision with each call.

    The same seed gives the same games for any number of threads. Batches show only what the seat to act can observe.
    """

    def __init__(
        self,
        ruleset: str | Path | Ruleset,
        games: int = 1,
        players: int = 2,
        seed: int = 0,
        *,
        auto_reset: bool = True,
        threads: int = 1,
        factored: bool = False,
        compact: bool = False,
        first: int | None = None,
        limit: int = LIMIT,
    ) -> None:
        """Set up games; `reset` starts them.

        ruleset: as for `Game.new`. auto_reset: start another game in place of one that ended. threads: number of
        threads for a step; compiled code releases the GIL. factored: use the factored action space (`actions`).
        compact: use bytes for observations and bits for masks. first: seat that goes first; None: random for each game.
        limit: actions after which a game is scored as it stands (RUL-78).

        Raises RulesetError for an unknown ruleset or unsuitable players or first, OptionError for other arguments.
        """
        self.ruleset = ruleset if isinstance(ruleset, Ruleset) else load_ruleset(ruleset)
        self.games = _number("games", games, 1)
        self.players = _number("players", players, 0)
        self.seed = _number("seed", seed, 0)
        self.threads = _number("threads", threads, 1)
        self.limit = _number("limit", limit, 1)
        if not self.ruleset.min_players <= self.players <= self.ruleset.max_players:
            sizes = self.ruleset.sizes
            raise RulesetError(f"{self.ruleset.name} is for {sizes} players, not {players!r:.60} (COM-1)")
        if first is not None and not 0 <= _number("first", first, 0) < self.players:
            raise RulesetError(
                f"first: no seat {first!r:.60} in a game of {players} players; use 0 to {players - 1}"
            )
        self.compact = compact
        self.first = fields.NONE if first is None else first
        self.auto_reset = auto_reset
        self.actions: ActionSpace = action_space(self.ruleset, factored)
        self.fields: dict[str, TensorField] = {
            field.name: field for field in self.ruleset.tensor_fields(self.players)
        }
        self._make_arrays()
        self._reseed()

    def _make_arrays(self) -> None:
        machine, games = self.ruleset.machine, self.games
        self._loops = loops_of(kind_of(self.ruleset), self.compact)
        size = max(field.stop for field in self.fields.values())
        self._tables = np.zeros((3, 0), np.int16)
        if self.actions.factored:
            self._tables = np.stack([self.actions.heads, self.actions.tails, self.actions.targets])
        self._working = (
            np.zeros(self.threads, machine.OBSERVATION),
            np.zeros((self.threads, machine.MOST_LEGAL), machine.ACTION),
            np.zeros((self.threads, size if self.compact else 0), np.float32),
        )
        mask = np.zeros((games, self.actions.count), np.bool_)
        self.states = np.zeros(games, machine.STATE)
        """The states, hidden information included: for measurements, not for players."""
        self._all = np.ones(games, np.bool_)
        self._pending = np.zeros(games, np.int64)
        self._randoms = np.zeros((games, 1), np.uint64)
        self._dice = np.zeros((games, 1), np.uint64)
        self._batch = Batch(
            seat=np.full(games, fields.NONE, np.int16),
            observation=np.zeros((games, size), np.uint8 if self.compact else np.float32),
            mask=np.packbits(mask, axis=1) if self.compact else mask,
            done=np.zeros(games, np.bool_),
            truncated=np.zeros(games, np.bool_),
            scores=np.zeros((games, self.players), np.int16),
            ranks=np.zeros((games, self.players), np.int16),
        )
        self.batch = Batch(*(_read_only(array) for array in self._batch))
        """Result of the last step."""
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None

    def _reseed(self) -> None:
        words = np.random.SeedSequence(self.seed).generate_state(2 * self.games, np.uint64)
        self._randoms[:, 0], self._dice[:, 0] = words[: self.games], words[self.games :]

    # Playing

    def reset(self, seed: int | None = None) -> Batch:
        """Start new games everywhere. A seed starts its sequence of deals."""
        if seed is not None:
            self.seed = _number("seed", seed, 0)
            self._reseed()
        self._share(
            lambda _, begin, end: self._loops.begin(
                self.states,
                self.ruleset.rules,
                self.players,
                self.first,
                self._randoms,
                self._pending,
                begin,
                end,
            )
        )
        self._batch.done[:] = self._batch.truncated[:] = False
        self._batch.scores[:] = self._batch.ranks[:] = 0
        self._share(self._show_some)
        return self.batch

    def restart(self, games: npt.ArrayLike) -> Batch:
        """Start new games at the given indexes; `done` of the other games stays."""
        rules, batch = self.ruleset.rules, self._batch
        for i in np.asarray(games, np.int64).reshape(-1).tolist():
            self._loops.begin(
                self.states, rules, self.players, self.first, self._randoms, self._pending, i, i + 1
            )
            batch.done[i] = batch.truncated[i] = False
            batch.scores[i] = batch.ranks[i] = 0
            self._show_some(0, i, i + 1)
        return self.batch

    def step(self, actions: npt.ArrayLike, only: npt.ArrayLike | None = None) -> Batch:
        """Make one decision in every game. In finished games the action is ignored.

        actions: (games,) integers that the mask allows. only: (games,) truth values; the other games stay as they are,
        including `done`, and their actions are ignored. Raises IllegalAction; then nothing has changed (COM-4).
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(f"actions: expected {self.games} integers")
        chosen = chosen.astype(np.int64, copy=False)
        moving = self._all if only is None else np.asarray(only, np.bool_)
        if moving.shape != (self.games,):
            raise IllegalAction(f"only: expected {self.games} truth values")
        batch = self._batch
        wrong = int(self._loops.first_illegal(chosen, moving, batch.seat, batch.mask, self.actions.count))
        if wrong != fields.NONE:
            raise IllegalAction(self._refusal(wrong, int(chosen[wrong])))
        self._share(
            lambda place, begin, end: self._loops.step(
                self.states,
                self.ruleset.rules,
                self.players,
                self.first,
                self.limit,
                self.auto_reset,
                chosen,
                moving,
                self._randoms,
                self._pending,
                self._tables,
                self.actions.base,
                self._working,
                place,
                batch.seat,
                batch.observation,
                batch.mask,
                batch.done,
                batch.truncated,
                batch.scores,
                batch.ranks,
                begin,
                end,
            )
        )
        return self.batch

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for each game.

        In a factored space, actions that begin more of the engine's actions are likelier. The draws depend on the seed,
        and do not change the deals.
        """
        actions = np.empty(self.games, np.int64)
        self._share(
            lambda place, begin, end: self._loops.sample(
                self.states,
                self.ruleset.rules,
                self._pending,
                self._tables,
                self.actions.base,
                self._working[1],
                place,
                self._batch.seat,
                self._dice,
                actions,
                begin,
                end,
            )
        )
        return actions

    def _refusal(self, game: int, action: int) -> str:
        if not 0 <= action < self.actions.count:
            return f"game {game}: no action has the number {action}"
        return f"game {game}: {self.actions.names[action]} ({action}) is not legal now"

    def _show_some(self, place: int, begin: int, end: int) -> None:
        batch = self._batch
        self._loops.show(
            self.states,
            self.ruleset.rules,
            self._pending,
            self._tables,
            self.actions.base,
            self._working,
            place,
            batch.seat,
            batch.observation,
            batch.mask,
            begin,
            end,
        )

    def _share(self, work: Callable[[int, int, int], object]) -> None:
        """Call work(place, begin, end) for all games, divided among the threads."""
        if self._pool is None:
            work(0, 0, self.games)
            return
        ends = [self.games * place // self.threads for place in range(self.threads + 1)]
        others = [
            self._pool.submit(work, place, ends[place], ends[place + 1]) for place in range(1, self.threads)
        ]
        try:
            work(0, ends[0], ends[1])  # while the others wake up
        finally:
            wait(others)
        for other in others:
            other.result()

    # Looking

    def observe(self, game: int, seat: int | None = None) -> Observation:
        """Return an observation of one game for a seat; None for a spectator."""
        return observe(self.ruleset, self.states[game : game + 1], seat)

    # Copies

    def determinize(self, seed: int, seat: int | None = None) -> VectorGames:
        """Return a copy in which everything unknown to a seat has been dealt again; None: the seat to act.

        What that seat sees stays the same. Unfinished steps of another seat are undone.
        """
        worlds = self.copy()
        worlds._deal_unknown(_number("seed", seed, 0), seat)  # noqa: SLF001 - one of these
        return worlds

    def _deal_unknown(self, seed: int, seat: int | None) -> None:
        randoms = np.random.SeedSequence(seed).generate_state(self.games, np.uint64).reshape(-1, 1)
        deciding = self._batch.seat
        seats = deciding
        if seat is not None:
            seats = np.where(deciding == fields.NONE, fields.NONE, seat).astype(np.int16)
            self._pending[deciding != seats] = 0
        self._share(
            lambda place, begin, end: self._loops.determinize(
                self.states, self.ruleset.rules, seats, self._working[0], place, randoms, begin, end
            )
        )
        self._share(self._show_some)

    def copy(self) -> VectorGames:
        """Return independent games in the same states, with the same deals to come."""
        other = type(self)(**self._settings())
        other._restore([array.tobytes() for array in self._arrays()])  # noqa: SLF001 - one of these
        return other

    def __copy__(self) -> VectorGames:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> VectorGames:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._settings(), [array.tobytes() for array in self._arrays()])

    def save(self, path: str | Path) -> None:
        """Write everything to a file, for `load`."""
        saving.write(path, self.ruleset, self._settings() | {"ruleset": None}, self._layout(), self._arrays())

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a file of `save`. Raises RecordError for other files, or those of another version.

        Load only trusted files: whether the games follow the rules is not checked.
        """
        with saving.reading(path) as saved:
            games = cls(**saved.settings | {"ruleset": saved.ruleset})
            if saved.layout != games._layout():
                raise RecordError(f"{path}: it was saved by another version")
            games._restore(saved.contents)
        return games

    def _settings(self) -> dict[str, Any]:
        return {
            "ruleset": self.ruleset,
            "games": self.games,
            "players": self.players,
            "seed": self.seed,
            "auto_reset": self.auto_reset,
            "threads": self.threads,
            "factored": self.actions.factored,
            "compact": self.compact,
            "first": None if self.first == fields.NONE else self.first,
            "limit": self.limit,
        }

    def _arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """Return all arrays that can differ between two objects with the same settings."""
        return self.states, self._pending, self._randoms, self._dice, *self._batch

    def _layout(self) -> str:
        """Return a string that identifies the meaning of the arrays' bytes."""
        names = [field.name + repr(field.columns) for field in self.fields.values()]
        meaning = repr([self.ruleset.machine.STATE, names, self.actions.names])
        return hashlib.sha256(meaning.encode()).hexdigest()[:16]

    def restore_batch(self) -> None:
        """Update the batch after changes of `states`."""
        self._pending[:] = 0
        self._share(self._show_some)

    def _restore(self, contents: Sequence[bytes]) -> None:
        for array, its in zip(self._arrays(), contents, strict=True):
            saving.bytes_of(array)[:] = np.frombuffer(its, np.uint8)


def _restored(settings: dict[str, Any], contents: list[bytes]) -> VectorGames:
    games = VectorGames(**settings)
    games._restore(contents)  # noqa: SLF001 - one of these
    return games


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view = array.view()
    view.setflags(write=False)
    return view


def _number(name: str, value: object, least: int) -> int:
    """Return an integer that is at least `least`; raises OptionError."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex) or operator.index(value) < least:
        raise OptionError(f"{name}: expected an integer of at least {least}, not {value!r:.60}")
    return operator.index(value)
