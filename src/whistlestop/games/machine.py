"""What every machine offers: the compiled functions that carry out the rules of a kind of game."""

from __future__ import annotations

from typing import Any, Protocol

from whistlestop.core.types import Actions, Generator, Integers, Key, Observations, RulesArray, States


class Machine(Protocol):
    """What the `engine/machine.py` of every kind has; each says more about its own.

    `states` and `observations` are arrays of the machine's records, `rules` the one-element RULES array of a ruleset,
    `i` and `j` indexes into the arrays, `random` the state of a cheap generator (`rng.fast_seed`).
    """

    STATE: Any
    OBSERVATION: Any
    ACTION: Any
    MOST_LEGAL: int

    def init(self, states: States, rules: RulesArray, i: int, key: Key, players: int, first: int) -> None:
        """Set up a new game."""

    def play(self, states: States, rules: RulesArray, i: int, player: int, action: int) -> bool:
        """Carry out a legal action; return whether the game is over, to be scored."""

    def score(self, states: States, rules: RulesArray, i: int) -> None:
        """Score the game as it stands and rank the players."""

    def apply(self, states: States, rules: RulesArray, i: int, player: int, action: int) -> None:
        """Carry out a legal action, and score the game if it is the last."""

    def legal(self, states: States, rules: RulesArray, i: int, player: int, out: Actions) -> int:
        """Write the player's legal actions into an ACTION array of MOST_LEGAL places; return their number."""

    def is_legal(self, states: States, rules: RulesArray, i: int, player: int, action: int) -> bool:
        """Whether the action is legal."""

    def observe(self, states: States, i: int, seat: int, observations: Observations, j: int) -> None:
        """Write what the seat knows of game i into observation j."""

    def determinize(
        self, observations: Observations, rules: RulesArray, j: int, random: Generator, states: States, i: int
    ) -> None:
        """Write into game i a random world that agrees with observation j."""

    def clear(self, states: States, rules: RulesArray, i: int, players: int) -> None:
        """Empty everything, for whoever sets up a position."""

    def can_draw_second(self, states: States, rules: RulesArray, i: int) -> bool:
        """Whether a second card can be had."""

    def replay(
        self, states: States, rules: RulesArray, i: int, players: Integers, actions: Actions, count: int
    ) -> int:
        """Check and play actions; return how many were legal before the first that was not."""

    def random_games(
        self, states: States, rules: RulesArray, i: int, players: int, games: int, random: Generator
    ) -> int:
        """Play whole random games one after the other; return the number of actions."""
