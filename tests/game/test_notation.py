"""Actions as text: every action of every game in both directions, and refused texts."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.builders import board, player, start

import whistlestop as ws
from whistlestop.errors import IllegalAction, NotationError, WhistlestopError
from whistlestop.format import Counts
from whistlestop.format.catalogue import LISTED
from whistlestop.games.network.mechanisms.payments import SMALL
from whistlestop.text.payment import payment_text

MAPS = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).routes]


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_every_action_there_and_back(ruleset: str) -> None:
    rules = ws.load_ruleset(ruleset)
    texts = rules.notation
    offer = [5, 2, 9, 0, 7, 3]
    seen = set()
    for action in range(int(rules.rules["actions"][0])):
        text = texts.text(action, offer)
        assert texts.parse(text, offer) == action
        assert text not in seen
        assert text == text.strip().lower()
        assert text.isascii()
        seen.add(text)


@pytest.mark.parametrize("ruleset", MAPS)
def test_the_catalogue_has_every_payment_and_no_other(ruleset: str) -> None:  # COM-11, USA-17, EUR-9, SWI-11
    rules = ws.load_ruleset(ruleset)
    texts = rules.notation
    claims = {
        texts.text(n) for n in range(int(rules.rules["actions"][0])) if texts.text(n).startswith("claim:")
    }
    expected = set()
    for route in rules.routes:
        wild_pays = ruleset != "switzerland" or route.kind == "tunnel"
        for color in ws.format.COLORS if route.color == "gray" else (route.color,):
            for wilds in range(route.wilds, route.length + 1 if wild_pays else 1):
                cards: Counts = {color: route.length - wilds, "wild": wilds}
                expected.add(f"claim:{route.id}:{payment_text(cards)}")
    assert claims == expected


def test_the_catalogue_of_the_card_game() -> None:  # CARD-23, CARD-24, RUL-62
    rules = ws.load_ruleset("card_game")
    texts = rules.notation
    found = {texts.text(n) for n in range(int(rules.rules["actions"][0]))}
    sets = {
        f"set:{payment_text({color: colored, 'wild': wilds})}"
        for color in ws.format.COLORS
        for colored in range(1, 11)
        for wilds in range(17)
        if colored + wilds > 1
    }
    trios = {f"trio:{payment_text(dict.fromkeys(colors, 1))}" for colors in combinations(ws.format.COLORS, 3)}
    assert (len(sets), len(trios)) == (8 * 169, 56)
    assert {text for text in found if text.startswith("set:")} == sets
    assert {text for text in found if text.startswith("trio:")} == trios
    assert {text for text in found if ":" not in text} == {"draw", "stop", "tickets", "pass"}


@given(st.sets(st.integers(0, 45)))
def test_every_declaration_there_and_back(tickets: set[int]) -> None:  # CARD-41
    rules = ws.load_ruleset("card_game")
    texts = rules.notation
    action = int(rules.rules["id_declare"][0]) + sum(1 << ticket for ticket in tickets)
    text = texts.text(action)
    assert text == "declare:" + ",".join(rules.tickets[ticket].id for ticket in sorted(tickets))
    assert texts.parse(text) == action
    assert texts.means(action)
    assert not texts.means(action + (1 << 46))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("set:wild*2+green*2", "set:green*2+wild*2"),
        ("trio:red+blue+yellow", "trio:blue+yellow+red"),
        ("declare:dallas-miami,chicago-dallas", "declare:chicago-dallas,dallas-miami"),
        ("declare:", "declare:"),
        ("stop", "stop"),
    ],
)
def test_words_of_the_card_game(text: str, canonical: str) -> None:
    texts = ws.load_ruleset("card_game").notation
    assert texts.text(texts.parse(text)) == canonical


NO_CARD_ACTIONS = [
    "stop:", "set", "set:", "set:gray*2", "set:red+red", "set:red*2+", "trio", "trio:", "trio:red,blue,green",
    "declare", "declare:mars-venus", "declare:,", "declare:dallas-miami,dallas-miami", "declare:dallas-miami ",
    "claim:denver-omaha:red*4", "surcharge:red", "withdraw", "station:wien:red", "rob:red", "take:gray", "Stop",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_CARD_ACTIONS)
def test_texts_that_mean_nothing_in_the_card_game(text: str) -> None:
    game = start("card_game", player("red*4"), market="red*5")
    before = game.states.tobytes()
    with pytest.raises(NotationError) as caught:
        game.play(text)
    assert len(str(caught.value)) < 300
    assert game.states.tobytes() == before


@pytest.mark.parametrize(
    "text", ["set:red", "set:wild*2", "set:red+blue", "set:red*11", "trio:red+blue", "declare:"]
)
def test_card_actions_that_cannot_be_done_now_or_ever(text: str) -> None:  # COM-4
    game = start("card_game", player("red*4"), market="red*5")
    with pytest.raises(IllegalAction):
        game.play(text)


@pytest.mark.parametrize(
    "action", [-1, 1485 + (1 << 46), 1 << 62, 1 << 70, -(1 << 70), 1 << 70_000], ids=range(6)
)
def test_numbers_that_are_no_action(action: int) -> None:  # COM-4
    for game in (
        start("card_game", player(tickets="dallas-miami"), phase="declaration"),
        start("usa", player(), market="red*5"),
    ):
        before = game.states.tobytes()
        with pytest.raises(IllegalAction, match="there is no action"):
            game.play_id(action, 0)
        assert (game.states.tobytes(), game.actions) == (before, [])


@pytest.mark.parametrize("action", ["draw", 1.0, None, b"1", [1], np.float64(1), np.zeros(2, int)])
def test_what_is_no_number_is_no_action(action: Any) -> None:  # COM-4
    game = start("usa", player(), market="red*5")
    with pytest.raises(IllegalAction, match="an action is an integer, not"):
        game.play_id(action)
    assert game.version == 0


@pytest.mark.parametrize("make", [int, np.int64, np.uint64, np.int16])
def test_numbers_of_any_make(make: Any) -> None:
    game = start("usa", player(), market="red*5")
    game.play_id(make(game.legal_ids()[0]))
    assert game.version == 1


@pytest.mark.parametrize(
    ("ruleset", "text"),
    [
        ("usa", "claim:denver-omaha:" + "plaid" * 600),
        ("usa", "claim:denver-omaha:" + "+".join(["red"] * 800)),
        ("europe", "station:wien:" + "x" * 3000),
        ("card_game", "set:" + "red+" * 800),
    ],
)
def test_a_long_payment_is_cut_in_the_message(ruleset: str, text: str) -> None:
    with pytest.raises(NotationError) as caught:
        start(ruleset, player(), market="red*5").play(text)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("claim:denver-omaha:wild+purple*3", "claim:denver-omaha:purple*3+wild"),
        ("claim:denver-omaha:purple*3+wild*1", "claim:denver-omaha:purple*3+wild"),
    ],
)
def test_kinds_in_any_order(text: str, canonical: str) -> None:
    texts = ws.load_ruleset("usa").notation
    assert texts.text(texts.parse(text)) == canonical


def test_tickets_in_any_order() -> None:
    rules = ws.load_ruleset("usa")
    texts = rules.notation
    offer = [rules.ticket_index[name] for name in ("boston-miami", "dallas-new_york", "denver-el_paso")]
    action = texts.parse("keep:denver-el_paso,boston-miami", offer)
    assert texts.text(action, offer) == "keep:boston-miami,denver-el_paso"
    assert texts.parse("keep:", offer) == int(rules.rules["id_keep"][0])


NO_ACTIONS = [
    "", " ", "draw ", "Draw", "draw:", "draw:red", "tickets:3", "pass:", "withdraw:", "take", "take:", "take:pink",
    "take:red+blue", "take:red*2", "take:gray", "keep", "keep:mars-venus", "keep:,", "claim", "claim:",
    "claim:denver-omaha",
    "claim:denver-omaha:", "claim:omaha-denver:purple*4", "claim:denver-omaha:purple*0", "claim:denver-omaha:purple*-4",
    "claim:denver-omaha:purple*100", "claim:denver-omaha:purple+purple", "claim:denver-omaha:purple*4 ",
    "claim:denver-omaha/2:purple*4", "claim::purple", "surcharge", "surcharge:", "surcharge:mauve", "station:wien:red",
    "stop", "set:red*2", "claim:denver-omaha:purple*4:x", "take:red\n", "take:réd", "x" * 5000, "draw\0", "٣",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_ACTIONS)
def test_texts_that_mean_nothing(text: str) -> None:
    game = start("usa", player("purple*4"), market="red*5")
    before = game.states.tobytes()
    with pytest.raises(NotationError) as caught:
        game.play(text)
    assert len(str(caught.value)) < 300
    assert game.states.tobytes() == before


@pytest.mark.parametrize("text", [None, 7, ["draw"], {"a": 1}, b"draw"])
def test_what_is_no_text(text: object) -> None:
    game = start("usa", player("purple*4"), market="red*5")
    with pytest.raises(NotationError):
        game.play(text)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "claim:denver-omaha:red*4",
        "claim:denver-omaha:purple*3",
        "claim:denver-omaha:purple*99",
        "claim:denver-omaha:purple*2+red*2",
        "surcharge:red*4",
        "surcharge:red+blue",
        "keep:boston-miami",
    ],
)
def test_texts_that_can_never_be_done(text: str) -> None:  # COM-4
    game = start("usa", player("purple*4"), market="red*5")
    with pytest.raises(IllegalAction):
        game.play(text)


@given(
    st.sampled_from(["europe", "card_game"]),
    st.text(alphabet="abcdelmoprtuwy:*+,-_/0123 ", max_size=40) | st.text(max_size=20),
)
def test_any_text_parses_or_is_refused(ruleset: str, text: str) -> None:
    texts = ws.load_ruleset(ruleset).notation
    try:
        action = texts.parse(text, [3, 1])
    except WhistlestopError as error:
        code = error.code
    else:
        assert texts.parse(texts.text(action, [3, 1]), [3, 1]) == action
        return
    assert code in ("notation", "illegal_action")


def test_small_boards_have_small_catalogues() -> None:
    game = start(board("a-b:1:red b-c:2:gray:ferry*1", "a-b:2 a-c:3"), player())
    texts = game.ruleset.notation
    claims = [texts.text(n) for n in range(int(game.ruleset.rules["actions"][0]))]
    assert [text for text in claims if text.startswith("claim:a-b")] == ["claim:a-b:red", "claim:a-b:wild"]
    assert sum(text.startswith("claim:b-c") for text in claims) == 8 + 1
    assert len(claims) == 1 + 9 + 1 + 2**LISTED + 2 + 9 + SMALL + 1 + 1
