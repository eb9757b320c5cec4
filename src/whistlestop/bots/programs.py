"""Bots in any language: programs that read observations and write actions, as lines of JSON (docs/bot-programs.md)."""

from __future__ import annotations

import atexit
import itertools
import re
import shlex
import shutil
import subprocess
import threading
import weakref
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

import msgspec
from msgspec import Struct

from whistlestop.errors import BotError, UnknownBot, WhistlestopError, short
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation
from whistlestop.text.view import DeclarationAnswer

PREFIX = "program:"
VERSION = 1
"""Version of the protocol."""
SECONDS = 10.0
"""Default time limit of a decision; the first decision of a process has START seconds more."""
START = 20.0
LONGEST = 2**20
"""Maximum size of an answer in bytes."""
QUESTIONS = 1000
"""Maximum number of questions about declarations in one decision."""
GRACE = 1.0
"""Seconds that a program has to exit after the end of its input."""


class NewGame(Struct, tag="game"):
    """The first line of every game. The program has no other game at the same time."""

    protocol: int
    seat: int
    players: int
    seed: int
    """For the program's random choices: with the same seed and views, it should play the same."""
    seconds: float
    """Time limit of a decision."""
    ruleset: Any
    """Board, cards and tickets, as `GET /api/rulesets/{ruleset}` returns them."""


class Turn(Struct, tag="turn"):
    """The seat must decide: the program answers with one of `view.legal`."""

    view: Any
    """The seat's view (docs/protocol/views.md)."""


class Declared(Struct, tag="declaration"):
    """The answer to a question about a declaration (CARD-40)."""

    declaration: DeclarationAnswer


class Answer(Struct):
    """A line of the program: an action, or a question about a declaration of these tickets."""

    action: str | None = None
    declaration: list[str] | None = None


@dataclass(frozen=True)
class Program:
    """A program that plays; called to make a bot."""

    command: tuple[str, ...]
    seconds: float
    label: str
    name: str

    def __call__(self, seed: int = 0) -> ProgramBot:
        """Make a bot for one seat of one game."""
        return ProgramBot(self, seed)

    @property
    def file(self) -> Path | None:
        """Return the program's own file: the last word of the command that names a file."""
        files = [Path(word) for word in self.command if Path(word).is_file()]
        return files[-1] if files else None


def parse(spec: str) -> Program:
    """Return the program of `program:COMMAND` or `program:seconds=N:COMMAND`.

    The words of a command are separated by spaces; quotation marks protect spaces. Raises UnknownBot if it cannot be
    run.
    """
    rest = spec.removeprefix(PREFIX)
    found = re.match(r"seconds=([^:]*):", rest)
    seconds = SECONDS
    if found:
        rest = rest[found.end() :]
        if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", found[1]) or not float(found[1]):
            raise UnknownBot(
                f"{short(spec)}: seconds takes a number above 0 and below 10000, not {found[1]!r}"
            )
        seconds = float(found[1])
    try:
        words = shlex.split(rest)
    except ValueError as error:
        raise UnknownBot(f"{short(spec)}: {error}") from None
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise UnknownBot(
            f"{short(spec)}: there is no program {short(words[0] if words else '')}; write program:COMMAND"
        )
    stem = next((Path(word).stem for word in reversed(words) if Path(word).is_file()), Path(words[0]).stem)
    name = re.sub(r"[^a-z0-9_.-]+", "_", stem.lower()).strip("_.-")[:64]
    return Program((program, *words[1:]), seconds, stem, name or "program")


class Process:
    """A running program. It plays one game after another."""

    def __init__(self, command: tuple[str, ...]) -> None:
        """Start the program. Raises BotError if the system cannot."""
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        except OSError as error:
            raise BotError(f"{short(command[0])} cannot be started: {error.strerror}") from None
        self._input = cast("IO[bytes]", self._process.stdin)
        self._output = cast("IO[bytes]", self._process.stdout)
        self._late = False
        self._started = False

    def runs(self) -> bool:
        """Return whether the program is still running."""
        return self._process.poll() is None

    def ask(self, *messages: Struct, seconds: float) -> Answer:
        """Write lines, and return the line that answers them. Raises BotError; in that case the program has ended."""
        limit = seconds if self._started else seconds + START
        # Killing the program ends every wait. A program that does not read would block writing, too.
        watchdog = threading.Timer(limit, self._expire)
        watchdog.daemon = True
        watchdog.start()
        try:
            line = self._exchange(b"".join(msgspec.json.encode(message) + b"\n" for message in messages))
        finally:
            watchdog.cancel()
        if line.endswith(b"\n"):
            self._started = True
            try:
                return msgspec.json.decode(line, type=Answer)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                self.stop()
                shown = short(line.decode(errors="replace").strip())
                raise BotError(f"it answered {shown}: {error}") from None
        code = self.stop()
        if self._late:
            raise BotError(f"it did not answer within {limit:g} seconds")
        if len(line) == LONGEST:
            raise BotError(f"its answer has more than {LONGEST} bytes")
        raise BotError(f"the program ended without an answer (exit code {code})")

    def _exchange(self, text: bytes) -> bytes:
        """Write text and return a line, which is incomplete if the program ends or writes too much."""
        try:
            self._input.write(text)
            self._input.flush()
            return self._output.readline(LONGEST)
        except OSError:  # it no longer reads its input
            return b""

    def _expire(self) -> None:
        self._late = True
        self._process.kill()

    def stop(self) -> int:
        """Close the program's input and, if it does not exit, kill it; return the exit code."""
        for pipe in (self._input, self._output):
            with suppress(OSError):
                pipe.close()
        try:
            return self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


_idle: dict[tuple[str, ...], list[Process]] = defaultdict(list)
"""Running programs without a game, by their commands."""
_lock = threading.RLock()  # a garbage collection inside it can release a bot


def _take(command: tuple[str, ...]) -> Process:
    with _lock:
        while _idle[command]:
            process = _idle[command].pop()
            if process.runs():
                return process
            process.stop()
    return Process(command)


def _give_back(command: tuple[str, ...], held: list[Process]) -> None:
    with _lock:
        _idle[command] += held


@atexit.register
def stop_idle() -> None:
    """End all programs that have no game."""
    with _lock:
        for process in itertools.chain(*_idle.values()):
            process.stop()
        _idle.clear()


class ProgramBot:
    """Plays one seat of one game by a program."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program = program
        self.seed = seed
        self._held: list[Process] = []
        """The process that plays this game, once it has been started."""
        weakref.finalize(self, _give_back, program.command, self._held)

    def choose(self, observation: Observation) -> str:
        """Return the action that the program chooses.

        Raises BotError if the program fails. In that case it has ended, and the next decision starts it again.
        """
        messages: list[Struct] = [Turn(observation.view())]
        if not self._held:
            self._held.append(_take(self.program.command))
            messages.insert(0, self._new_game(observation))
        try:
            return self._decide(observation, messages)
        except BotError:
            self._held.pop().stop()
            raise

    def _decide(self, observation: Observation, messages: list[Struct]) -> str:
        for _ in range(QUESTIONS):
            answer = self._held[0].ask(*messages, seconds=self.program.seconds)
            if answer.action is not None:
                return answer.action
            if answer.declaration is None:
                raise BotError("its answer has neither an action nor a declaration")
            try:
                messages = [Declared(observation.declaration(answer.declaration))]
            except WhistlestopError as error:
                raise BotError(f"it asked about {answer.declaration!r:.80}: {error}") from None
        raise BotError(f"it asked {QUESTIONS} questions in one decision")

    def _new_game(self, observation: Observation) -> NewGame:
        ruleset = observation.ruleset
        public = kind_of(ruleset).data.public(ruleset)
        players, seat = int(observation.record["players"]), int(observation.record["seat"])
        return NewGame(VERSION, seat, players, self.seed, self.program.seconds, public)
