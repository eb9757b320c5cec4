"""The compiled loops over many games, around the functions of a kind of game.

A game consists of decisions. Most are an action of the engine; some are made in steps that the engine does not see. A
number for each game, its `pending`, stores the steps so far: 0 for none, the head of an action plus 1 (`actions`), or,
during declarations, the tickets declared so far as bits.

The loops have their own folder, so that compiled code stays valid when other files of the environments change.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from whistlestop.core.fields import DECLARATION, NONE, OVER
from whistlestop.core.jit import jit
from whistlestop.core.rng import fast_below, fast_next
from whistlestop.core.seats import next_to_act
from whistlestop.games.kind import Kind

from .rows import first_illegal, first_illegal_bit, mark, mark_bits, round_shares

__all__ = ["Loops", "loops_of"]


class Loops(NamedTuple):
    """The loops of one kind of game.

    `working` has arrays with a row for each thread: an observation, a list of actions, and a tensor that is not compact
    yet. `place` is the thread's row.
    """

    first_illegal: Callable[..., int]
    begin: Callable[..., None]
    step: Callable[..., None]
    show: Callable[..., None]
    sample: Callable[..., None]
    determinize: Callable[..., None]


@jit
def deal_key(randoms: Any, i: int, key: Any) -> None:
    """Draw the key of the next game from a game's fast generator: for training, never for real games."""
    for word in range(0, 8, 2):
        both = fast_next(randoms[i])
        key[word] = both & np.uint64(0xFFFFFFFF)
        key[word + 1] = both >> np.uint64(32)


@jit
def find(actions: Any, size: int, tables: Any, pending: int, action: int) -> int:
    """Return the legal action of the engine that a decision completes; NONE if another step follows."""
    for n in range(size):
        legal = actions[n]
        head = tables[0, legal]
        tail = tables[1, legal]
        if pending == 0:
            if head == action and tail == NONE:
                return int(legal)
        elif head == pending - 1 and tail == action:
            return int(legal)
    return NONE


@jit
def legal_steps(
    legal: Any,
    addable: Any,
    games: Any,
    rules: Any,
    i: int,
    seat: int,
    pending: int,
    tables: Any,
    base: int,
    out: Any,
) -> int:
    """Write a seat's legal decisions to `out`, possibly with duplicates; return how many. `games`: see `legal`."""
    size = addable(games, rules, i, seat, pending, out) if games[i]["phase"] == DECLARATION else NONE
    if size != NONE:
        for n in range(size):
            out[n] += base
        out[size] = base + rules[0]["tickets"]
        return size + 1
    count = int(legal(games, rules, i, seat, out))
    if tables.shape[1] == 0:  # flat: the engine's own numbers
        return count
    size = 0
    for n in range(count):
        head = tables[0, out[n]]
        if pending == 0:
            out[size] = head
            size += 1
        elif head == pending - 1:
            out[size] = tables[1, out[n]]
            size += 1
    return size


@jit
def pending_target(
    legal: Any, games: Any, rules: Any, i: int, seat: int, pending: int, tables: Any, out: Any
) -> int:
    """Return the object of the pending payment: that of any legal action that begins with the choice."""
    for n in range(legal(games, rules, i, seat, out)):
        if tables[0, out[n]] == pending - 1:
            return int(tables[2, out[n]])
    return NONE


def looking(kind: Kind, compact: bool) -> Callable[..., None]:
    """Return the function that writes a row of tensors and masks; compact: as bytes and bits."""
    observe, legal = kind.machine.observe, kind.machine.legal
    tensor, addable = kind.encoding.tensor, kind.encoding.addable
    write_mask = mark_bits if compact else mark

    @jit
    def write_plain(
        observations: Any,
        rules: Any,
        _working: Any,
        place: int,
        target: int,
        declaring: int,
        out: Any,
        row: int,
    ) -> None:
        tensor(observations, rules, place, target, declaring, out, row)

    @jit
    def write_compact(
        observations: Any,
        rules: Any,
        working: Any,
        place: int,
        target: int,
        declaring: int,
        out: Any,
        row: int,
    ) -> None:
        """Write the tensor to the scratch space first, which stays in the processor's cache."""
        tensor(observations, rules, place, target, declaring, working[2], place)
        round_shares(working[2], place, out, row)

    write = write_compact if compact else write_plain

    @jit
    def look(
        states: Any,
        rules: Any,
        i: int,
        seat: int,
        pending: int,
        tables: Any,
        base: int,
        working: Any,
        place: int,
        tensors: Any,
        masks: Any,
        row: int,
    ) -> None:
        """Write what a seat knows of game i, and its legal decisions, as a row of tensors and masks."""
        observations, out = working[0], working[1][place]
        observe(states, i, seat, observations, place)
        declaring = pending if states[i]["phase"] == DECLARATION else 0
        target = NONE
        if pending and not declaring:
            target = pending_target(legal, observations, rules, place, seat, pending, tables, out)
        write(observations, rules, working, place, target, declaring, tensors, row)
        size = 0
        if seat != NONE:
            size = legal_steps(legal, addable, observations, rules, place, seat, pending, tables, base, out)
        write_mask(masks, row, out, size)

    return look


@jit
def deal(
    init: Any, states: Any, rules: Any, i: int, players: int, first: int, randoms: Any, pending: Any, key: Any
) -> None:
    """Start a new game in place of game i."""
    deal_key(randoms, i, key)
    init(states, rules, i, key, players, first)
    pending[i] = 0


@jit
def decide(
    legal: Any,
    states: Any,
    rules: Any,
    i: int,
    seat: int,
    action: int,
    pending: Any,
    tables: Any,
    base: int,
    out: Any,
) -> int:
    """Return the engine's action that a decision completes; store the step and return NONE if another step follows."""
    if action >= base:
        ticket = action - base
        if ticket < rules[0]["tickets"]:
            pending[i] |= 1 << ticket
            return NONE
        return int(rules[0]["actions"]) + int(pending[i])
    if tables.shape[1] == 0:
        return int(action)
    count = legal(states, rules, i, seat, out)
    found = find(out, count, tables, int(pending[i]), action)
    if found == NONE:
        pending[i] = action + 1
    return found


@jit
def write_scores(s: Any, players: int, scores: Any, ranks: Any, i: int) -> None:
    """Write the current points, or the final ones with the ranks."""
    over = s["phase"] == OVER
    for player in range(players):
        scores[i, player] = s["final"][player] if over else s["score"][player]
        ranks[i, player] = s["rank"][player] if over else 0


@cache
def loops_of(kind: Kind, compact: bool = False) -> Loops:
    """Return the loops around the functions of a kind of game; compact: for arrays of bytes and bits."""
    machine = kind.machine
    init, play, score, legal = machine.init, machine.play, machine.score, machine.legal
    observe, resample = machine.observe, machine.determinize
    addable, look = kind.encoding.addable, looking(kind, compact)

    @jit
    def show(
        states: Any,
        rules: Any,
        pending: Any,
        tables: Any,
        base: int,
        working: Any,
        place: int,
        seats: Any,
        tensors: Any,
        masks: Any,
        begin: int,
        end: int,
    ) -> None:
        """Write observations and masks for the seats that are to act."""
        for i in range(begin, end):
            seats[i] = next_to_act(states[i])
            look(states, rules, i, seats[i], pending[i], tables, base, working, place, tensors, masks, i)

    @jit
    def begin_games(
        states: Any, rules: Any, players: int, first: int, randoms: Any, pending: Any, begin: int, end: int
    ) -> None:
        """Start a new game everywhere."""
        key = np.empty(8, np.uint32)
        for i in range(begin, end):
            deal(init, states, rules, i, players, first, randoms, pending, key)

    @jit
    def step(
        states: Any,
        rules: Any,
        players: int,
        first: int,
        limit: int,
        auto_reset: bool,
        actions: Any,
        moving: Any,
        randoms: Any,
        pending: Any,
        tables: Any,
        base: int,
        working: Any,
        place: int,
        seats: Any,
        tensors: Any,
        masks: Any,
        done: Any,
        truncated: Any,
        scores: Any,
        ranks: Any,
        begin: int,
        end: int,
    ) -> None:
        """Make one decision in every moving game in progress."""
        key = np.empty(8, np.uint32)
        for i in range(begin, end):
            if not moving[i]:
                continue
            done[i] = False
            truncated[i] = False
            if seats[i] == NONE:
                continue
            seat = int(seats[i])
            action = decide(
                legal, states, rules, i, seat, int(actions[i]), pending, tables, base, working[1][place]
            )
            if action != NONE:
                pending[i] = 0
                done[i] = play(states, rules, i, seat, action)
                if not done[i] and states[i]["ply"] >= limit:
                    done[i] = truncated[i] = True
                if done[i]:
                    score(states, rules, i)
                write_scores(states[i], players, scores, ranks, i)
                if done[i] and auto_reset:
                    deal(init, states, rules, i, players, first, randoms, pending, key)
            seats[i] = next_to_act(states[i])
            look(states, rules, i, seats[i], pending[i], tables, base, working, place, tensors, masks, i)

    @jit
    def sample(
        states: Any,
        rules: Any,
        pending: Any,
        tables: Any,
        base: int,
        listed: Any,
        place: int,
        seats: Any,
        randoms: Any,
        actions: Any,
        begin: int,
        end: int,
    ) -> None:
        """Choose random legal decisions."""
        out = listed[place]
        for i in range(begin, end):
            actions[i] = 0
            if seats[i] != NONE:
                size = legal_steps(
                    legal, addable, states, rules, i, int(seats[i]), pending[i], tables, base, out
                )
                actions[i] = out[fast_below(randoms[i], size)]

    @jit
    def determinize(
        states: Any,
        rules: Any,
        seats: Any,
        observations: Any,
        place: int,
        randoms: Any,
        begin: int,
        end: int,
    ) -> None:
        """Deal again, in every game, what the seat to act does not know."""
        for i in range(begin, end):
            if seats[i] != NONE:
                observe(states, i, seats[i], observations, place)
                resample(observations, rules, place, randoms[i], states, i)

    check = first_illegal_bit if compact else first_illegal
    return Loops(check, begin_games, step, show, sample, determinize)
