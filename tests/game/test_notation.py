"""Actions as text: every action of every game there and back, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.builders import board, player, start

import whistlestop as ws
from whistlestop import notation
from whistlestop.engine import fields
from whistlestop.errors import IllegalAction, NotationError, WhistlestopError


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_every_action_there_and_back(ruleset: str) -> None:
    rules = ws.load_ruleset(ruleset)
    texts = notation.of(rules)
    offer = [5, 2, 9, 0, 7, 3]
    seen = set()
    for action in range(int(rules.rules["actions"][0])):
        text = texts.text(action, offer)
        assert texts.parse(text, offer) == action
        assert text not in seen
        assert text == text.strip().lower()
        assert text.isascii()
        seen.add(text)


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_the_catalogue_has_every_payment_and_no_other(ruleset: str) -> None:  # COM-11, USA-17, EUR-9, SWI-11
    rules = ws.load_ruleset(ruleset)
    texts = notation.of(rules)
    claims = {
        texts.text(n) for n in range(int(rules.rules["actions"][0])) if texts.text(n).startswith("claim:")
    }
    expected = set()
    for route in rules.routes:
        wild_pays = ruleset != "switzerland" or route.kind == "tunnel"
        for color in ws.rulesets.COLORS if route.color == "gray" else (route.color,):
            for wilds in range(route.wilds, route.length + 1 if wild_pays else 1):
                cards = {color: route.length - wilds, "wild": wilds}
                expected.add(f"claim:{route.id}:{notation.payment_text(cards)}")
    assert claims == expected


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("claim:denver-omaha:wild+purple*3", "claim:denver-omaha:purple*3+wild"),
        ("claim:denver-omaha:purple*3+wild*1", "claim:denver-omaha:purple*3+wild"),
    ],
)
def test_kinds_in_any_order(text: str, canonical: str) -> None:
    texts = notation.of(ws.load_ruleset("usa"))
    assert texts.text(texts.parse(text)) == canonical


def test_tickets_in_any_order() -> None:
    rules = ws.load_ruleset("usa")
    texts = notation.of(rules)
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


@given(st.text(alphabet="abcdelmoprtuwy:*+,-_/0123 ", max_size=40) | st.text(max_size=20))
def test_any_text_parses_or_is_refused(text: str) -> None:
    texts = notation.of(ws.load_ruleset("europe"))
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
    texts = notation.of(game.ruleset)
    claims = [texts.text(n) for n in range(int(game.ruleset.rules["actions"][0]))]
    assert [text for text in claims if text.startswith("claim:a-b")] == ["claim:a-b:red", "claim:a-b:wild"]
    assert sum(text.startswith("claim:b-c") for text in claims) == 8 + 1
    assert len(claims) == 1 + 9 + 1 + 2**fields.OFFER + 2 + 9 + fields.SMALL + 1 + 1
