"""Engine and model side by side, one step at a time.

    python -m tests.games.yard.mechanisms.lockstep --games 1000 --players 4

plays random games, by default with all numbers of players.
"""

from __future__ import annotations

import argparse
import copy
import random
import sys
import time
from collections import Counter
from typing import Any

import numpy as np
from tests.core.players import Chooser, prefer
from tests.games.yard.mechanisms import model
from tests.games.yard.mechanisms.declaration import COLORS, best_by_table, best_by_trying, table_size
from tests.games.yard.mechanisms.model import CARDS, Cards, Game, Player
from tests.games.yard.mechanisms.states import (
    CITIES,
    IDS,
    RULES,
    TICKETS,
    WORDS,
    States,
    code,
    ids_of,
    read,
    text,
    write,
)

from whistlestop.core import fields, rng
from whistlestop.core.seats import seat_is_to_act
from whistlestop.games.yard import machine, records, sizes
from whistlestop.games.yard.machine import MACHINE

TABLE_LIMIT = 200_000  # the most remaining stacks for which the model finds the best declaration

STYLES: dict[str, Chooser] = {
    "uniform": prefer(),
    "placer": prefer("set", "trio", chance=0.8),
    "robber": prefer("set", chance=0.5),
    "hoarder": prefer("draw", "take", chance=0.97),
    "collector": prefer("tickets", "keep", "set", chance=0.6),
    "idler": prefer("stop", "tickets", "keep:,", chance=0.5),
}


class Lockstep:
    """A game that engine and model play together; they must agree on everything."""

    def __init__(self, states: States) -> None:
        self.states = states
        self.game = read(states)
        self.out = np.zeros(sizes.MOST_LEGAL, sizes.ACTION)

    @classmethod
    def new(cls, players: int, seed: int, first: int = fields.NONE) -> Lockstep:
        states = np.zeros(1, records.STATE)
        MACHINE.init(states, RULES, 0, rng.key_from_seed(seed), players, first)
        return cls(states)

    @property
    def to_act(self) -> list[int]:
        return [seat for seat in range(self.game.seats) if seat_is_to_act(self.states, 0, seat)]

    def legal(self, seat: int | None = None) -> list[str]:
        """Return the legal actions of a seat, after comparing them with the model's."""
        seat = self.game.seat if seat is None else seat
        size = MACHINE.legal(self.states, RULES, 0, seat, self.out)
        offer = self.game.players[seat].offer
        listed = [text(int(action), offer) for action in self.out[:size]]
        expected = model.legal(self.game, seat)
        assert len(set(listed)) == size
        if len(expected) > model.LISTED and self.game.phase == "declaration":
            assert size == model.LISTED
            chosen = [model.names(action.removeprefix("declare:")) for action in listed]
            assert all(model.may_declare(self.game, seat, names) for names in chosen)
        else:
            assert set(listed) == expected
        if listed and self.game.phase == "declaration":
            assert listed[0] == "declare:" + ",".join(self.best(seat))
        assert bool(listed) == (seat in self.to_act)
        return listed

    def best(self, seat: int) -> list[str]:
        """Compare the default declarations (CARD-42) of engine and model."""
        found = ids_of(int(machine.best_declaration(self.states, RULES, 0, seat)))
        held, stack = self.game.held(seat), self.game.players[seat].stack
        if len(held) <= 8:
            assert found == best_by_trying(held, stack)
        elif table_size(held, stack) <= TABLE_LIMIT:
            assert found == best_by_table(held, stack)
        return found

    def is_legal(self, action: str, seat: int | None = None) -> bool:
        seat = self.game.seat if seat is None else seat
        number = code(action, self.game.players[seat].offer)
        return bool(MACHINE.is_legal(self.states, RULES, 0, seat, number))

    def play(self, action: str, seat: int | None = None) -> Game:
        """Play a legal action in both."""
        seat = self.game.seat if seat is None else seat
        assert self.is_legal(action, seat), action
        MACHINE.apply(self.states, RULES, 0, seat, code(action, self.game.players[seat].offer))
        after = read(self.states)
        expected = model.play(self.game, seat, action, after)
        same(after, expected)
        self.check_deed(self.game, expected, seat, action)
        self.game = expected
        if expected.phase == "over":
            self.check_outcome()
        return expected

    def check_deed(self, before: Game, after: Game, seat: int, action: str) -> None:
        """Check what the state records about the last action: robbing, and cards moved in the next player's phase 1."""
        s = self.states[0]
        robbed = [
            (victim, row)
            for victim, player in enumerate(before.players)
            for color, row in player.siding.items()
            if action.startswith("set:") and color in model.parse_cards(action.removeprefix("set:"))
        ]
        found = (s["did_rob"], s["did_rob_colored"], s["did_rob_wild"])
        for victim, row in robbed:
            assert found == (victim, len(row) - row.count("wild"), row.count("wild"))
        assert robbed or s["did_rob"] == fields.NONE
        moved = [fields.NONE] * len(COLORS)
        if after.turn > before.turn:
            for color, row in before.players[after.seat].siding.items():
                if (robbed and color in action) or after.stage > before.stage:
                    continue
                moved[COLORS.index(color)] = CARDS.index(row[-1])
        assert s["did_moved"].tolist() == moved
        dealt = [
            later.hand.total() - player.hand.total() if after.stage > before.stage else 0
            for player, later in zip(before.players, after.players, strict=True)
        ]
        assert s["did_dealt"][: before.seats].tolist() == dealt
        assert (s["did_by"], WORDS[int(s["did"])]) == (seat, action.split(":", maxsplit=1)[0])

    def check_outcome(self) -> None:
        s = self.states[0]
        for seat, result in enumerate(model.outcome(self.game)):
            assert result == model.Result(
                completed=int(s["completed"][seat]),
                lost=-int(s["lost"][seat]),
                bonus=int(s["bonus"][seat]),
                score=int(s["final"][seat]),
                cities={city for n, city in enumerate(CITIES) if s["cities"][seat] >> n & 1},
                rank=int(s["rank"][seat]),
            )
            assert s["ticket_sum"][seat] == self.game.players[seat].score


def same(found: Game, expected: Game) -> None:
    """Compare part by part, for readable messages."""
    for mine, yours in ((found, expected), *zip(found.players, expected.players, strict=True)):
        for part in vars(yours):
            if part != "players":
                assert getattr(mine, part) == getattr(yours, part), part


# Situations


def player(hand: str = "", *rows: str, stack: str = "", **parts: Any) -> Player:
    """Return a player with cards and rows as texts: `player("red*2", "green*2+wild", stack="blue")`."""
    siding = {}
    for row in map(model.parse_cards, rows):
        color = next(kind for kind in row if kind != "wild")
        siding[color] = [color] * row[color] + ["wild"] * row["wild"]
    for name in parts.keys() & {"tickets", "completed", "returned"}:
        parts[name] = sorted(parts[name])
    return Player(hand=model.parse_cards(hand), siding=siding, stack=model.parse_cards(stack), **parts)


def table(
    *players: Player,
    market: str = "red red blue white wild",
    deck: str | None = None,
    tickets: list[str] | None = None,
    **parts: Any,
) -> Lockstep:
    """Return a situation. Cards not mentioned form the deck, or the discard pile if the deck's top is given.

    Tickets not mentioned form the ticket deck, or are out of the game if there is a ticket deck.
    """
    shown: list[str | None] = [*market.split()]
    game = Game(TICKETS, copy.deepcopy([*players]), market=shown + [None] * (5 - len(shown)), **parts)
    rest: Cards = Counter(dict.fromkeys(COLORS, model.PER_COLOR) | {"wild": model.WILDS})
    rest.subtract(market.split())
    for one in game.players:
        rest.subtract(one.hand + one.stack)
        for row in one.siding.values():
            rest.subtract(row)
    if deck is None:
        game.deck = list(rest.elements())
    else:
        game.deck = deck.split()
        rest.subtract(game.deck)
        game.discard = +rest
    assert min(rest.values()) >= 0
    held = {name for one in players for name in (*one.tickets, *one.offer, *one.completed)}
    game.ticket_deck = [name for name in IDS if name not in held] if tickets is None else tickets
    lockstep = Lockstep(write(game))
    same(lockstep.game, game)
    return lockstep


def declaration(*players: Player, **parts: Any) -> Lockstep:
    """Return the end of a pass, when all players must declare."""
    end: dict[str, Any] = {"deck": "", "phase": "declaration", "final_left": 0, "final_by": len(players) - 1}
    return table(*players, **end | parts)


def words(actions: list[str]) -> set[str]:
    """Return the kinds of actions."""
    return {action.split(":", maxsplit=1)[0] for action in actions}


# Whole games


def play_game(players: int, seed: int, style: str, *, look: float = 1.0) -> Lockstep:
    """Play a random game; compare the legal actions of every seat at this number of its plies."""
    rnd = random.Random(f"{players} {seed} {style}")
    both = Lockstep.new(players, seed)
    while both.game.phase != "over":
        if rnd.random() < look:
            for seat in range(players):
                both.legal(seat)
        seat = rnd.choice(both.to_act)
        both.play(STYLES[style](rnd, both.legal(seat)), seat)
    return both


def main(arguments: Any = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, choices=(2, 3, 4))
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    options = parser.parse_args(arguments)
    begin = time.perf_counter()
    moves = 0
    for seed in range(options.seed, options.seed + options.games):
        style = [*STYLES][seed % len(STYLES)]
        moves += play_game(options.players or 2 + seed // len(STYLES) % 3, seed, style, look=0.1).game.ply
    seconds = time.perf_counter() - begin
    print(f"{options.games} games, {moves} moves; {seconds:.1f} s")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
