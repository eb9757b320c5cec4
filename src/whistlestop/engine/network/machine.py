"""The network machine from outside: what every machine offers (`engine/functions.py`), and what it alone has."""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.engine import functions
from whistlestop.engine.jit import fill_in, jit, specialize
from whistlestop.engine.seats import debtor

from . import legal as legality
from . import links, outlook, scoring, setup, turn
from . import observe as knowledge
from .fields import ACTION, MOST_LEGAL, OBSERVATION, PLAYOUT, ROUTES, STATE
from .paths import longest_trail_routes

__all__ = [
    "ACTION",
    "MOST_LEGAL",
    "OBSERVATION",
    "STATE",
    "apply",
    "can_draw_second",
    "can_own",
    "clear",
    "debtor",
    "determinize",
    "give_route",
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
    "ticket_score",
    "ticket_state",
    "trail",
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


# For views.


@jit
def ticket_state(states: Any, rules: Any, i: int, player: int, ticket: int) -> int:
    """TICKET_DONE, TICKET_OPEN or TICKET_LOST."""
    return outlook.ticket_state(states[i], rules[0], player, ticket)


@jit
def ticket_score(states: Any, rules: Any, i: int, player: int, ticket: int) -> int:
    """What a ticket has scored when the game is over, stations included (USA-33, EUR-27)."""
    return scoring.final_value(states[i], rules[0], player, ticket)


@jit
def trail(states: Any, rules: Any, i: int, player: int) -> Any:
    """The routes of the player's longest trail, in walking order (COM-13)."""
    r = rules[0]
    owned = states[i]["owned"][player]
    routes = np.empty(ROUTES, np.int16)
    _, count = longest_trail_routes(r["route_a"], r["route_b"], r["route_length"], owned[0], owned[1], routes)
    return routes[:count]


# For whoever sets up a position.


@jit
def clear(states: Any, rules: Any, i: int, players: int) -> None:
    """Empty everything: no cards or tickets anywhere, no routes owned."""
    setup.clear(states[i], rules[0], players)


@jit
def can_own(states: Any, i: int, player: int, route: int) -> bool:
    """Whether a route is neither owned nor closed to the player (USA-22, USA-23)."""
    return links.is_open(states[i], player, route)


@jit
def give_route(states: Any, rules: Any, i: int, player: int, route: int) -> None:
    """Put the player's trains on a route and score it, without payment."""
    turn.claim(states[i], rules[0], player, route)


@jit
def can_draw_second(states: Any, rules: Any, i: int) -> bool:
    """Whether a second card can be had (USA-11)."""
    return legality.can_draw(states[i]) or legality.takeable(states[i], rules[0], True) != 0
