"""Tickets that a stack pays for, and the best declaration, against oracles (CARD-39 to CARD-42, RUL-72)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.yard.mechanisms.declaration import (
    COLORS,
    Ticket,
    best_by_table,
    best_by_trying,
    feasible,
    subsets,
    table_size,
    worth,
)
from tests.games.yard.mechanisms.declaration_hunt import (
    ALL,
    STARTS,
    climb,
    compiled,
    engine_best,
    measure,
    mutate,
    prepare,
    random_stack,
)
from tests.games.yard.mechanisms.model import CARDS, Cards
from tests.games.yard.mechanisms.states import RULES, TICKETS

from whistlestop.core import fields
from whistlestop.games.yard import machine, sizes
from whistlestop.games.yard.machine import MACHINE


def stacks(most: int) -> st.SearchStrategy[Cards]:
    """Return stacks with few cards of each kind."""
    return st.lists(st.integers(0, most), min_size=9, max_size=9).map(
        lambda counts: Counter(dict(zip(CARDS, counts, strict=True)))
    )


def ticket(name: str, points: int, cards: dict[str, int], bonus: int = 0) -> Ticket:
    return Ticket(name, points, tuple(cards.items()), (), bonus)


@st.composite
def tied_tickets(draw: st.DrawFn) -> list[Ticket]:
    """Return similar tickets, so that many sets are equally good."""
    colors = draw(st.sampled_from([COLORS[:2], COLORS[:3], COLORS]))
    return [
        ticket(
            f"t{n}",
            draw(st.integers(1, 2)),
            draw(st.dictionaries(st.sampled_from(colors), st.integers(1, 2), min_size=1, max_size=2)),
            draw(st.sampled_from([0, 0, 8, 10])),
        )
        for n in range(draw(st.integers(0, 8)))
    ]


@pytest.mark.slow
@given(st.lists(st.sampled_from(ALL), max_size=7, unique_by=id), stacks(3))
def test_best_of_few(held: list[Ticket], stack: Cards) -> None:  # CARD-42
    assert engine_best(held, stack) == best_by_trying(held, stack)


@pytest.mark.slow
@given(tied_tickets(), stacks(2))
def test_ties(tickets: list[Ticket], stack: Cards) -> None:  # CARD-42: number, then cities, then ids
    assert engine_best(tickets, stack, tickets) == best_by_trying(tickets, stack)


@pytest.mark.slow
@given(st.lists(st.sampled_from(ALL), max_size=6, unique_by=id), stacks(2))
def test_feasible_sets(held: list[Ticket], stack: Cards) -> None:  # CARD-40, CARD-41
    states = prepare(RULES, map(ALL.index, held), [stack[kind] for kind in CARDS])
    count = 0
    for size in range(len(held) + 1):
        for chosen in combinations(held, size):
            bits = sum(1 << ALL.index(ticket) for ticket in chosen)
            possible = feasible(chosen, stack)
            assert machine.feasible(states, RULES, 0, 0, bits) == possible
            count += possible
    assert len([*subsets(held, stack)]) == count
    spare = next(n for n in range(46) if ALL[n] not in held)
    assert not machine.feasible(states, RULES, 0, 0, 1 << spare)  # not held (CARD-41)


def test_feasibility_by_hand() -> None:  # CARD-40: each card serves one ticket, a wild any color
    ny, la = TICKETS["dallas-miami"], TICKETS["dallas-raleigh"]  # green and red, both
    held = [ALL.index(ny), ALL.index(la)]
    both = sum(1 << n for n in held)
    for text, possible in [
        ({"green": 2, "red": 2}, True),
        ({"green": 2, "red": 1}, False),
        ({"green": 1, "red": 1, "wild": 2}, True),
        ({"green": 9, "red": 1}, False),
        ({"wild": 4}, True),
        ({"wild": 3}, False),
        ({"green": 9, "wild": 2}, True),
        ({"blue": 9, "wild": 3}, False),
    ]:
        states = prepare(RULES, held, [text.get(kind, 0) for kind in CARDS])
        assert machine.feasible(states, RULES, 0, 0, both) == possible
        assert machine.feasible(states, RULES, 0, 0, 0)


def test_criteria_of_the_default() -> None:  # CARD-42, RUL-72
    def best(stack: str, *tickets: Ticket) -> list[str]:
        held = sorted(tickets, key=lambda one: one.id)
        return engine_best(held, Counter(stack.split()), held)

    # Points decide; taking the most valuable ticket first would be wrong.
    dear = ticket("dear", 9, {"red": 2})
    cheap = [ticket(f"cheap{n}", 5, {"red": 1}) for n in range(2)]
    assert best("red red", dear, *cheap) == ["cheap0", "cheap1"]
    assert best("red", dear, *cheap) == ["cheap0"]
    # Then the number of tickets.
    assert best("red red", ticket("a", 10, {"red": 2}, bonus=50), *cheap) == ["cheap0", "cheap1"]
    # Then big cities.
    assert best("red", ticket("a", 5, {"red": 1}, bonus=8), ticket("b", 5, {"red": 1}, bonus=10)) == ["b"]
    # Then the ids: the list with the earlier id at the first difference.
    even = [ticket(name, 5, {"red": 1}) for name in "abcd"]
    assert best("red red", *even) == ["a", "b"]
    assert best("red red blue", ticket("a0", 1, {"blue": 1}), *even) == ["a", "a0", "b"]
    # Wilds go where they are worth most.
    assert best("red wild", ticket("a", 6, {"red": 1, "blue": 1}), ticket("b", 7, {"white": 1})) == ["b"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_medium_hands(seed: int) -> None:  # CARD-42
    """Thousands of realistic hands: try everything, or use the table."""
    rnd = random.Random(seed)
    for _ in range(300):
        held = rnd.sample(ALL, rnd.randint(0, 9))
        stack = random_stack(rnd, rnd.randint(0, 25), rnd.randint(0, 6))
        found = engine_best(held, stack)
        assert found == (best_by_trying if len(held) < 8 else best_by_table)(held, stack)


def test_oracles_agree() -> None:
    rnd = random.Random(7)
    for _ in range(100):
        held = rnd.sample(ALL, rnd.randint(0, 9))
        stack = random_stack(rnd, rnd.randint(0, 20), rnd.randint(0, 3))
        best = best_by_trying(held, stack)
        assert best == best_by_table(held, stack)
        assert worth([TICKETS[name] for name in best]) == max(map(worth, subsets(held, stack)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", STARTS)
def test_large_hands(kind: str) -> None:  # CARD-42, COM-17
    """Up to all 46 tickets, against the dynamic program."""
    rnd = random.Random(kind)
    compared = 0
    while compared < 5:
        held, stack = STARTS[kind](rnd)
        for _ in range(20):
            held, stack = mutate((held, stack), rnd, 28)
        if table_size(held, stack) < 60_000:
            assert engine_best(held, stack) == best_by_table(held, stack)
            compared += 1


def test_everything_held_and_paid() -> None:
    stack = Counter(dict.fromkeys(COLORS, 10) | {"wild": 16})
    assert len(engine_best(ALL, stack)) > 25
    assert engine_best(ALL, Counter()) == []
    assert engine_best([], stack) == []


@pytest.mark.slow
def test_listed_declarations() -> None:  # CARD-41
    """The best comes first; all feasible sets are listed, or as many as fit."""
    rnd = random.Random(3)
    out = np.zeros(sizes.MOST_LEGAL, sizes.ACTION)
    seen = set()
    for _ in range(150):
        held = sorted(rnd.sample(ALL, rnd.randint(0, 12)), key=lambda one: one.id)
        stack = random_stack(rnd, rnd.randint(0, 20), rnd.randint(0, 3))
        states = prepare(RULES, map(ALL.index, held), [stack[kind] for kind in CARDS])
        states["phase"] = fields.DECLARATION
        size = MACHINE.legal(states, RULES, 0, 0, out)
        listed = [int(action) - int(RULES["id_declare"][0]) for action in out[:size]]
        assert len(set(listed)) == size
        assert listed[0] == machine.best_declaration(states, RULES, 0, 0)
        expected = {sum(1 << ALL.index(one) for one in chosen) for chosen in subsets(held, stack)}
        assert set(listed) <= expected
        assert size == min(len(expected), sizes.LISTED)
        seen.add(size == len(expected))
    assert seen == {True, False}


@pytest.mark.slow
def test_time_of_a_declaration() -> None:
    """A short hunt: no hand may take long. `python -m tests.games.yard.mechanisms.declaration_hunt` searches longer."""
    rnd = random.Random(1)
    measure((ALL[:2], Counter("")))
    worst, hand, _, _ = climb("all tickets", rnd, 1.0, cards=60)
    assert worst < 0.05, hand


def test_rules_with_other_tickets() -> None:
    assert compiled(ALL)["ticket_need"].tobytes() == RULES["ticket_need"].tobytes()
    assert compiled(ALL)["ticket_bonus"].tobytes() == RULES["ticket_bonus"].tobytes()
