"""What a seat of a card game can know (COM-14, COM-15, CARD-22, INV-10): worlds that it cannot tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.core.worlds import look, moves
from tests.games.yard.mechanisms.lockstep import Lockstep, declaration, player, table
from tests.games.yard.mechanisms.states import IDS, RULES, TICKETS, States, ids_of, read

from whistlestop.core import fields, rng
from whistlestop.core.records import PUBLIC
from whistlestop.games.yard import records
from whistlestop.games.yard.machine import MACHINE

OPEN = [field.name for field in records.FIELDS if field.seen is PUBLIC]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_what_a_seat_may_know(players: int) -> None:  # COM-14, COM-15, CARD-33, CARD-54
    for states, _, _ in moves("card_game", players, seed=10 + players, style=1 + players):
        for seat in (fields.NONE, *range(players)):
            check_sight(states[0], look(MACHINE, states, seat)[0], seat)
    for seat in (fields.NONE, *range(players)):
        check_sight(states[0], look(MACHINE, states, seat)[0], seat)


def check_sight(s: Any, o: Any, seat: int) -> None:
    assert o["seat"] == seat
    for name in OPEN:
        assert (o[name] == s[name]).all(), name
    assert o["drawn"] == (s["drawn"] if s["did_by"] == seat else fields.NONE)
    over = s["phase"] == fields.OVER
    for other in range(fields.PLAYERS):
        own = other == seat
        assert (o["hand"][other] == s["hand" if own else "known"][other]).all()
        assert o["tickets"][other, 0] == (s["tickets"][other, 0] if own or over else 0)
        assert o["returned"][other, 0] == (s["returned"][other, 0] if own else 0)
        assert o["sealed"][other] == (s["sealed"][other] if own else fields.NONE)
        assert (o["offer"][other] == (s["offer"][other] if own else fields.NONE)).all()
    for ticket, seen in zip(s["ticket_deck"], o["ticket_deck"], strict=True):
        known = fields.NONE not in (ticket, seat) and s["ticket_seen"][ticket] >> seat & 1
        assert seen == (ticket if known else fields.NONE)


def exchange(states: States) -> bool:
    """Exchange unknown cards and tickets of players 1 and 2 in place; return False if they have none."""
    s = states[0]
    changed = False
    spare = s["hand"] - s["known"]
    for mine in range(fields.CARDS):
        for yours in range(fields.CARDS):
            if mine != yours and spare[1, mine] > 0 and spare[2, yours] > 0 and not changed:
                for seat, gone, come in ((1, mine, yours), (2, yours, mine)):
                    s["hand"][seat, gone] -= 1
                    s["hand"][seat, come] += 1
                changed = True
    if s["ticket_count"][1] == s["ticket_count"][2] and (s["tickets"][1] != s["tickets"][2]).any():
        s["tickets"][[1, 2]] = s["tickets"][[2, 1]]
        changed = True
    return changed


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_exchanged_secrets(players: int) -> None:
    """INV-10: worlds that differ only in two other players' cards and tickets look alike to seat 0 while the play is
    the same.
    """
    twins: list[tuple[States, int]] = []
    compared = 0
    for states, seat, action in moves("card_game", players, seed=players, style=4 + players):
        twin = states.copy()
        if states["phase"][0] != fields.OPENING and exchange(twin):
            twins.append((twin, 12))
        going = []
        for twin, left in twins:
            for watcher in (0, fields.NONE):
                assert look(MACHINE, twin, watcher).tobytes() == look(MACHINE, states, watcher).tobytes()
            if not left or not MACHINE.is_legal(twin, RULES, 0, seat, action):
                continue
            MACHINE.apply(twin, RULES, 0, seat, action)
            if twin["phase"][0] == fields.OVER:
                continue  # all tickets are open now (CARD-54)
            going.append((twin, left - 1))
            compared += 1
        twins = going[-8:]
    assert compared > 50


def test_sealed_choices() -> None:  # COM-19, CARD-6, CARD-41
    """Before all players have chosen, nobody learns the others' choices, not even their size."""
    one, other = Lockstep.new(3, 5), Lockstep.new(3, 5)
    offer = one.game.players[1].offer
    one.play(f"keep:{offer[0]}", 1)
    other.play("keep:" + ",".join(offer), 1)
    assert_alike(one, other, (fields.NONE, 0, 2))
    one, other = (
        declaration(player(), player(stack="green+red", tickets=["dallas-miami"]), player()) for _ in range(2)
    )
    one.play("declare:dallas-miami", 1)
    other.play("declare:", 1)
    assert_alike(one, other, (fields.NONE, 0, 2))


def assert_alike(one: Lockstep, other: Lockstep, seats: tuple[int, ...]) -> None:
    assert one.states.tobytes() != other.states.tobytes()
    for seat in seats:
        assert look(MACHINE, one.states, seat).tobytes() == look(MACHINE, other.states, seat).tobytes()


def test_undeclared_tickets_stay_secret() -> None:  # CARD-41, CARD-44, CARD-54, RUL-81
    both = declaration(
        player(), player(stack="green+red", tickets=["dallas-miami", "chicago-miami"]), player(), player()
    )
    for seat, action in enumerate(("declare:", "declare:dallas-miami", "declare:", "declare:")):
        both.play(action, seat)
    seen = look(MACHINE, both.states, 0)[0]
    assert ids_of(int(seen["declared"][1, 0])) == ["dallas-miami"]
    assert seen["tickets"][1, 0] == 0
    assert seen["score"][1] == TICKETS["dallas-miami"].points


def test_all_tickets_are_open_in_the_end() -> None:  # CARD-54, COM-16
    both = declaration(player(), player(tickets=["dallas-miami"]))
    both.play("declare:", 0)
    assert look(MACHINE, both.states, 0)["tickets"][0, 1, 0] == 0
    both.play("declare:", 1)
    for seat in (0, fields.NONE):
        assert ids_of(int(look(MACHINE, both.states, seat)["tickets"][0, 1, 0])) == ["dallas-miami"]


# Facts that resampling must remember.


def worlds(both: Lockstep, seat: int, count: int = 300) -> Iterator[Any]:
    random = rng.fast_seed(1)
    seen = look(MACHINE, both.states, seat)
    world = np.zeros(1, records.STATE)
    for _ in range(count):
        MACHINE.determinize(seen, RULES, 0, random, world, 0)
        yield read(world)


@pytest.mark.slow
def test_returned_tickets_are_in_no_opening_hand() -> None:  # CARD-6
    """Other players can hold a ticket that a seat refused in the opening only after drawing tickets."""
    mine = IDS[:5]
    both = table(
        player(tickets=[IDS[5]], returned=mine, opening_kept=1),
        player(tickets=IDS[6:8], opening_kept=2),
        player(tickets=IDS[8:10], opening_kept=1),
    )
    drawn = 0
    for world in worlds(both, 0):
        assert not set(mine) & set(world.players[1].tickets)
        assert len(set(mine) & set(world.players[2].tickets)) <= 1
        drawn += len(set(mine) & set(world.players[2].tickets))
    assert drawn > 10


@pytest.mark.slow
def test_a_declared_ticket_can_be_the_one_drawn_later() -> None:  # CARD-6, CARD-41
    mine = IDS[:5]
    both = table(
        player(tickets=[IDS[5]], returned=mine, opening_kept=1),
        player(tickets=[IDS[6]], completed=[mine[0]], score=TICKETS[mine[0]].points, opening_kept=1),
        player(opening_kept=0),
        player(opening_kept=0),
        stage=2,
    )
    for world in worlds(both, 0):
        assert not set(mine) & set(world.players[1].tickets)


def test_places_of_refused_tickets_are_remembered() -> None:  # CARD-32
    both = table(player("green"), player("red"), tickets=IDS[:10])
    both.play("tickets")
    both.play(f"keep:{IDS[0]}")
    assert all(world.ticket_deck[-3:] == IDS[1:4] for world in worlds(both, 0, 50))
    assert any(world.ticket_deck[-3:] != IDS[1:4] for world in worlds(both, 1, 50))


@pytest.mark.slow
def test_resampling_is_fair() -> None:
    """Each card whose place a seat does not know is in another hand with the expected frequency (wide margin)."""
    both = table(player("green*4"), player("red*5", known=Counter(red=1)), market="red red blue white wild")
    count = 3000
    held: Counter[str] = Counter()
    for world in worlds(both, 0, count):
        assert world.players[1].hand["red"] >= 1
        held += world.players[1].hand
    held["red"] -= count
    unknown = Counter(both.game.deck) + Counter(red=4)
    for kind, number in unknown.items():
        expected = count * 4 * number / unknown.total()
        assert abs(held[kind] - expected) < 6 * expected**0.5
