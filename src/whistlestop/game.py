"""A game under way: the ruleset, the true state and the record, for those who may hold all three."""

from __future__ import annotations

import hashlib
import operator
import secrets
from collections.abc import Iterator
from typing import Any, SupportsIndex

import msgspec
import numpy as np
import numpy.typing as npt

from whistlestop.format import Ruleset

from .core import fields, rng
from .errors import IllegalAction, RecordError, RulesetError, WhistlestopError, short
from .observation import Observation, seats_to_act
from .position import read_position, write_position
from .record import CHECK_EVERY, GENERATOR, GameRecord
from .rulesets import board_of, load_ruleset, released_ruleset, ruleset_from_data
from .text.events import Event


class Game:
    """One game, from its beginning to now.

    Made by `Game.new`, `Game.from_position` or `replay`. Seats are numbered from 0 clockwise. Whoever holds this
    object can see everything; players get `observe` or `view`.
    """

    def __init__(self, ruleset: Ruleset, states: npt.NDArray[Any], start: dict[str, Any]) -> None:
        """For this module: `states` is a one-element STATE array, `start` the record's seed or position."""
        self.ruleset = ruleset
        self.states = states
        self._start = start
        self._begin = states.copy()
        self.actions: list[tuple[int, str]] = []
        """What was played so far: seat and text."""
        self.checksums: list[str] = []
        """The record's checksums so far."""
        self._machine = ruleset.machine
        self._notation = ruleset.notation
        self._legal = np.empty(self._machine.MOST_LEGAL, self._machine.ACTION)

    @classmethod
    def new(
        cls,
        ruleset: str | Ruleset,
        players: int = 2,
        seed: int | bytes | None = None,
        first: int | None = None,
    ) -> Game:
        """Set up a new game (RULES COM-1, COM-24, RUL-1).

        ruleset: its id, the folder of one's own, or one that is loaded.
        seed: an integer, or the 32 bytes of the generator's key; None takes a random key.
        first: the seat that begins; None draws it from the seed.
        Raises RulesetError for an unknown ruleset, for players that are no number it is for and for a first that is
        none of their seats, ValueError for a seed that is neither an integer nor 32 bytes.
        """
        chosen = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        if not _is_in(players, chosen.min_players, chosen.max_players):
            span = f"{chosen.min_players} to {chosen.max_players}"
            raise RulesetError(f"{chosen.name} is for {span} players, not {players!r} (COM-1)")
        if first is not None and not _is_in(first, 0, players - 1):
            raise RulesetError(f"seat {first!r} cannot begin a game of {players} players")
        try:
            key = rng.key_from_seed(secrets.token_bytes(32) if seed is None else seed)
        except TypeError:
            raise ValueError(f"a seed is an integer or 32 bytes, not {type(seed).__name__}") from None
        states = np.zeros(1, chosen.machine.STATE)
        chosen.machine.init(states, chosen.rules, 0, key, players, fields.NONE if first is None else first)
        return cls(chosen, states, {"seed": key.astype("<u4").tobytes().hex()})

    @classmethod
    def from_position(cls, position: dict[str, Any]) -> Game:
        """Begin in the middle: docs/notation.md describes positions. Raises PositionError or RulesetError.

        A position names a ruleset that comes with the package or was added, or has the whole of it as its board.
        """
        ruleset, states = read_position(position)
        return cls(ruleset, states, {"position": write_position(ruleset, states)})

    # What is going on

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.states["players"][0])

    @property
    def first(self) -> int:
        """The seat that took the first turn."""
        return int(self.states["first"][0])

    @property
    def over(self) -> bool:
        """Whether the game has been scored."""
        return bool(self.states["phase"][0] == fields.OVER)

    @property
    def version(self) -> int:
        """The number of actions played since the game was set up."""
        return int(self.states["ply"][0])

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision; several where all choose at once, none when the game is over."""
        return seats_to_act(self.states)

    @property
    def due_since(self) -> int:
        """The version at which the decisions that are owed now fell due.

        Choices that all make at the same time do not change each other (COM-19, CARD-41): each of them may have
        been made at this version or any later one.
        """
        if self.states["phase"][0] not in fields.SIMULTANEOUS:
            return self.version
        return self.version - (self.players - len(self.to_act))

    def legal_ids(self, seat: int | None = None) -> list[int]:
        """The legal actions as the engine numbers them; empty for a seat that owes no decision.

        Of a declaration they are the default and some others; any that is feasible may be played (CARD-41, CARD-42).
        """
        size = self._machine.legal(self.states, self.ruleset.rules, 0, self._seat(seat), self._legal)
        ids: list[int] = self._legal[:size].tolist()
        return ids

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal actions as texts."""
        seat = self._seat(seat)
        offer = self._offer(seat)
        return [self._notation.text(action, offer) for action in self.legal_ids(seat)]

    # Playing

    def play(self, action: str, seat: int | None = None) -> None:
        """Play an action. Raises NotationError or IllegalAction; then nothing has changed (COM-4)."""
        seat = self._seat(seat)
        self._play(seat, self._notation.parse(action, self._offer(seat)))

    def play_id(self, action: SupportsIndex, seat: int | None = None) -> None:
        """Play an action given as the engine numbers it. Raises IllegalAction, also for what is no number."""
        seat = self._seat(seat)
        try:
            number = operator.index(action)
        except TypeError:
            raise IllegalAction(f"an action is an integer, not {type(action).__name__}") from None
        if not self._notation.means(number):  # it may be too large for the engine to look at
            raise IllegalAction(self._refusal(seat, number))
        self._play(seat, number)

    def _play(self, seat: int, action: int) -> None:
        if not self._machine.is_legal(self.states, self.ruleset.rules, 0, seat, action):
            raise IllegalAction(self._refusal(seat, action))
        text = self._notation.text(action, self._offer(seat))
        self._machine.apply(self.states, self.ruleset.rules, 0, seat, action)
        self.actions.append((seat, text))
        if len(self.actions) % CHECK_EVERY == 0:
            self.checksums.append(self._checksum())

    def _refusal(self, seat: int, action: int) -> str:
        if self.over:
            return "the game is over"
        if seat not in self.to_act:
            return f"seat {seat} has nothing to decide now"
        if not self._notation.means(action):
            return "there is no action of this number"
        return f"{self._notation.text(action, self._offer(seat))} is not legal now"

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            to_act = self.to_act
            if len(to_act) != 1:
                raise IllegalAction("the game is over" if not to_act else f"say which seat acts: {to_act}")
            return to_act[0]
        if not 0 <= seat < self.players:
            raise IllegalAction(f"there is no seat {seat} in a game of {self.players} players")
        return seat

    def _offer(self, seat: int) -> list[int]:
        size = int(self.states["offer_size"][0, seat])
        tickets: list[int] = self.states["offer"][0, seat, :size].tolist()
        return tickets

    # Looking

    def observe(self, seat: int | None = None) -> Observation:
        """What a seat knows; None for a spectator."""
        observations = np.zeros(1, self._machine.OBSERVATION)
        self._machine.observe(
            self.states, 0, fields.NONE if seat is None else self._seat(seat), observations, 0
        )
        return Observation(self.ruleset, seat, observations)

    def view(self, seat: int | None = None, look: bool = False) -> dict[str, Any]:
        """What a seat knows, as plain data for JSON (docs/protocol.md).

        look: the option for beginners, by which a player may always look at his own stack (CARD-22).
        """
        plain: dict[str, Any] = msgspec.to_builtins(self.observe(seat).view(look))
        return plain

    def history(self, seat: int | None = None, since: int = 0) -> list[dict[str, Any]]:
        """What happened, as a seat may know it: the events of every action after version `since`, as plain data.

        While the game is under way cards that were moved in the open stay out of it (RUL-61).
        """
        entries = self.events_by_version(seat, since)
        return [{"version": version, "events": msgspec.to_builtins(events)} for version, events in entries]

    def events_by_version(self, seat: int | None = None, since: int = 0) -> Iterator[tuple[int, list[Event]]]:
        """The same as `history`, each version with its events as records."""
        game = Game(self.ruleset, self._begin.copy(), self._start)
        for player, text in self.actions:
            before = game.observe(seat) if game.version >= since else None
            game.play(text, player)
            if before is not None:
                yield game.version, game.observe(seat).events_since(before, live=self.over)

    def outcome(self) -> dict[str, Any] | None:
        """Final scores by part and the ranking as plain data; None while the game is under way."""
        plain: dict[str, Any] | None = msgspec.to_builtins(self.observe(None).outcome())
        return plain

    # Keeping

    def record(self) -> GameRecord:
        """The record up to now."""
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

    def position(self) -> dict[str, Any]:
        """The whole state by name; `Game.from_position` takes it back. It shows everything that is hidden."""
        return write_position(self.ruleset, self.states)

    def copy(self) -> Game:
        """An independent game in the same state with the same record."""
        game = Game(self.ruleset, self.states.copy(), self._start)
        game._begin = self._begin.copy()
        game.actions = self.actions.copy()
        game.checksums = self.checksums.copy()
        return game

    def resample(self, seat: int | None, seed: int) -> Game:
        """A game in a random world that the seat cannot tell from this one; its record begins there."""
        states = self.observe(seat).determinize(seed)
        return Game(self.ruleset, states, {"position": write_position(self.ruleset, states)})

    def _checksum(self) -> str:
        position = self.position()
        position.pop("ruleset_version", None)  # it is not there while the version is the present one
        plain = msgspec.json.encode(position, order="deterministic")
        return hashlib.sha256(plain).hexdigest()[:16]


def _is_in(number: object, least: int, most: int) -> bool:
    """Whether something is an integer within these bounds."""
    return isinstance(number, SupportsIndex) and least <= operator.index(number) <= most


def _begin(record: GameRecord) -> Game:
    if record.position is not None:
        position = record.position
        if position.get("ruleset") is not None:  # as it was, whichever version is the present one now
            position = {"ruleset_version": record.ruleset_version, **position}
        game = Game.from_position(position)
    elif record.seed is not None:
        if record.board is not None:
            ruleset = ruleset_from_data(record.board)
        else:
            ruleset = released_ruleset(record.ruleset, record.ruleset_version, record.ruleset_hash)
        game = Game.new(ruleset, record.players, bytes.fromhex(record.seed), record.first)
    else:
        raise RecordError("record: it begins neither with a seed nor with a position")
    rules = game.ruleset
    if (rules.id, rules.version, rules.hash) != (record.ruleset, record.ruleset_version, record.ruleset_hash):
        raise RecordError(f"record: made with other rules of {record.ruleset} than the present ones")
    if (game.players, game.first) != (record.players, record.first):
        raise RecordError("record: players or first seat are not those of the position that it begins with")
    return game


def replay(record: GameRecord | dict[str, Any] | str | bytes, to: int | None = None) -> Game:
    """Rebuild a game from its record (as object, plain data or JSON) up to `to` actions, or all of them.

    Raises RecordError; its `good` says how many actions replay before the fault. A negative `to` is a ValueError.
    """
    if to is not None and to < 0:
        raise ValueError(f"to: {to} is not a number of actions")
    if isinstance(record, (str, bytes)):
        record = GameRecord.from_json(record)
    elif isinstance(record, dict):
        record = GameRecord.from_dict(record)
    try:
        game = _begin(record)
    except RecordError:
        raise
    except (WhistlestopError, ValueError) as error:
        raise RecordError(f"record: {error}") from None
    stop = len(record.actions) if to is None else min(to, len(record.actions))
    for ply, (seat, text) in enumerate(record.actions[:stop]):
        try:
            game.play(text, seat)
        except WhistlestopError as error:
            raise RecordError(f"record: action {ply + 1}, seat {seat}, {short(text)}: {error}", ply) from None
        checks = (ply + 1) // CHECK_EVERY
        if (ply + 1) % CHECK_EVERY == 0 and game.checksums[checks - 1 : checks] != list(
            record.checksums[checks - 1 : checks]
        ):
            raise RecordError(
                f"record: the checksum after action {ply + 1} does not match", ply + 1 - CHECK_EVERY
            )
    if to is None and len(record.checksums) != len(game.checksums):
        raise RecordError(f"record: {len(record.checksums)} checksums for {stop} actions", stop)
    if to is None and record.outcome is not None and record.outcome != game.outcome():
        raise RecordError("record: the outcome is not the one that the actions lead to", stop)
    return game


__all__ = ["GENERATOR", "Game", "replay"]
