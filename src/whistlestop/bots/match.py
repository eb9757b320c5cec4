"""Whole games of bots against each other, as fast as they can be played: for measuring.

Bots that have kernels play inside one compiled loop, observation by observation as everywhere else; any
other bot is asked from Python. Game n takes its cards and the bots' seeds from the seed and from n alone.
The bots move on by one seat from game to game while the cards stay the same, so that with `players` games
each of them has played each hand of a deal. Where all seats have the same bot, every game has a deal of its own.
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
"""Who plays: the spec of a bot, a bot, or a class or function that makes one for every game."""


class Move(NamedTuple):
    """One action of a game."""

    turn: int
    """Which turn it belongs to, from 1; 0 in the opening."""
    phase: str
    seat: int
    legal: int
    """How many actions were listed as legal."""
    action: str
    numbers: tuple[int, ...] = ()
    """What its kind of game tells of a move besides (`Results.move_numbers`)."""


@dataclass(frozen=True, slots=True)
class Result:
    """One game. What is by seat is a tuple; the parts and numbers are those of the kind of game."""

    game: int
    """Its number in the match."""
    deal: int
    """The number of its deal: games of one deal have the same cards."""
    bots: tuple[str, ...]
    """By seat: the spec, or the name of the class."""
    finished: bool
    """Whether it came to its end before `LIMIT` actions; if not, it was scored as it stood."""
    first: int
    """The seat that took the first turn."""
    key: str
    """The key of the deal in hexadecimal digits: `Game.new(ruleset, players, bytes.fromhex(key))` deals it again."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """From 1; ties share one."""
    parts: dict[str, tuple[int, ...]]
    """What the scores are made of, and the number of completed tickets."""
    numbers: dict[str, tuple[int, ...]]
    """What else is counted at the end, such as tickets kept and failed."""
    lists: dict[str, tuple[list[Any], ...]]
    """What is listed of each player at the end, such as the tickets kept, what each scored, the routes claimed."""
    decisions: tuple[int, ...]
    """How often each bot was asked."""
    actions: int
    turns: int
    """Turns played, the last one included."""
    seconds: float
    record: GameRecord | None = None
    """If records were asked for."""
    moves: tuple[Move, ...] = ()
    """If moves were asked for."""


def run_kernels(states: Any, ruleset: Ruleset, bots: Sequence[KernelBot], decisions: Any) -> bool:
    """Play the game in states[0] to its end in the compiled loop."""
    kind = ruleset.data.machine
    numbers = numbers_by_seat(bots, ruleset)
    randoms = np.stack([bot.random for bot in bots])
    observations = np.zeros(1, ruleset.machine.OBSERVATION)
    work = bots[0].scratch(kind)
    decision = observations, ruleset.rules, 0, randoms[0], numbers[0], work
    deciders = callbacks([bot.kernels[kind].decide for bot in bots], decision)
    return bool(
        kind_of(ruleset).bots.play_kernels(
            states,
            ruleset.rules,
            observations,
            deciders,
            randoms,
            numbers,
            work,
            decisions,
        )
    )


def run_observed(
    game: Game,
    names: Sequence[str],
    bots: Sequence[Bot],
    number: int,
    moves: list[Move] | None,
    decisions: Any,
) -> bool:
    """The same for any bots, one action at a time. Raises BotError for a bot that fails or breaks a rule."""
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
    """The move that the seat is about to make, without its action."""
    state = game.states[0]
    turn = 0 if state["phase"] == fields.OPENING else int(state["turn"]) + 1
    return Move(turn, game.ruleset.phases[int(state["phase"])], seat, len(game.legal_ids(seat)), "")


def _seeded(*parts: int) -> bytes:
    return hashlib.sha256(" ".join(str(part) for part in ("whistlestop match", *parts)).encode()).digest()


def _made(player: Player, seed: int, ruleset: Ruleset) -> tuple[str, Bot]:
    """A bot and what it is called."""
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
    """Play game number `game` of a match, one of `players` a seat.

    Seats are moved on by `game`, the cards are those of its deal (`deal_of`). record, moves: keep them in the result;
    the game is the same, but bots with kernels take longer to play it. Raises UnknownBot, UnsuitableBot and BotError.
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
        turns=int(state["turn"]) + finished,  # the state counts those that another one followed
        seconds=seconds,
        record=kept,
        moves=tuple(listed or ()),
    )


def play_games(
    ruleset: Ruleset, players: Sequence[Player], games: int, seed: int = 0, first: int = 0
) -> Iterator[Result]:
    """Play `games` games, from number `first` on, one of `players` a seat."""
    for game in range(first, first + games):
        yield play_game(ruleset, players, game, seed)


def deal_of(players: Sequence[Player], game: int) -> int:
    """The deal of a game: each is played once from every seat, or only once where all seats have the same bot."""
    alike = all(player == players[0] for player in players)
    return game if alike else game // len(players)


def seats_of(bots: Sequence[Player], players: int, game: int) -> list[Player]:
    """Who plays a game, in the order that `play_game` moves on by one seat a game.

    Where there are fewer bots than seats they take turns, from one deal to the next, in having one seat more.
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
    """Play games of bots against each other and return what came of each, in order.

    ruleset: its id, the folder of one's own, or one that is loaded. bots: specs such as `planner:tempo=300` or
    `file.py:Class`, bots, and classes or functions that make one for every game. players: the number of seats,
    by default that of the bots; fewer bots share them by turns. records: keep the record of every game.
    The same seed gives the same games, if the bots keep to theirs. `bots.matches` plays on all cores.

    Raises RulesetError for an unknown ruleset or a number of players that it is not for, UnknownBot, UnsuitableBot
    and BotError, and ValueError for bots that are none or too many and for games that are no number.
    """
    title = ruleset if isinstance(ruleset, Ruleset) else load_ruleset(ruleset)
    seats = len(bots) if players is None else players
    if isinstance(bots, str) or not 1 <= len(bots) <= seats:
        raise ValueError(f"bots: a list of at least one, and of no more than the {seats} seats, is expected")
    if games < 0:
        raise ValueError(f"games: {games} is not a number of games")
    if not title.min_players <= seats <= title.max_players:
        raise RulesetError(
            f"{title.name} is for {title.min_players} to {title.max_players} players, not {seats} (COM-1)"
        )
    return [
        play_game(title, seats_of(bots, seats, game), game, seed, record=records) for game in range(games)
    ]
