"""Texts for programs that read have a board's own names of cards beside the notation (MECH-6)."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from msgspec import to_builtins

import whistlestop as ws
from whistlestop.agents import prose
from whistlestop.cli.show import print_view
from whistlestop.envs.render import text
from whistlestop.kinds import kind_of
from whistlestop.rulesets import ruleset_from_data
from whistlestop.text.names import called, counted

NAMES: dict[str, str] = {"purple": "Coal", "blue": "<b>Ice</b>", "wild": "Express"}
PLAYERS = ("Ann", "Ben")


def board(name: str, names: dict[str, str] | None = None) -> ws.Ruleset:
    plain: dict[str, Any] = ws.load_ruleset(name).data.plain() | {"id": "mine"}
    return ruleset_from_data(plain | ({} if names is None else {"card_names": names}))


def told(ruleset: ws.Ruleset) -> list[str]:
    """Return all texts of a game with the moves of a random player."""
    random_ = random.Random(5)
    game = ws.Game.new(ruleset, 2, seed=11)
    texts = [prose.rules(ruleset)]
    while not game.over and game.version < 150:
        seat = game.to_act[0]
        seen = game.observe(seat)
        texts += [prose.position(seen, PLAYERS), prose.decision(seen, PLAYERS), text(seen)]
        if game.version % 20 == 5:
            texts.append(prose.hint(to_builtins(seen.hint()), ruleset))
        legal = seen.legal()
        claims = [action for action in legal if action.startswith(("claim:", "place:"))]
        game.play(random_.choice(claims or legal), seat)
        texts += prose.news(game.observe(seat).events_since(seen), PLAYERS, ruleset)
    return texts


@pytest.mark.slow
@pytest.mark.parametrize("name", ["switzerland", "istanbul", "card_game"])
def test_without_the_names_the_texts_are_those_of_the_usual_board(name: str) -> None:
    plain, named = told(board(name)), told(board(name, NAMES))
    assert named != plain
    # Names follow the notation, or a list of cards that has them.
    listed = "|".join(re.escape(one) for one in NAMES.values())
    without = [
        re.sub(rf" \((\d+ )?({listed})(, \d+ ({listed}))*\)", "", one) for one in (line for line in named)
    ]
    rules = re.sub(r"\nNames of cards: .*", "", without[0])
    assert [rules, *without[1:]] == plain


def test_cards_in_words() -> None:
    assert called("purple", NAMES) == "purple (Coal)"  # type: ignore[arg-type]
    assert called("red", NAMES) == "red"  # type: ignore[arg-type]
    assert counted({"purple": 2, "red": 1, "wild": 1}, NAMES) == "purple*2+red+wild (2 Coal, 1 Express)"  # type: ignore[arg-type]
    assert counted({"red": 1}, NAMES) == "red"  # type: ignore[arg-type]
    assert counted({}, NAMES) == "-"  # type: ignore[arg-type]


def test_rules_list_the_names_and_positions_use_them() -> None:
    ruleset = board("usa", NAMES)
    rules = prose.rules(ruleset)
    assert "Names of cards: purple (Coal), blue (<b>Ice</b>), wild (Express)." in rules
    assert re.search(r"charleston-miami 4 purple \(Coal\),", rules)
    position = {
        "players": [{"hand": {"purple": 2, "red": 1}}, {}],
        "market": ["purple", "red", "wild", "red", "red"],
    }
    game = ws.Game.from_position({"board": ruleset.data.plain(), **position})
    seen = game.observe(0)
    text = prose.position(seen, PLAYERS)
    assert "face up: purple (Coal), red, wild (Express), red, red;" in text
    assert "Your hand: purple*2+red (2 Coal)." in text
    # What is read can be written.
    assert "take:purple | red | wild" in text
    game.play("take:purple", 0)
    assert "Ann: took (card purple (Coal))" in prose.news(
        game.observe(0).events_since(seen), PLAYERS, ruleset
    )


def test_the_command_line_shows_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    ruleset = board("usa", NAMES)
    game = ws.Game.new(ruleset, 2, seed=3)
    print_view(to_builtins(game.observe(0).view()), ruleset)
    shown = " ".join(capsys.readouterr().out.split())
    assert kind_of(ruleset).name == "network"
    assert any(f"{card} ({name})" in shown for card, name in NAMES.items())
