"""Play millions of random games and check all invariants after every move.

    python -m tests.core.campaign --moves 10000000 --ruleset usa --players 2

A failure is reported with its seed and the record of its game; the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from tests.games.network import invariants as network
from tests.games.yard import invariants as yard

import whistlestop as ws
from whistlestop.core import fields, rng
from whistlestop.games.yard.mechanisms.declarations.rules import DECLARE
from whistlestop.position import write_position

CHECKS: dict[str, Any] = {"network": network, "yard": yard}
COUNTED = {"did_reshuffles": "reshuffles", "did_resets": "new markets"}
LONGEST = 30_000  # an upper limit for the moves of a random game; a longer one would never end


class Fault(Exception):
    """A violated invariant."""


class Campaign:
    """Random games of one ruleset and number of players, checked after every move."""

    def __init__(self, ruleset: str, players: int, seed: int) -> None:
        self.ruleset = ws.load_ruleset(ruleset)
        self.rules = self.ruleset.rules
        self.machine: Any = self.ruleset.machine
        self.checks = CHECKS[self.ruleset.data.machine]
        self.players = players
        self.random = rng.fast_seed(seed)
        self.states = np.zeros(2, self.machine.STATE)  # the game, and a resampled world
        self.observations = np.zeros(2, self.machine.OBSERVATION)
        self.actions = np.empty(self.machine.MOST_LEGAL, self.machine.ACTION)
        self.marks = np.zeros(self.machine.MOST_LEGAL, np.int8)
        self.played: list[tuple[int, int]] = []
        self.tally: Counter[str] = Counter()
        self.words = self.ruleset.notation.words
        self.moves = 0
        self.declare = int(self.rules["id_declare"][0]) if self.ruleset.data.machine == "yard" else 1 << 62
        self.counted = [name for name in COUNTED if name in (self.machine.STATE.names or ())]

    def below(self, n: int) -> int:
        return int(rng.fast_below(self.random, n))

    def require(self, holds: bool, what: str) -> None:
        if not holds:
            position = write_position(self.ruleset, self.states[:1])
            raise Fault(f"{what}\nplayed: {self.played}\nposition: {position}")

    def passed(self, code: int) -> None:
        if code:
            self.require(False, self.checks.WHAT[code])

    def game(self) -> None:
        """Play and check one game."""
        states, rules, machine, checks = self.states, self.rules, self.machine, self.checks
        key = rng.key_from_seed(int(rng.fast_next(self.random)))
        machine.init(states, rules, 0, key, self.players, fields.NONE)
        style, ends_at = self.below(8), fields.NONE
        self.played = []
        self.passed(checks.check(states, rules, 0))
        while (player := int(checks.to_act(states, 0))) != fields.NONE:
            dice = self.below(64)
            if dice < 4:
                self.passed(checks.check_legal(states, rules, 0, player, self.actions, self.marks, dice == 0))
            elif dice < 6:
                self.worlds(self.below(self.players + 1) - 1)
            action = int(checks.choose(states, rules, 0, player, style, self.random, self.actions))
            self.require(machine.is_legal(states, rules, 0, player, action), "a random action is not legal")
            self.played.append((player, action))
            machine.apply(states, rules, 0, player, action)
            self.count(action)
            self.passed(checks.check(states, rules, 0))
            ends_at = self.final_round(ends_at)
            self.require(len(self.played) < LONGEST, "RUL-78: the game does not end")
        self.tally["games"] += 1

    def count(self, action: int) -> None:
        action_type = DECLARE if action >= self.declare else self.rules["action_type"][0, action]
        self.tally[self.words[int(action_type)]] += 1
        self.moves += 1
        for name in self.counted:
            self.tally[COUNTED[name]] += int(self.states[name][0])

    def final_round(self, ends_at: int) -> int:
        """Return the turn that must be the last of the game or pass once the final round has started
        (INV-12).
        """
        s = self.states[0]
        turn, players = int(s["turn"]), self.players
        over = s["phase"] == fields.OVER
        if s["final_left"] == fields.NONE and not over:
            return fields.NONE
        if ends_at == fields.NONE:
            ends_at = turn + players if over else turn - 1 + players
        if over or s["phase"] == fields.DECLARATION:
            ended = turn == ends_at or self.checks.stopped(self.states, 0)
            self.require(bool(ended), "INV-12: the final round")
        else:
            self.require(turn <= ends_at, "INV-12: the final round")
        return ends_at

    def worlds(self, seat: int) -> None:
        """Resample what a seat (NONE: a spectator) does not know; observe again, check, and play a few moves."""
        states, rules, seen, machine = self.states, self.rules, self.observations, self.machine
        machine.observe(states, 0, seat, seen, 0)
        machine.determinize(seen, rules, 0, self.random, states, 1)
        machine.observe(states, 1, seat, seen, 1)
        same = seen[:1].tobytes() == seen[1:].tobytes()
        self.require(same, "what a seat knows is changed by resampling")
        if seat != fields.NONE:
            size = machine.legal(states, rules, 0, seat, self.actions)
            listed = self.actions[:size].tolist()
            size = machine.legal(seen, rules, 0, seat, self.actions)
            same = listed == self.actions[:size].tolist()
            self.require(same, "legality differs between state and observation")
        for _ in range(12):
            code = self.checks.check_world(states, rules, 1)
            self.require(code == 0, f"a resampled world is broken: {self.checks.WHAT[code]}")
            player = int(self.checks.to_act(states, 1))
            if player == fields.NONE:
                return
            action = int(self.checks.choose(states, rules, 1, player, 0, self.random, self.actions))
            machine.apply(states, rules, 1, player, action)

    def run(self, moves: int) -> Counter[str]:
        """Play games until this number of moves."""
        while self.moves < moves:
            self.game()
        return self.tally


PUBLISHED = [str(file.parent) for file in sorted(Path(__file__).parents[2].glob("boards/*/ruleset.toml"))]


OTHER_RULES = ("europe_depots",)
"""The variants whose rules differ from their game's, not only the tickets."""


def variants(
    ruleset: str | None = None, players: int | None = None, kind: str | None = None
) -> list[tuple[str, int]]:
    """Rulesets, of one kind if given, with numbers of players: built-in ones, and folders of published boards."""
    found = []
    for name in [ruleset] if ruleset else [*ws.ruleset_ids(), *OTHER_RULES, *PUBLISHED]:
        rules = ws.load_ruleset(name)
        if kind in (None, rules.data.machine):
            seats = range(rules.min_players, rules.max_players + 1)
            found += [(name, n) for n in seats if players in (None, n)]
    return found


def main(arguments: Any = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=1_000_000, help="for each ruleset and number of players")
    parser.add_argument("--ruleset", choices=[*ws.ruleset_ids(), *OTHER_RULES], help="all if not given")
    parser.add_argument("--players", type=int, help="all numbers if not given")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    for name, players in variants(options.ruleset, options.players):
        begin = time.perf_counter()
        try:
            tally = Campaign(name, players, options.seed).run(options.moves)
        except Fault as fault:
            print(f"{name}, {players} players, seed {options.seed}: {fault}")  # noqa: T201
            return 1
        seconds = time.perf_counter() - begin
        parts = ", ".join(f"{count} {what}" for what, count in sorted(tally.items()))
        print(f"{name}, {players} players: {parts}; {seconds:.1f} s")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
