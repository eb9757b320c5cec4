"""Play whole games between bots as fast as possible, for measurements.

Bots with kernels play inside one compiled loop, but each still sees only its observation; other bots are called from
Python. The cards of game n and the bots' seeds depend only on the seed and on n. From game to game, the bots move by
one seat while the cards stay the same, so in `players` games each bot plays each hand of a deal. If all seats have the
same bot, every game has its own deal.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from whistlestop.core import fields, rng
from whistlestop.errors import BotError, IllegalAction, RulesetError
from whistlestop.format import Ruleset
from whistlestop.game import Game
from whistlestop.games.kernel import LIMIT
from whistlestop.games.loops import Crew
from whistlestop.kinds import kind_of
from whistlestop.record import GameRecord
from whistlestop.rulesets import load_ruleset

from .bot import Bot, KernelBot, ask, callbacks, numbers_by_seat
from .plain import Factory, build
from .registry import make

__all__ = [
    "LIMIT",
    "Move",
    "Player",
    "Result",
    "deal_of",
    "play_game",
    "play_games",
    "play_match",
    "seats_of",
]

Player = str | Bot | Factory
"""A player: the spec of a bot, a bot, or a class or function that makes one for every game."""


class Move(NamedTuple):
    """One action of a game."""

    turn: int
    """The turn of the action, from 1; 0 in the opening."""
    phase: str
    seat: int
    legal: int
    """The number of legal actions that were listed."""
    action: str
    numbers: tuple[int, ...] = ()
    """Further numbers of a move, by kind of game (`Results.move_numbers`)."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one game. Tuples are by seat; parts and numbers depend on the kind of game."""

    game: int
    """The number of the game in the match."""
    deal: int
    """The number of the deal; games with the same deal have the same cards."""
    bots: tuple[str, ...]
    """The spec of each bot, or the name of its class."""
    finished: bool
    """Whether the game ended before `LIMIT` actions; otherwise it was scored early."""
    first: int
    """The seat that took the first turn."""
    key: str
    """The key of the deal in hexadecimal digits: `Game.new(ruleset, players, bytes.fromhex(key))` repeats it."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """The rank of each seat from 1; ties share a rank."""
    parts: dict[str, tuple[int, ...]]
    """The parts of each score, and the number of completed tickets."""
    numbers: dict[str, tuple[int, ...]]
    """Other counts at the end, such as kept and failed tickets."""
    lists: dict[str, tuple[list[Any], ...]]
    """Lists of each seat at the end, such as kept tickets, their points, and claimed routes."""
    decisions: tuple[int, ...]
    """The number of decisions of each bot."""
    actions: int
    turns: int
    """The number of turns, including the last."""
    seconds: float
    record: GameRecord | None = None
    """The record, if requested."""
    moves: tuple[Move, ...] = ()
    """The moves, if requested."""


def run_kernels(states: Any, ruleset: Ruleset, bots: Sequence[KernelBot], decisions: Any) -> bool:
    """Play the game in states[0] to its end in the compiled loop."""
    kind = ruleset.data.machine
    numbers = numbers_by_seat(bots, ruleset)
    randoms = np.stack([bot.random for bot in bots])
    observations = np.zeros(1, ruleset.machine.OBSERVATION)
    work = bots[0].scratch(kind)
    decision = observations, ruleset.rules, 0, randoms[0], numbers[0], work
    deciders = callbacks([bot.kernels[kind].decide for bot in bots], decision)
    crew = Crew(deciders, randoms, numbers, work, decisions)
    return bool(kind_of(ruleset).bots.play_kernels(states, ruleset.rules, observations, crew))


def run_observed(
    game: Game,
    names: Sequence[str],
    bots: Sequence[Bot],
    number: int,
    moves: list[Move] | None,
    decisions: Any,
) -> bool:
    """Play a game of any bots, one action at a time. Raises BotError if a bot fails or breaks a rule."""
    for _ in range(LIMIT):
        seat = game.to_act[0]
        observation = game.observe(seat)
        decisions[seat] += 1
        try:
            action = ask(bots[seat], observation)
            move = None if moves is None else _move(game, seat)
            game.play_id(action, seat)
        except (BotError, IllegalAction) as error:
            message = f"bot {names[seat]}, game {number}, seat {seat}: {error}"
            raise BotError(message, names[seat], number, seat) from error
        if moves is not None and move is not None:
            told = tuple(
                number(game.states[0]) for number in kind_of(game.ruleset).results.move_numbers.values()
            )
            moves.append(move._replace(action=game.actions[-1][1], numbers=told))
        if game.over:
            return True
    return False


def _move(game: Game, seat: int) -> Move:
    """Describe the move that the seat is about to make, without its action."""
    state = game.states[0]
    turn = 0 if state["phase"] == fields.OPENING else int(state["turn"]) + 1
    return Move(turn, game.ruleset.phases[int(state["phase"])], seat, len(game.legal_ids(seat)), "")


def _seeded(*parts: int) -> bytes:
    return hashlib.sha256(" ".join(str(part) for part in ("whistlestop match", *parts)).encode()).digest()


def _made(player: Player, seed: int, ruleset: Ruleset) -> tuple[str, Bot]:
    """Return a bot and its name."""
    if isinstance(player, str):
        return player, make(player, seed, ruleset)
    if hasattr(player, "choose") and not isinstance(player, type):
        return type(player).__name__, player
    name = getattr(player, "__name__", type(player).__name__)
    if not callable(player):
        raise BotError(f"bot {name}: it has no method choose", name)
    return name, build(player, seed, name)


def play_game(
    ruleset: Ruleset,
    players: Sequence[Player],
    game: int,
    seed: int = 0,
    *,
    record: bool = False,
    moves: bool = False,
) -> Result:
    """Play game number `game` of a match, with one entry of `players` for each seat.

    `game` decides the seating; the cards are those of its deal (`deal_of`). record, moves: keep them in the result.
    The game stays the same, but compiled bots become slower. Raises UnknownBot, UnsuitableBot and BotError.
    """
    seats = len(players)
    made = [
        _made(
            players[(seat + game) % seats], int.from_bytes(_seeded(seed, game, seat)[:8], "little"), ruleset
        )
        for seat in range(seats)
    ]
    names, bots = tuple(name for name, _ in made), [bot for _, bot in made]
    deal = deal_of(players, game)
    key = _seeded(seed, deal)
    decisions = np.zeros(seats, np.int64)
    listed: list[Move] | None = [] if moves else None
    kept = None
    started = time.perf_counter()
    kernels = [bot for bot in bots if isinstance(bot, KernelBot)]
    if len(kernels) == seats and not record and not moves:
        states = np.zeros(1, ruleset.machine.STATE)
        ruleset.machine.init(states, ruleset.rules, 0, rng.key_from_seed(key), seats, fields.NONE)
        finished = run_kernels(states, ruleset, kernels, decisions)
        ruleset.machine.score(states, ruleset.rules, 0)
    else:
        played = Game.new(ruleset, seats, key)
        finished = run_observed(played, names, bots, game, listed, decisions)
        kept = played.record() if record else None
        states = played.states
        if not finished:
            ruleset.machine.score(states, ruleset.rules, 0)
    seconds = time.perf_counter() - started
    state = states[0]
    lists = [kind_of(ruleset).results.listed(ruleset, states, seat) for seat in range(seats)]

    def by_seat(values: Any) -> tuple[int, ...]:
        return tuple(values[:seats].tolist())

    return Result(
        game=game,
        deal=deal,
        bots=names,
        finished=finished,
        first=int(state["first"]),
        key=key.hex(),
        scores=by_seat(state["final"]),
        ranks=by_seat(state["rank"]),
        parts={part: by_seat(state[name]) for part, name in kind_of(ruleset).results.parts.items()},
        numbers={name: by_seat(count(state)) for name, count in kind_of(ruleset).results.numbers.items()},
        lists=dict(zip(kind_of(ruleset).results.lists, zip(*lists, strict=True), strict=True)),
        decisions=tuple(decisions.tolist()),
        actions=int(state["ply"]),
        turns=int(state["turn"]) + finished,  # the state counts only turns that were followed by another
        seconds=seconds,
        record=kept,
        moves=tuple(listed or ()),
    )


def play_games(
    ruleset: Ruleset, players: Sequence[Player], games: int, seed: int = 0, first: int = 0
) -> Iterator[Result]:
    """Play `games` games, starting with number `first`."""
    for game in range(first, first + games):
        yield play_game(ruleset, players, game, seed)


def deal_of(players: Sequence[Player], game: int) -> int:
    """Return the deal of a game.

    Each deal is played once from every seat, or only once if all seats have the same bot.
    """
    alike = all(player == players[0] for player in players)
    return game if alike else game // len(players)


def seats_of(bots: Sequence[Player], players: int, game: int) -> list[Player]:
    """Return the seating of a game; `play_game` rotates it by one seat per game.

    If there are fewer bots than seats, they take turns from deal to deal in having one more seat.
    """
    deal = game // players
    return [bots[(place + deal) % len(bots)] for place in range(players)]


def play_match(
    ruleset: str | Path | Ruleset,
    bots: Sequence[Player],
    games: int = 1,
    *,
    seed: int = 0,
    players: int | None = None,
    records: bool = False,
) -> list[Result]:
    """Play games between bots and return their results in order.

    `bots.matches` does the same on all cores. The same seed gives the same games if the bots' only randomness is their
    seed.

    Args:
        ruleset: the id of a ruleset, the folder of a board, or a loaded ruleset.
        bots: specs such as `planner:tempo=300`, `file.py:Class` or `program:COMMAND`, bots, or classes or functions
            that make one for each game.
        games: the number of games.
        seed: the seed of the deals and bots.
        players: the number of seats; by default one for each bot. Fewer bots share the seats.
        records: keep the record of each game.

    Raises:
        RulesetError: the ruleset is unknown or does not allow this number of players.
        UnknownBot: a bot does not exist.
        UnsuitableBot: a bot does not play this game.
        BotError: a bot failed.
        ValueError: there are no bots or too many, or `games` is not a valid number.
    """
    title = ruleset if isinstance(ruleset, Ruleset) else load_ruleset(ruleset)
    seats = len(bots) if players is None else players
    if isinstance(bots, str) or not 1 <= len(bots) <= seats:
        raise ValueError(f"bots: expected a list of 1 to {seats} bots")
    if games < 0:
        raise ValueError(f"games: {games} is not a valid number of games")
    if not title.min_players <= seats <= title.max_players:
        raise RulesetError(f"{title.name} is for {title.sizes} players, not {seats} (COM-1)")
    return [
        play_game(title, seats_of(bots, seats, game), game, seed, record=records) for game in range(games)
    ]
