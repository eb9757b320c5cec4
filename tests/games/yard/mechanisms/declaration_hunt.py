"""The engine's best declaration against the oracles, and a hunt for the slowest hands (CARD-42).

    python -m tests.games.yard.mechanisms.declaration_hunt --seconds 60 --seed 1

climbs from random hands and stacks towards the slowest ones, checks the answers, and prints the results.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from tests.games.yard.mechanisms.declaration import COLORS, Ticket, best_by_table, feasible, table_size
from tests.games.yard.mechanisms.model import CARDS, Cards
from tests.games.yard.mechanisms.states import RULES, TICKETS, States

from whistlestop.games.yard import machine, records
from whistlestop.games.yard.machine import MACHINE

ALL = [*TICKETS.values()]
TABLE_LIMIT = 300_000
Hand = tuple[list[Ticket], Cards]


def compiled(tickets: Sequence[Ticket], colors: Sequence[str] = COLORS) -> Any:
    """Return rules with other tickets, ordered by id; `colors` are in the order of their numbers."""
    rules = RULES.copy()
    r = rules[0]
    r["tickets"] = len(tickets)
    for name in ("ticket_points", "ticket_need", "ticket_cards", "ticket_cities", "ticket_bonus"):
        r[name] = 0
    for n, ticket in enumerate(tickets):
        cards = dict(ticket.cards)
        r["ticket_points"][n], r["ticket_bonus"][n] = ticket.points, ticket.bonus
        r["ticket_need"][n] = [cards.get(color, 0) for color in colors]
        r["ticket_cards"][n] = sum(cards.values())
    return rules


def prepare(rules: Any, held: Iterable[int], stack: Sequence[int]) -> States:
    """Return a state in which the first player holds these tickets and has this stack."""
    states = np.zeros(1, records.STATE)
    MACHINE.clear(states, rules, 0, 2)
    for n in held:
        states["tickets"][0, 0, 0] |= np.uint64(1 << n)
        states["ticket_count"][0, 0] += 1
    states["stack"][0, 0] = stack
    states["stack_size"][0, 0] = sum(stack)
    return states


def engine_best(
    held: Sequence[Ticket], stack: Cards, tickets: Sequence[Ticket] = ALL, colors: Sequence[str] = COLORS
) -> list[str]:
    """Return the engine's answer for a hand from a list of tickets."""
    rules = compiled(tickets, colors)
    states = prepare(rules, map(tickets.index, held), [stack[kind] for kind in (*colors, "wild")])
    bits = int(machine.best_declaration(states, rules, 0, 0))
    assert machine.feasible(states, rules, 0, 0, bits)
    return [ticket.id for n, ticket in enumerate(tickets) if bits >> n & 1]


def check(held: Sequence[Ticket], stack: Cards, rnd: random.Random) -> bool:
    """Compare with the table if it is not too large, otherwise with the same hand in other colors; return which."""
    found = engine_best(held, stack)
    assert feasible([TICKETS[name] for name in found], stack)
    assert found == engine_best(held, stack, colors=rnd.sample(COLORS, len(COLORS))), (held, stack)
    if table_size(held, stack) > TABLE_LIMIT:
        return False
    assert found == best_by_table(held, stack), (held, stack)
    return True


# The hunt


def measure(hand: Hand, repeats: int = 1) -> float:
    """Return the best processor time of one call in seconds."""
    held, stack = hand
    states = prepare(RULES, map(ALL.index, held), [stack[kind] for kind in CARDS])
    times = []
    for _ in range(repeats):
        start = time.thread_time()
        machine.best_declaration(states, RULES, 0, 0)
        times.append(time.thread_time() - start)
    return min(times)


def random_stack(rnd: random.Random, colored: int, wilds: int) -> Cards:
    """Return this number of cards of random colors."""
    deck = [color for color in COLORS for _ in range(10)]
    return Counter(rnd.sample(deck, colored)) + Counter(wild=wilds)


STARTS: dict[str, Callable[[random.Random], Hand]] = {
    "10 tickets": lambda rnd: (rnd.sample(ALL, 10), random_stack(rnd, 16, 3)),
    "20 tickets": lambda rnd: (rnd.sample(ALL, 20), random_stack(rnd, 24, 4)),
    "30 tickets": lambda rnd: (rnd.sample(ALL, 30), random_stack(rnd, 35, 6)),
    "all tickets": lambda rnd: ([*ALL], random_stack(rnd, 40, 8)),
    "few cards": lambda rnd: ([*ALL], random_stack(rnd, 15, 1)),
    "no wilds": lambda rnd: ([*ALL], random_stack(rnd, 30, 0)),
    "many wilds": lambda rnd: ([*ALL], random_stack(rnd, 15, 16)),
}


def mutate(hand: Hand, rnd: random.Random, cards: int) -> Hand:
    """Exchange a few tickets and cards of the stack, within the maximum size of a stack."""
    held, stack = list(hand[0]), hand[1].copy()
    for _ in range(rnd.choice([1, 1, 2, 3])):
        dice = rnd.random()
        others = [ticket for ticket in ALL if ticket not in held]
        if dice < 0.35 and others:
            held[rnd.randrange(len(held))] = rnd.choice(others)
        elif dice < 0.65:
            stack[rnd.choice(CARDS)] += 1
        elif dice < 0.85:
            stack[rnd.choice(CARDS)] -= 1
        else:
            one, other = rnd.sample(CARDS, 2)
            stack[one], stack[other] = stack[one] + 1, stack[other] - 1
    for kind in CARDS:
        stack[kind] = min(max(stack[kind], 0), 16 if kind == "wild" else 10)
    while stack.total() > cards:
        stack -= Counter([rnd.choice([*stack.elements()])])
    return held, stack


def climb(kind: str, rnd: random.Random, seconds: float, cards: int) -> tuple[float, Hand, int, int]:
    """Climb; return the seconds of the slowest call, its hand, the number of hands, and how many the table checked."""
    hand = STARTS[kind](rnd)
    now = worst = measure(hand, 3)
    worst_hand = hand
    tried = tables = 0
    stop = time.monotonic() + seconds
    while time.monotonic() < stop:
        other = mutate(hand, rnd, cards)
        tried += 1
        if tried % 64 == 0:
            tables += check(*other, rnd)
        slack = 1 - 0.1 * rnd.random()
        if measure(other) <= now * slack:
            continue
        cost = measure(other, 3)
        if cost <= now * slack:
            continue
        hand, now = other, cost
        if now > worst:
            worst, worst_hand = now, hand
            tables += check(*hand, rnd)
    return worst, worst_hand, tried, tables


def main(arguments: Any = None) -> int:
    """Hunt, and print the slowest hands as JSON lines."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="for each kind of hand")
    parser.add_argument("--cards", type=int, default=60, help="most cards in a stack")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    rnd = random.Random(options.seed)
    measure((ALL[:3], Counter("")))  # compile first
    slowest = 0.0
    for kind in STARTS:
        cost, (held, stack), tried, tables = climb(kind, rnd, options.seconds, options.cards)
        slowest = max(slowest, cost)
        found = {"kind": kind, "us": round(cost * 1e6), "tried": tried, "tables": tables}
        hand = {"tickets": [ALL.index(ticket) for ticket in held], "stack": [stack[kind] for kind in CARDS]}
        sys.stdout.write(json.dumps(found | hand) + "\n")
        sys.stdout.flush()
    sys.stdout.write(f"worst: {slowest * 1e6:.0f} us\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
