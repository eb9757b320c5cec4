"""The scoring of a pass, the second pass and the end of a card game, through the public interface."""

from __future__ import annotations

from typing import Any

import pytest
from tests.game.builders import hand, player, refuses, seat_of, start, tell

import whistlestop as ws
from whistlestop.errors import IllegalAction, NotationError
from whistlestop.text.view import DeclarationAnswer

RULES = ws.load_ruleset("card_game")


def needs(*tickets: str) -> str:
    """Return a stack that pays for exactly these tickets."""
    return " ".join(
        f"{color}*{count}"
        for name in tickets
        for color, count in RULES.tickets[RULES.ticket_index[name]].cards.items()
    )


def points(*tickets: str) -> int:
    return sum(RULES.tickets[RULES.ticket_index[name]].points[0] for name in tickets)


def scoring(*players: dict[str, Any], **more: Any) -> ws.Game:
    """Return a card game at the scoring of a pass."""
    return start("card_game", *players, phase="declaration", **{"deck": "", **more})


def declare(game: ws.Game, *declared: str) -> list[dict[str, Any]]:
    """Let all players declare in the order of seats; return a spectator's events of the last declaration."""
    told: list[dict[str, Any]] = []
    for seat, tickets in enumerate(declared):
        told = tell(game, f"declare:{','.join(tickets.split())}", None, acting=seat)
    return told


A, B, C = "dallas-miami", "chicago-dallas", "chicago-new_york"  # of two, two and one card


def test_what_can_be_declared() -> None:  # CARD-39, CARD-40, CARD-41
    assert (needs(A), needs(B), needs(C)) == ("green*1 red*1", "green*1 yellow*1", "yellow*1")
    one = scoring(
        player("green red wild*3", tickets=[A, B, C], stack="green red yellow", siding="yellow*4"), player()
    )
    # Neither hand nor siding helps, and each card serves only one ticket.
    assert set(one.legal(0)) == {f"declare:{names}" for names in ("", A, B, C, f"{C},{A}")}
    refuses(one, f"declare:{A},{B}", f"declare:{B},{C}", "declare:seattle-toronto", seat=0)
    with pytest.raises(NotationError):
        one.play(f"declare:{A},{A}", 0)
    one = scoring(player(tickets=[A, B, C], stack="wild*4 green"), player())
    assert f"declare:{C},{B},{A}" not in one.legal(0)
    assert one.observe(0).declaration([A, B, C]) == answer(True, points(A, B, C))


def answer(feasible: bool, worth: int, *addable: str) -> DeclarationAnswer:
    """Return possible answers to a declaration."""
    return DeclarationAnswer(feasible=feasible, points=worth, addable=list(addable))


def test_judging_a_declaration() -> None:  # CARD-40
    one = scoring(player(tickets=[A, B, C], stack="green red yellow"), player())
    judge = one.observe(0).declaration
    assert judge([]) == answer(True, 0, *sorted([A, B, C]))
    assert judge([A]) == answer(True, points(A), C)
    assert judge([f"{A},{C}"]) == judge([A, C])
    assert judge([A, B]) == answer(False, points(A, B))
    with pytest.raises(NotationError, match="unknown ticket"):
        judge(["mars-venus"])
    one.play("declare:", 0)
    for looker in (None, 0):
        with pytest.raises(IllegalAction, match="no declaration"):
            one.observe(looker).declaration([A])
    with pytest.raises(IllegalAction):
        start("card_game", player(tickets=[A], stack="red green")).observe(0).declaration([A])
    with pytest.raises(IllegalAction, match="no declaration"):
        ws.Game.new("usa", 2, seed=1).observe(0).declaration([])


def test_the_default() -> None:  # CARD-42, RUL-72
    one = scoring(player(tickets=[A, B, C], stack="green red yellow"), player())
    assert one.view(0)["declaration"] == {"default": [C, A], "points": points(A, C)}
    assert one.legal(0)[0] == f"declare:{C},{A}"
    assert one.view(None)["declaration"] is None


def test_declarations_are_sealed() -> None:  # CARD-41
    one = scoring(player(tickets=[A], stack=needs(A)), player(tickets=[B], stack=needs(B)), player())
    assert tell(one, f"declare:{B}", 0, acting=1) == [{"event": "declared", "seat": 1}]
    assert one.to_act == (0, 2)
    assert seat_of(one, 1) | {"tickets": 1, "score": 0, "completed": [], "chosen": True} == seat_of(one, 1)
    told = tell(one, "declare:", 0, acting=2) + tell(one, f"declare:{A}", 2, acting=0)
    assert [event["event"] for event in told] == ["declared", "declared", "scored", "over"]
    assert told[2]["players"][1] == {
        "seat": 1,
        "stack": {"green": 1, "yellow": 1},
        "tickets": [B],
        "points": points(B),
    }


def test_the_end_with_two_or_three() -> None:  # CARD-43, CARD-50, CARD-51, CARD-52, CARD-54, RUL-76
    one = scoring(
        player(tickets=[A, C], stack=needs(A)),
        player(tickets=[B], stack=needs(B)),
        player(tickets=["boston-miami"]),
    )
    told = declare(one, A, B, "")
    assert told[-1] == {"event": "over", "winners": [1]}
    outcome = one.outcome()
    assert outcome is not None
    first, second, third = outcome["players"]
    # Dallas is shared; nobody has a ticket to Los Angeles, New York or Seattle.
    assert (first["tickets"], first["lost"], first["bonus"]) == (points(A), -points(C), 10 + 8)
    assert (first["cities"], first["city_counts"]) == (["dallas", "miami"], {"dallas": 1, "miami": 1})
    assert (second["cities"], second["bonus"]) == (["chicago", "dallas"], 12 + 10)
    assert (third["score"], third["tickets_completed"]) == (-points("boston-miami"), 0)
    assert [(t["id"], t["state"], t["scored"]) for t in first["tickets_list"]] == [
        (A, "done", points(A)),
        (C, "failed", -points(C)),
    ]
    assert first["score"] == first["tickets"] + first["lost"] + first["bonus"]
    assert first["stack"] == {"green": 1, "red": 1}
    assert one.view(1)["tickets"][0]["state"] == "done"


@pytest.mark.parametrize(
    ("first", "second", "winners"),
    [
        ((32, "boston-miami el_paso-miami"), (30, "dallas-helena"), [0]),  # most tickets
        ((25, "new_york-sault_st_marie"), (18, B), [1]),  # most big cities
        ((22, A), (18, B), [0, 1]),  # Dallas is shared, and counts for both
        ((40, ""), (40, ""), [0, 1]),
    ],
)
def test_tie_breaks(
    first: tuple[int, str], second: tuple[int, str], winners: list[int]
) -> None:  # CARD-53, RUL-77, COM-22
    seats = [player(score=score, completed=completed) for score, completed in (first, second)]
    outcome = start("card_game", *seats, phase="over").outcome() or {}
    assert [one["score"] for one in outcome["players"]] == [40, 40]
    assert outcome["winners"] == winners


FOUR = [
    player("red*2", tickets=[A, C], stack=needs(A)),
    player("blue"),
    player("white"),
    player("black wild"),
]


def test_the_second_pass() -> None:  # CARD-44 to CARD-49, RUL-73, RUL-75, RUL-81
    one = scoring(*FOUR, seat=2, final_round={"turns_left": 0, "caused_by": 2}, market="green*5")
    for seat in range(3):
        one.play(f"declare:{A if seat == 0 else ''}", seat)
    told = tell(one, "declare:", 0, acting=3)
    assert [event["event"] for event in told] == ["declared", "scored", "new_pass", "turn"]
    scored, new = told[1], told[2]
    assert (scored["pass"], scored["players"][0]["tickets"]) == (1, [A])
    assert (new["pass"], new["dealt"], sum(new["cards"].values())) == (2, [4] * 4, 4)
    assert tell(one.copy(), "draw", 0)[0]["event"] == "drew"
    view = one.view(0)
    assert (view["phase"], view["pass"], view["passes"], view["final_round"]) == ("turn", 2, 2, None)
    assert view["to_act"] == [3]  # CARD-47: left of seat 2, who took the last turn
    assert (view["discard_size"], view["deck"]) == (0, 96 - 6 - 16 - 5)  # CARD-45, CARD-46, CARD-48
    assert view["stack"] is None
    assert [ticket["state"] for ticket in view["tickets"]] == ["open", "done"]
    assert (seat_of(one, 0)["score"], seat_of(one, 0)["stack"], seat_of(one, 0)["tickets"]) == (
        points(A),
        0,
        1,
    )
    assert hand(one, 0)["red"] >= 2


def test_the_second_scoring_ends_the_game() -> None:  # CARD-49, CARD-51
    one = scoring(
        *(player(tickets=[C], stack=needs(C), completed=[A]), player(completed=[B]), player(), player()),
        **{"pass": 2},
    )
    assert one.view()["pass"] == 2
    told = declare(one, C, "", "", "")
    assert [event["event"] for event in told] == ["declared", "scored", "over"]
    assert (told[1]["pass"], told[1]["players"][0]["points"]) == (2, points(C))
    assert (one.outcome() or {})["players"][0]["city_counts"] == {
        "chicago": 1,
        "dallas": 1,
        "miami": 1,
        "new_york": 1,
    }


@pytest.mark.parametrize(("held", "deck", "market"), [(75, 0, 5), (78, 0, 2), (84, 0, 0)])
def test_a_small_new_deck(held: int, deck: int, market: int) -> None:  # CARD-48, RUL-74
    """If all players keep their cards, each has one turn in the second pass."""
    kinds = [
        kind
        for kind in ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
        for _ in range(10)
    ]
    kinds += ["wild"] * 16
    hands = [" ".join(kinds[seat:held:4]) for seat in range(4)]
    one = scoring(*(player(cards) for cards in hands), seat=1)
    told = declare(one, "", "", "", "")
    names = [event["event"] for event in told]
    assert names == ["declared", "scored", "new_pass", "final_round", "turn"]
    assert sum(told[2]["dealt"]) == min(16, 96 - held)
    assert (told[2]["deck"], sum(slot is not None for slot in told[2]["market"])) == (deck, market)
    assert told[3] == {"event": "final_round", "seat": None, "turns_left": 4}
    assert one.view()["final_round"] == {"turns_left": 4, "caused_by": None}
    assert ws.Game.from_position(one.position()).position() == one.position()
    turns = 0
    while one.view()["phase"] != "declaration":
        turns += one.view()["phase"] == "turn"
        one.play(one.legal()[-1])
    assert turns == 4
