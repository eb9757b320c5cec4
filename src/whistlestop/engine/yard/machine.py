"""The yard machine from outside: what every machine offers (`engine/functions.py`), and what it alone has."""

from __future__ import annotations

from typing import Any

from whistlestop.engine import functions
from whistlestop.engine.jit import fill_in, jit, specialize
from whistlestop.engine.seats import debtor

from . import assignment, declaration, scoring, setup, turn
from . import legal as legality
from . import observe as knowledge
from .fields import ACTION, MOST_LEGAL, OBSERVATION, PLAYOUT, STATE

__all__ = [
    "ACTION",
    "MOST_LEGAL",
    "OBSERVATION",
    "STATE",
    "apply",
    "best_declaration",
    "can_draw_second",
    "clear",
    "debtor",
    "determinize",
    "feasible",
    "init",
    "is_legal",
    "legal",
    "observe",
    "owes",
    "play",
    "random_game",
    "random_games",
    "replay",
    "score",
    "set_generator",
]

init = specialize(functions.init, deal=setup.deal)
play = specialize(functions.play_one, play_action=turn.play)
score = specialize(functions.score_one, finish=scoring.finish)
apply = fill_in(functions.apply, play=play, score=score)
owes = specialize(functions.owes)
legal = specialize(functions.legal, list_legal=legality.list_legal)
is_legal = specialize(functions.is_legal, judge=legality.is_legal)
observe = specialize(functions.observe, observe_game=knowledge.observe)
determinize = specialize(functions.determinize, determinize_game=knowledge.determinize)
set_generator = specialize(functions.set_generator)
replay = specialize(functions.replay, judge=legality.is_legal, play_action=turn.play, finish=scoring.finish)
random_game = specialize(
    functions.random_game_on,
    play_action=turn.play,
    random_action=legality.random_action,
    finish=scoring.finish,
)
random_games = fill_in(
    functions.random_games,
    play_random_games=specialize(functions.random_games_in, deal=setup.deal, random_game=random_game),
    PLAYOUT=PLAYOUT,
)


# Declarations.


@jit
def feasible(states: Any, rules: Any, i: int, player: int, tickets: int) -> bool:
    """Whether the player holds this set of tickets and his stack pays for it (CARD-40)."""
    return declaration.feasible(states[i], rules[0], player, tickets)


@jit
def best_declaration(states: Any, rules: Any, i: int, player: int) -> int:
    """The set of tickets that the engine declares for a player, with his stack as it is (CARD-42)."""
    return assignment.best_declaration(states[i], rules[0], player)


# For whoever sets up a position.


@jit
def clear(states: Any, rules: Any, i: int, players: int) -> None:  # noqa: ARG001 - all machines take the same
    """Empty everything: no cards or tickets anywhere."""
    setup.clear(states[i], players)


@jit
def can_draw_second(states: Any, rules: Any, i: int) -> bool:  # noqa: ARG001
    """Whether a second card can be had (CARD-14)."""
    return legality.can_draw(states[i])
