"""Compose the rules of a kind of game from its mechanisms.

This module defines the order of a turn for all kinds (COM-20): an action; if it ends the turn, each mechanism's
`end_turn`; then the last round, and the next seat's turn or the end of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.core.blocks import copy_block
from whistlestop.core.fields import CARDS, NONE, OVER, PASS, PLAYERS, TURN
from whistlestop.core.jit import jit
from whistlestop.core.observe import deal_unknown_cards, random_key, show_own, unseen_cards
from whistlestop.core.ranking import CRITERIA, rank_players
from whistlestop.core.records import Layout
from whistlestop.core.rng import below, fast_below
from whistlestop.core.seats import is_to_act, pass_turn
from whistlestop.core.types import Actions, Generator, Integers, Observation, Rules, State

from .chains import any_of, count_of, each, first_of, list_of, nth_of, sum_of
from .mechanism import BEYOND, GOES_ON, YES, Mechanism

__all__ = ["Turn", "compose", "note"]


@dataclass(frozen=True, eq=False)
class Turn:
    """The compiled functions of a kind of game. All take single records; `s`, `r`, `o`: STATE, RULES, OBSERVATION."""

    clear: Callable[..., None]
    """`clear(s, r, players)`: empty everything except the generator, and give players their starting pieces."""
    deal: Callable[..., None]
    """`deal(s, r, players, first)`: start a new game from the generator's key; `first` NONE draws the first seat
    (RUL-1)."""
    turn_up: Callable[..., None]
    """`turn_up(s, r)`: fill the market of a new game whose decks are in a given order."""
    list_legal: Callable[..., int]
    """`list_legal(s, r, player, out) -> int`: write every legal action to `out`, except declarations, which may be too
    many; return the number written."""
    is_legal: Callable[..., bool]
    """`is_legal(s, r, player, action) -> bool`: whether an action is legal, listed or not."""
    random_action: Callable[..., int]
    """`random_action(s, r, player, random, scratch) -> int`: a random legal action for a player who is to act,
    uniformly distributed except for declarations; `scratch` has the size of an action list."""
    play: Callable[..., bool]
    """`play(s, r, player, action) -> bool`: play a legal action; return whether the game is over and ready to be
    scored."""
    forget: Callable[..., None]
    """`forget(s)`: clear the fields about the last action."""
    finish: Callable[..., None]
    """`finish(s, r)`: score the game as it stands and rank the players."""
    observe: Callable[..., None]
    """`observe(s, seat, o)`: write the knowledge of a seat (NONE: a spectator) into `o` (COM-14, COM-15)."""
    determinize: Callable[..., None]
    """`determinize(o, r, random, s)`: write to `s` a random state whose observation for that seat is `o`."""
    count_turn: Callable[..., int]
    """`count_turn(s, r, player, counts) -> int`: the number of actions that can begin a turn, without passing and the
    free ones; fills `counts`."""
    nth_turn: Callable[..., int]
    """`nth_turn(s, r, player, index, counts) -> action`: the action at an index, in list order."""
    count_free: Callable[..., int]
    """`count_free(s, r, player) -> int`: the number of free actions, which are listed after all others."""
    nth_free: Callable[..., int]
    """`nth_free(s, r, player, index) -> action`: the free action at an index, in list order."""
    counts: int
    """Numbers that `count_turn` writes."""
    unplaced_cards: Callable[..., int]
    """`unplaced_cards(o, r, card) -> int`: how many copies of a card lie in places unknown to the seat: the deck, other
    hands, hidden stores."""


@jit
def note(s: State, r: Rules, action: int) -> None:
    """Write the action to the fields about the last action, from which its events are made."""
    s["did"] = r["action_type"][action]
    s["did_arg"] = r["action_arg"][action]
    s["did_color"] = r["action_color"][action]
    s["did_colored"] = r["action_colored"][action]
    s["did_wild"] = r["action_wild"][action]


def compose(mechanisms: Sequence[Mechanism], layout: Layout) -> Turn:
    """Compose the rules of a kind of game from its mechanisms, in this order, and its records."""
    clear, deal = _setup(mechanisms, layout)
    return Turn(
        clear=clear,
        deal=deal,
        turn_up=each(m.turn_up for m in mechanisms),
        **_legality(mechanisms),
        **_playing(mechanisms, layout),
        finish=_scoring(mechanisms),
        **_knowledge(mechanisms, layout),
    )


def _setup(mechanisms: Sequence[Mechanism], layout: Layout) -> tuple[Any, Any]:
    equip = each(m.clear for m in mechanisms)
    deal_all = each(m.deal for m in mechanisms)
    empty, game = layout.empty_states, layout.game_block

    @jit
    def clear(s: State, r: Rules, players: int) -> None:
        copy_block(empty[0], s, game)
        s["players"] = players
        equip(s, r, players)

    @jit
    def deal(s: State, r: Rules, players: int, first: int) -> None:
        clear(s, r, players)
        lot = below(s, players)  # always drawn, so the cards do not depend on how the first seat was chosen
        s["first"] = lot if first == NONE else first
        s["player"] = s["first"]
        deal_all(s, r)

    return clear, deal


@jit
def _as_listed(_s: State, _r: Rules, _player: int, _out: Actions, size: int) -> int:
    """Write no further action."""
    return size


def _legality(mechanisms: Sequence[Mechanism]) -> dict[str, Any]:
    counted = [
        (m.count_turn, m.nth_turn, m.places) for m in mechanisms if m.count_turn is not None and m.nth_turn
    ]
    counts = sum(1 + places for _, _, places in counted)
    count_turn = count_of([(count, places) for count, _, places in counted])
    nth_turn = nth_of([(nth, places) for _, nth, places in counted])
    list_turn = list_of(m.list_turn for m in mechanisms)
    list_free = list_of([_as_listed, *(m.list_free for m in mechanisms)])
    count_free = sum_of(m.count_free for m in mechanisms)
    nth_free = first_of(m.nth_free for m in mechanisms)
    list_phase = first_of(m.list_phase for m in mechanisms)
    judge = first_of(m.judge for m in mechanisms)
    judge_open = first_of(m.judge_open for m in mechanisms)
    choose = first_of(m.choose for m in mechanisms)

    @jit
    def list_legal(s: State, r: Rules, player: int, out: Actions) -> int:
        if not is_to_act(s, player):
            return 0
        size = int(list_phase(s, r, player, out))
        if size != BEYOND:
            return size
        size = int(list_turn(s, r, player, out, 0))
        if size == 0:  # RUL-12, CARD-34
            out[0] = r["id_pass"]
            size = 1
        return int(list_free(s, r, player, out, size))

    @jit
    def is_stuck(s: State, r: Rules, player: int) -> bool:
        """Return whether no action but passing ends the turn (RUL-12, CARD-34)."""
        return bool(count_turn(s, r, player, np.empty(counts, np.int64)) == 0)

    @jit
    def is_legal(s: State, r: Rules, player: int, action: int) -> bool:
        if not is_to_act(s, player) or action < 0:
            return False
        if action >= r["actions"]:
            return bool(judge_open(s, r, player, action) == YES)
        answer = judge(s, r, player, action)
        if answer != BEYOND:
            return bool(answer == YES)
        return bool(s["phase"] == TURN and r["action_type"][action] == PASS and is_stuck(s, r, player))

    @jit
    def random_action(s: State, r: Rules, player: int, random: Generator, scratch: Actions) -> int:
        if s["phase"] == TURN:
            count, free = count_turn(s, r, player, scratch), count_free(s, r, player)
            if count == 0 and free == 0:
                return int(r["id_pass"])
            pick = fast_below(random, max(count, 1) + free)
            if pick < count:
                return int(nth_turn(s, r, player, pick, scratch))
            if count == 0 and pick == 0:
                return int(r["id_pass"])
            return int(nth_free(s, r, player, pick - max(count, 1)))
        chosen = choose(s, r, player, random)
        if chosen != BEYOND:
            return int(chosen)
        return int(scratch[fast_below(random, list_legal(s, r, player, scratch))])

    return {
        "list_legal": list_legal,
        "is_legal": is_legal,
        "random_action": random_action,
        "count_turn": count_turn,
        "nth_turn": nth_turn,
        "count_free": count_free,
        "nth_free": nth_free,
        "counts": counts,
    }


def _playing(mechanisms: Sequence[Mechanism], layout: Layout) -> dict[str, Any]:
    begin = each(m.begin for m in mechanisms)
    play_action = first_of(m.play for m in mechanisms)
    play_open = first_of(m.play_open for m in mechanisms)
    follow = each(m.follow for m in mechanisms)
    lingers = any_of(m.lingers for m in mechanisms)
    end_of_turn = each(m.end_turn for m in mechanisms)
    begin_turn = each(m.begin_turn for m in mechanisms)
    starts_last_round = any_of(m.starts_last_round for m in mechanisms)
    ends_game = any_of(m.ends_game for m in mechanisms)
    close = any_of(m.close for m in mechanisms)
    empty, of_action = layout.empty_states, layout.action_block

    @jit
    def end_turn(s: State, r: Rules) -> None:
        """COM-20: run the mechanisms' end of turn, then the last round, the next seat or the end of the game."""
        end_of_turn(s, r)
        if s["final_left"] != NONE:
            s["final_left"] -= 1
        elif starts_last_round(s, r):  # COM-21
            s["final_left"] = s["players"]
            s["final_by"] = s["player"]
        if s["final_left"] == 0 or ends_game(s, r):
            if not close(s, r):
                s["phase"] = OVER
        else:
            pass_turn(s)
            begin_turn(s, r)

    @jit
    def forget(s: State) -> None:
        copy_block(empty[0], s, of_action)

    @jit
    def play(s: State, r: Rules, player: int, action: int) -> bool:
        s["ply"] += 1
        forget(s)
        s["did_by"] = player
        if action >= r["actions"]:
            play_open(s, r, player, action)
            return bool(s["phase"] == OVER)
        note(s, r, action)
        begin(s, r, action)
        outcome = play_action(s, r, player, action)
        follow(s, r, player)
        if outcome != GOES_ON and not lingers(
            s, r, player
        ):  # no mechanism handles passing, which only ends the turn
            end_turn(s, r)
        return bool(s["phase"] == OVER)

    return {"play": play, "forget": forget}


def _points(field: str) -> Any:
    """Return `points(s, player)`, one part of a player's score."""

    @jit
    def points(s: State, player: int) -> int:
        return int(s[field][player])

    return points


def _scoring(mechanisms: Sequence[Mechanism]) -> Any:
    stop = each(m.stop for m in mechanisms)
    settle = each(m.settle for m in mechanisms)
    score = each(m.score for m in mechanisms)
    award = each(m.award for m in mechanisms)
    points = sum_of(_points(part.field) for m in mechanisms for part in m.parts)
    tie_break = first_of(m.tie_break for m in mechanisms)

    @jit
    def rank(s: State, r: Rules) -> None:
        """Rank the players by final score and tie-breakers (COM-22)."""
        standing: Integers = np.zeros((PLAYERS, CRITERIA), np.int64)
        for player in range(s["players"]):
            standing[player, 0] = s["final"][player]
            for place, criterion in enumerate(r["tie_breaks"]):
                had = tie_break(s, criterion, player)
                standing[player, place + 1] = had if had != BEYOND else 0
        rank_players(s, standing)

    @jit
    def finish(s: State, r: Rules) -> None:
        stop(s, r)
        s["phase"] = OVER
        for player in range(s["players"]):
            settle(s, r, player)
            score(s, r, player)
        award(s, r)
        for player in range(s["players"]):
            s["final"][player] = points(s, player)
        rank(s, r)

    return finish


def _knowledge(mechanisms: Sequence[Mechanism], layout: Layout) -> dict[str, Any]:
    show = each(m.show for m in mechanisms)
    placed = sum_of(m.placed for m in mechanisms)
    stow = each(m.stow for m in mechanisms)
    resample = each(m.resample for m in mechanisms)
    empty_observations, empty_states = layout.empty_observations, layout.empty_states
    whole, public, game = layout.observation_block, layout.public_block, layout.game_block

    @jit
    def observe(s: State, seat: int, o: Observation) -> None:
        """Write the part of a state that a seat may see. No other function reveals any of the state.

        Copies the public fields into an empty record, and the other fields that `show` lists.
        """
        copy_block(empty_observations[0], o, whole)
        copy_block(s, o, public)
        show_own(s, seat, o)
        if seat != NONE:
            show(s, seat, o)

    @jit
    def unplaced_cards(o: Observation, r: Rules, card: int) -> int:
        return int(unseen_cards(o, r, card) - placed(o, card))

    @jit
    def determinize(o: Observation, r: Rules, random: Generator, s: State) -> None:
        """Write a random state that agrees with an observation.

        An observation knows where a refused ticket lies only until someone draws tickets. After that the ticket may be
        anywhere, although an attentive human could sometimes deduce more. `random` is the state of the fast generator;
        the game's own generator in `s` gets a random key.
        """
        copy_block(empty_states[0], s, game)
        copy_block(o, s, public)
        s["drawn"] = o["drawn"]
        pool: Integers = np.empty(CARDS, np.int64)
        for card in range(CARDS):
            pool[card] = unplaced_cards(o, r, card)
        deal_unknown_cards(o, s, pool, random)
        stow(o, s, pool, random)
        resample(o, r, s, random)
        random_key(s, random)

    return {"observe": observe, "determinize": determinize, "unplaced_cards": unplaced_cards}
