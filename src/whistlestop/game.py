"""A game under way: the ruleset, the true state and the record, for those who may hold all three."""

from __future__ import annotations

import contextlib
import hashlib
import operator
import secrets
from collections.abc import Collection, Iterator, Sequence
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
    observe,
    observe_together,
    unpacked,
)
from .position import read_position, stacked_deal, write_position
from .record import CHECK_EVERY, GameRecord
from .rulesets import board_of, load_ruleset
from .text.events import Event
from .text.knowledge import progress, seats_to_act


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
        self._begin = states.tobytes()
        self.actions: list[tuple[int, str]] = []
        """What was played so far: seat and text."""
        self._checksums: list[str] = []
        self._last: Events | None = None
        self._machine = ruleset.machine
        self._notation = ruleset.notation

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
        """Set up a new game (RULES COM-1, COM-24, RUL-1).

        ruleset: its id, the folder of one's own, or one that is loaded.
        seed: an integer, or the 32 bytes of the generator's key; None takes a random key.
        first: the seat that begins; None draws it from the seed.
        deck, tickets: names of cards and ids of tickets, the top first, that lie in this order on their decks before
        they are dealt; what they do not name follows at random. Such a game is recorded from its position.

        Raises RulesetError for an unknown ruleset, for players that are no number it is for and for a first that is
        none of their seats, PositionError for cards and tickets that there are not, ValueError for a seed that is
        neither an integer nor 32 bytes.
        """
        chosen = ruleset if isinstance(ruleset, Ruleset) else load_ruleset(ruleset)
        if not _is_in(players, chosen.min_players, chosen.max_players):
            span = f"{chosen.min_players} to {chosen.max_players}"
            raise RulesetError(f"{chosen.name} is for {span} players, not {players!r:.60} (COM-1)")
        if first is not None and not _is_in(first, 0, players - 1):
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
    def dealt(self) -> bool:
        """Whether the game began with a deal, and not in a position."""
        return "seed" in self._start

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
        out = np.empty(self._machine.MOST_LEGAL, self._machine.ACTION)
        size = self._machine.legal(self.states, self.ruleset.rules, 0, self._seat(seat), out)
        ids: list[int] = out[:size].tolist()
        return ids

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal actions as texts."""
        seat = self._seat(seat)
        offer = self._offer(seat)
        return [self._notation.text(action, offer) for action in self.legal_ids(seat)]

    def is_legal(self, action: str | SupportsIndex, seat: int | None = None) -> bool:
        """Whether a seat may play an action now: a text, or an integer as the engine numbers it.

        Raises NotationError for what is no action of this ruleset, IllegalAction for a seat that there is not.
        """
        if seat is None and self.over:
            return False
        seat = self._seat(seat)
        try:
            number = self._notation.number(action, self._offer(seat))
        except IllegalAction:
            return False
        return self._judge(seat, number)

    # Playing

    def play(self, action: str, seat: int | None = None) -> Events:
        """Play an action and return its events, as everybody is told of them; `events` has those of a seat.

        Raises NotationError or IllegalAction; then nothing has changed (COM-4).
        """
        seat = self._seat(seat)
        offer = self._offer(seat)
        return self._play(seat, self._notation.parse(action, offer), offer)

    def play_id(self, action: SupportsIndex, seat: int | None = None) -> Events:
        """Play an action given as the engine numbers it. Raises IllegalAction, also for what is no number."""
        seat = self._seat(seat)
        try:
            number = operator.index(action)
        except TypeError:
            raise IllegalAction(f"an action is an integer, not {type(action).__name__}") from None
        return self._play(seat, number, self._offer(seat))

    def _judge(self, seat: int, action: int) -> bool:
        # A number that is none of the ruleset's may be too large for the engine to look at.
        return self._notation.means(action) and self._machine.is_legal(
            self.states, self.ruleset.rules, 0, seat, action
        )

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
        """Go back to how the game was so many actions ago; record and checksums are those of then.

        Raises IllegalAction for what is no number from 0 to that of the actions played; then nothing has changed.
        """
        played = len(self.actions)
        if not _is_in(actions, 0, played):
            raise IllegalAction(f"{actions!r:.60} actions cannot be taken back: {played} were played")
        earlier: Game = self.beginning()
        for seat, text in self.actions[: played - actions]:
            earlier._apply(seat, self._notation.parse(text, earlier._offer(seat)))
        self._settle()
        self.states, self._last = earlier.states, earlier._last
        del self.actions[played - actions :]
        del self._checksums[len(self.actions) // CHECK_EVERY :]

    def _refusal(self, seat: int, action: int) -> str:
        if self.over:
            return "the game is over"
        if seat not in self.to_act:
            return f"seat {seat} has nothing to decide now"
        if not self._notation.means(action):
            return "there is no action of this number"
        return f"{self._notation.text(action, self._offer(seat))} is not legal now"

    def _seat(self, seat: int | None) -> int:
        if type(seat) is int and 0 <= seat < self.players:
            return seat
        if seat is None:
            to_act = self.to_act
            if len(to_act) != 1:
                raise IllegalAction("the game is over" if not to_act else f"say which seat acts: {to_act}")
            return to_act[0]
        if not _is_in(seat, 0, self.players - 1):
            raise IllegalAction(f"there is no seat {seat!r:.60} in a game of {self.players} players")
        return operator.index(seat)

    def _offer(self, seat: int) -> list[int]:
        size = self.states["offer_size"].item(0, seat)
        tickets: list[int] = self.states["offer"][0, seat, :size].tolist() if size else []
        return tickets

    # Looking

    def observe(self, seat: int | None = None) -> Observation:
        """What a seat knows; None for a spectator."""
        return observe(self.ruleset, self.states, None if seat is None else self._seat(seat))

    def observe_together(
        self, seats: Collection[int | None], earlier: Observation | None = None
    ) -> dict[int | None, Observation]:
        """What several seats know, each named once; what everybody knows is worked out once for all of them.

        earlier: what anybody knew an action earlier, of which is kept what is still so.
        """
        return observe_together(self.ruleset, self.states, seats, earlier)

    def view(self, seat: int | None = None, look: bool = False) -> dict[str, Any]:
        """What a seat knows, as plain data for JSON (docs/protocol.md).

        look: the option for beginners, by which a player may always look at his own stack (CARD-22).
        """
        plain: dict[str, Any] = msgspec.to_builtins(self.observe(seat).view(look))
        return plain

    def events(self, seat: int | None = None) -> list[dict[str, Any]]:
        """What a seat learned of the last action, in order; None for a spectator. Empty before the first action."""
        seat = None if seat is None else self._seat(seat)
        return [] if self._last is None else self._last.seen_by(seat)

    def history(self, seat: int | None = None, since: int = 0) -> list[dict[str, Any]]:
        """What happened, as a seat may know it: the events of every action after version `since`, as plain data.

        While the game is under way cards that were moved in the open stay out of it (RUL-61).
        """
        entries = self.events_by_version(seat, since)
        return [{"version": version, "events": msgspec.to_builtins(events)} for version, events in entries]

    def events_by_version(
        self, seat: int | None = None, since: int = 0, earlier: Game | None = None
    ) -> Iterator[tuple[int, list[Event]]]:
        """The same as `history`, each version with its events as records.

        earlier: this game as it was before, from which it is played on instead of from its beginning.
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

    def svg(self, seat: int | None = None) -> str:
        """The board as an SVG document, with what a seat sees on it; None for a spectator.

        Raises RulesetError for a game that is played without a board.
        """
        if not self.ruleset.routes:
            raise RulesetError(f"{self.ruleset.name} is played without a board: there is nothing to draw")
        from .drawing.svg import board_svg  # noqa: PLC0415 - a tenth of the package's start, and seldom needed

        return board_svg(self.ruleset, view=self.view(seat))

    def _repr_svg_(self) -> str | None:
        """The board for notebooks, as everybody sees it; None where there is none."""
        return self.svg() if self.ruleset.routes else None

    def __repr__(self) -> str:
        return f"<Game of {self.ruleset.id}: {progress(self.states)}>"

    def outcome(self) -> dict[str, Any] | None:
        """Final scores by part and the ranking as plain data (docs/python.md); None while the game is under way."""
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

    @property
    def checksums(self) -> list[str]:
        """The record's checksums so far: those that nobody has asked for yet are made now, by replay."""
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

    def position(self) -> dict[str, Any]:
        """The whole state by name; `Game.from_position` takes it back. It shows everything that is hidden."""
        return write_position(self.ruleset, self.states)

    def beginning(self) -> Game:
        """The game before its first action."""
        return Game(self.ruleset, unpacked(self.ruleset, self._begin), self._start)

    def copy(self) -> Self:
        """An independent game in the same state with the same record."""
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
        """Let go of the events of the last action, for whoever changes `states` and `actions` himself."""
        self._settle()
        self._last = None

    def _settle(self) -> None:
        """Make the events of the last action independent of the game's present state."""
        if self._last is not None:
            self._last.settle(self.states.tobytes())

    def resample(self, seat: int | None, seed: int) -> Game:
        """A game in a random world that the seat cannot tell from this one; its record begins there."""
        try:
            number = operator.index(seed)
        except TypeError:
            raise ValueError(f"a seed is an integer, not {type(seed).__name__}") from None
        states = self.observe(seat).determinize(number)
        return Game(self.ruleset, states, {"position": write_position(self.ruleset, states)})

    def checksum(self) -> str:
        """16 hexadecimal digits that stand for the position, as records keep them."""
        position = self.position()
        position.pop("ruleset_version", None)  # it is not there while the version is the present one
        plain = msgspec.json.encode(position, order="deterministic")
        return hashlib.sha256(plain).hexdigest()[:16]


def _is_in(number: object, least: int, most: int) -> bool:
    """Whether something is an integer within these bounds; True and False are none."""
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        return False
    return least <= operator.index(number) <= most


def _key(seed: int | bytes) -> npt.NDArray[np.uint32]:
    """The key of the generator for a seed."""
    if not isinstance(seed, bool):
        with contextlib.suppress(TypeError):
            return rng.key_from_seed(seed)
    raise ValueError(f"a seed is an integer or 32 bytes, not {type(seed).__name__}")
