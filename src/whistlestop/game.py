"""A game in progress: ruleset, true state and record, hidden information included."""

from __future__ import annotations

import contextlib
import operator
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self, SupportsIndex

import msgspec
import numpy as np
import numpy.typing as npt

from whistlestop.format import Ruleset

from .core import fields, rng
from .errors import IllegalAction, RulesetError
from .observation import (
    Events,
    Observation,
    unpacked,
)
from .position import read_position, stacked_deal, write_position
from .record import CHECK_EVERY, GameRecord
from .rulesets import board_of, load_ruleset
from .situation import Situation, is_in
from .text.events import Event
from .text.knowledge import progress


class Game(Situation):
    """A game from its start to the current moment.

    Create it with `Game.new`, `Game.from_position` or `replay`. Seats are numbered from 0 clockwise. This object shows
    all hidden information; give players `observe` or `view` instead.
    """

    def __init__(self, ruleset: Ruleset, states: npt.NDArray[Any], start: dict[str, Any]) -> None:
        """For use in this module: `states` is a STATE array of length 1, `start` the seed or position of the record."""
        super().__init__(ruleset, states)
        self._start = start
        self._begin = states.tobytes()
        self.actions: list[tuple[int, str]] = []
        """The actions played so far, as seat and text."""
        self._checksums: list[str] = []
        self._last: Events | None = None

    @classmethod
    def new(
        cls,
        ruleset: str | Path | Ruleset,
        players: int = 2,
        seed: int | bytes | None = None,
        first: int | None = None,
        *,
        deck: Sequence[str] | None = None,
        tickets: Sequence[str] | None = None,
    ) -> Game:
        """Start a new game (RULES COM-1, COM-24, RUL-1).

        Args:
            ruleset: the id of a ruleset, the folder of a board, or a loaded ruleset.
            players: the number of players.
            seed: an integer, or the 32 bytes of the generator's key; None for a random key.
            first: the seat that starts; None draws it from the seed.
            deck: names of the cards on top of the deck before the deal, in order. The seed decides the rest. The
                record of such a game starts from its position.
            tickets: ids of the tickets on top of their decks, in the same way.

        Raises:
            RulesetError: the ruleset is unknown or does not allow this number of players, or `first` is not a seat.
            PositionError: `deck` or `tickets` name cards or tickets that do not exist.
            ValueError: `seed` is neither an integer nor 32 bytes.
        """
        chosen = ruleset if isinstance(ruleset, Ruleset) else load_ruleset(ruleset)
        if not is_in(players, chosen.min_players, chosen.max_players):
            raise RulesetError(f"{chosen.name} is for {chosen.sizes} players, not {players!r:.60} (COM-1)")
        if first is not None and not is_in(first, 0, players - 1):
            raise RulesetError(f"seat {first!r:.60} cannot begin a game of {players} players")
        key = _key(secrets.token_bytes(32) if seed is None else seed)
        states = np.zeros(1, chosen.machine.STATE)
        chosen.machine.init(states, chosen.rules, 0, key, players, fields.NONE if first is None else first)
        if deck is None and tickets is None:
            return cls(chosen, states, {"seed": key.astype("<u4").tobytes().hex()})
        dealt = write_position(chosen, states)
        position = stacked_deal(
            chosen, dealt, () if deck is None else deck, () if tickets is None else tickets
        )
        _, states = read_position(position)
        chosen.machine.turn_up_market(states, chosen.rules, 0)
        return cls(chosen, states, {"position": write_position(chosen, states)})

    @classmethod
    def from_position(cls, position: dict[str, Any]) -> Game:
        """Start from a position (docs/notation.md). Raises PositionError or RulesetError.

        The position names a built-in ruleset or a registered board, or contains a whole ruleset as `board`.
        """
        ruleset, states = read_position(position)
        return cls(ruleset, states, {"position": write_position(ruleset, states)})

    # State

    @property
    def dealt(self) -> bool:
        """Whether the game started with a deal instead of a position."""
        return "seed" in self._start

    # Playing

    def play(self, action: str, seat: int | None = None) -> Events:
        """Play an action and return its events as spectators see them; `events` has those of a seat.

        Raises NotationError or IllegalAction; in that case the game stays unchanged (COM-4).
        """
        seat = self._seat(seat)
        offer = self._offer(seat)
        return self._play(seat, self._notation.parse(action, offer), offer)

    def play_id(self, action: SupportsIndex, seat: int | None = None) -> Events:
        """Play an action by its number in the engine. Raises IllegalAction, even for an invalid number."""
        seat = self._seat(seat)
        try:
            number = operator.index(action)
        except TypeError:
            raise IllegalAction(f"an action is an integer, not {type(action).__name__}") from None
        return self._play(seat, number, self._offer(seat))

    def _play(self, seat: int, action: int, offer: list[int]) -> Events:
        if not self._judge(seat, action):
            raise IllegalAction(self._refusal(seat, action))
        text = self._notation.text(action, offer)
        events = self._apply(seat, action)
        self.actions.append((seat, text))
        return events

    def _apply(self, seat: int, action: int) -> Events:
        before = self.states.tobytes()
        if self._last is not None:
            self._last.settle(before)
        self._machine.apply(self.states, self.ruleset.rules, 0, seat, action)
        self._last = Events(self.ruleset, before, self.states)
        return self._last

    def undo(self, actions: int = 1) -> None:
        """Take back a number of actions, including in the record and its checksums.

        Raises IllegalAction if fewer actions were played; in that case the game stays unchanged.
        """
        played = len(self.actions)
        if not is_in(actions, 0, played):
            raise IllegalAction(f"{actions!r:.60} actions cannot be taken back: {played} were played")
        earlier: Game = self.beginning()
        for seat, text in self.actions[: played - actions]:
            earlier._apply(seat, self._notation.parse(text, earlier._offer(seat)))
        self._settle()
        self.states, self._last = earlier.states, earlier._last
        del self.actions[played - actions :]
        del self._checksums[len(self.actions) // CHECK_EVERY :]

    # Observing

    def events(self, seat: int | None = None) -> list[dict[str, Any]]:
        """Return the events of the last action as a seat sees them; None for a spectator, empty at the start."""
        seat = None if seat is None else self._seat(seat)
        return [] if self._last is None else self._last.seen_by(seat)

    def history(self, seat: int | None = None, since: int = 0) -> list[dict[str, Any]]:
        """Return the events of all actions after version `since`, as a seat may know them, as plain data.

        While the game is in progress, the events omit cards that were moved face up (RUL-61).
        """
        entries = self.events_by_version(seat, since)
        return [{"version": version, "events": msgspec.to_builtins(events)} for version, events in entries]

    def events_by_version(
        self, seat: int | None = None, since: int = 0, earlier: Game | None = None
    ) -> Iterator[tuple[int, list[Event]]]:
        """Return the same as `history`, with events as typed records for each version.

        earlier: an earlier copy of this game, to replay from instead of from the start.
        """
        game: Game = self.beginning() if earlier is None else earlier.copy()
        seat = None if seat is None else self._seat(seat)
        knew: Observation | None = None
        for player, text in self.actions[len(game.actions) :]:
            if knew is None and game.version >= since:
                knew = game.observe(seat)
            game._apply(player, self._notation.parse(text, game._offer(player)))
            if knew is not None:
                knows = game.observe(seat)
                yield game.version, knows.events_since(knew, live=self.over)
                knew = knows

    def __repr__(self) -> str:
        return f"<Game of {self.ruleset.id}: {progress(self.states)}>"

    # Records and copies

    def record(self) -> GameRecord:
        """Return the record so far."""
        ruleset = self.ruleset
        return GameRecord(
            ruleset=ruleset.id,
            ruleset_version=ruleset.version,
            ruleset_hash=ruleset.hash,
            players=self.players,
            first=self.first,
            actions=tuple(self.actions),
            seed=self._start.get("seed"),
            position=self._start.get("position"),
            board=None if "position" in self._start else board_of(ruleset),
            checksums=tuple(self.checksums),
            outcome=self.outcome(),
        )

    @property
    def checksums(self) -> list[str]:
        """Return the record's checksums so far; missing ones are computed by replay."""
        due, since = divmod(len(self.actions), CHECK_EVERY)
        if due == len(self._checksums) + 1 and not since:
            self._checksums.append(self.checksum())
        elif due > len(self._checksums):
            again: Game = self.beginning()
            for number, (seat, text) in enumerate(self.actions[: due * CHECK_EVERY], start=1):
                again._apply(seat, self._notation.parse(text, again._offer(seat)))
                if number % CHECK_EVERY == 0 and number > len(self._checksums) * CHECK_EVERY:
                    self._checksums.append(again.checksum())
        return self._checksums

    def beginning(self) -> Game:
        """Return the game before its first action."""
        return Game(self.ruleset, unpacked(self.ruleset, self._begin), self._start)

    def copy(self) -> Self:
        """Return an independent copy with the same state and record."""
        self._settle()
        game = type(self).__new__(type(self))
        game.__dict__.update(self.__dict__, _checksums=self._checksums.copy())
        game.states = unpacked(self.ruleset, self.states.tobytes())
        game.actions = self.actions.copy()
        return game

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {
            "ruleset": self.ruleset,
            "state": self.states.tobytes(),
            "begin": self._begin,
            "start": self._start,
            "actions": self.actions,
            "checksums": self._checksums,
            "before": None if self._last is None else self._last.before,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        ruleset: Ruleset = kept["ruleset"]
        Game.__init__(self, ruleset, unpacked(ruleset, kept["state"]), kept["start"])
        self._begin, self.actions, self._checksums = kept["begin"], kept["actions"], kept["checksums"]
        if kept["before"] is not None:
            self._last = Events(ruleset, kept["before"], self.states)

    def forget_last(self) -> None:
        """Discard the events of the last action, before a caller changes `states` and `actions` directly."""
        self._settle()
        self._last = None

    def _settle(self) -> None:
        """Make the events of the last action independent of the game's current state."""
        if self._last is not None:
            self._last.settle(self.states.tobytes())

    def resample(self, seat: int | None, seed: int) -> Game:
        """Return a random game that the seat cannot distinguish from this one; its record starts there."""
        try:
            number = operator.index(seed)
        except TypeError:
            raise ValueError(f"a seed is an integer, not {type(seed).__name__}") from None
        states = self.observe(seat).determinize(number)
        return Game(self.ruleset, states, {"position": write_position(self.ruleset, states)})


def _key(seed: int | bytes) -> npt.NDArray[np.uint32]:
    """Convert a seed to the key of the generator."""
    if not isinstance(seed, bool):
        with contextlib.suppress(TypeError):
            return rng.key_from_seed(seed)
    raise ValueError(f"a seed is an integer or 32 bytes, not {type(seed).__name__}")
