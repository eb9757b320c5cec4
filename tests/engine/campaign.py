"""Random games by the million with all invariants checked after every move.

    python -m tests.engine.campaign --moves 10000000 --ruleset usa --players 2

A fault is reported with its seed and the record of the game in which it showed; exit code 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import Any

import numpy as np
from tests.engine import checks

import whistlestop as ws
from whistlestop.engine import fields, machine, rng
from whistlestop.position import write_position

KINDS = ("draw", "take", "tickets", "keep", "claim", "surcharge", "withdraw", "station", "pass")


class Fault(Exception):
    """An invariant that does not hold."""


class Campaign:
    """Random games of one ruleset and number of players, checked all the way."""

    def __init__(self, ruleset: str, players: int, seed: int) -> None:
        self.ruleset = ws.load_ruleset(ruleset)
        self.rules = self.ruleset.rules
        self.players = players
        self.random = rng.fast_seed(seed)
        self.states = np.zeros(2, fields.STATE)  # the game, and a resampled world
        self.observations = np.zeros(2, fields.OBSERVATION)
        self.actions = np.empty(fields.ACTIONS, np.int16)
        self.marks = np.zeros(fields.ACTIONS, np.int8)
        self.played: list[tuple[int, int]] = []
        self.tally: Counter[str] = Counter()

    def below(self, n: int) -> int:
        return int(rng.fast_below(self.random, n))

    def require(self, code: int) -> None:
        if code:
            position = write_position(self.ruleset, self.states[:1])
            raise Fault(f"{checks.WHAT[code]}\nplayed: {self.played}\nposition: {position}")

    def game(self) -> None:
        """Play and check one game."""
        states, rules = self.states, self.rules
        key = rng.key_from_seed(int(rng.fast_next(self.random)))
        machine.init(states, rules, 0, key, self.players, fields.NONE)
        style, ends_at = self.below(8), fields.NONE
        self.played = []
        self.require(checks.check(states, rules, 0))
        while (player := int(checks.to_act(states, 0))) != fields.NONE:
            dice = self.below(64)
            if dice < 4:
                code = checks.check_legal(states, rules, 0, player, self.actions, self.marks, dice == 0)
                self.require(code)
            elif dice < 6:
                self.worlds(self.below(self.players + 1) - 1)
            action = int(checks.choose(states, rules, 0, player, style, self.random, self.actions))
            self.require(0 if machine.is_legal(states, rules, 0, player, action) else 19)
            self.played.append((player, action))
            machine.apply(states, rules, 0, player, action)
            self.count(action)
            self.require(checks.check(states, rules, 0))
            ends_at = self.final_round(ends_at)
        self.tally["games"] += 1

    def count(self, action: int) -> None:
        s = self.states
        self.tally[KINDS[self.rules["action_kind"][0, action]]] += 1
        self.tally["reshuffles"] += int(s["did_reshuffles"][0])
        self.tally["new markets"] += int(s["did_resets"][0])

    def final_round(self, ends_at: int) -> int:
        """INV-12: the turn that must be the last, once the final round has begun."""
        s = self.states[0]
        turn, players = int(s["turn"]), self.players
        if s["final_left"] != fields.NONE and ends_at == fields.NONE:
            over_at_once = s["phase"] == fields.OVER
            ends_at = turn + players if over_at_once else turn - 1 + players
        all_passed = s["passes"] == players
        if s["phase"] == fields.OVER:
            self.require(0 if all_passed or turn == ends_at else 15)
        elif ends_at != fields.NONE:
            self.require(0 if turn <= ends_at else 15)
        return ends_at

    def worlds(self, seat: int) -> None:
        """Resample what a seat (NONE: a spectator) does not know, look again, check, and play on a little."""
        states, rules, seen = self.states, self.rules, self.observations
        machine.observe(states, 0, seat, seen, 0)
        machine.determinize(seen, rules, 0, self.random, states, 1)
        machine.observe(states, 1, seat, seen, 1)
        self.require(0 if seen[:1].tobytes() == seen[1:].tobytes() else 22)
        if seat != fields.NONE:
            size = machine.legal(states, rules, 0, seat, self.actions)
            listed = self.actions[:size].tolist()
            size = machine.legal(seen, rules, 0, seat, self.actions)
            self.require(0 if listed == self.actions[:size].tolist() else 24)
        for _ in range(12):
            self.require(23 if checks.check_world(states, rules, 1) else 0)
            player = int(checks.to_act(states, 1))
            if player == fields.NONE:
                return
            action = int(checks.choose(states, rules, 1, player, 0, self.random, self.actions))
            machine.apply(states, rules, 1, player, action)

    def run(self, moves: int) -> Counter[str]:
        """Play games until there were so many moves."""
        while sum(self.tally[kind] for kind in KINDS) < moves:
            self.game()
        return self.tally


def variants(ruleset: str | None = None, players: int | None = None) -> list[tuple[str, int]]:
    """Rulesets with numbers of players."""
    found = []
    for name in [ruleset] if ruleset else ws.ruleset_ids():
        rules = ws.load_ruleset(name)
        found += [(name, n) for n in range(rules.min_players, rules.max_players + 1) if players in (None, n)]
    return found


def main(arguments: Any = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=1_000_000, help="for each ruleset and number of players")
    parser.add_argument("--ruleset", choices=ws.ruleset_ids(), help="all if not given")
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
