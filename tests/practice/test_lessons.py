"""Every lesson can be played: right answers are accepted, wrong ones are explained."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from tests.rule_ids import DEFINED

from whistlestop.practice.lessons import SEAT, Step, lessons
from whistlestop.server.usecases import practice

STEPS = [(ruleset, step) for ruleset, steps in lessons().items() for step in steps]
NAMES = [f"{ruleset}-{step.id}" for ruleset, step in STEPS]


@pytest.fixture(scope="module")
def texts() -> dict[str, Any]:
    """The English texts."""
    file = files("whistlestop.languages") / "en/lessons.json"
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def test_the_lessons_of_the_package() -> None:
    assert {ruleset: len(steps) for ruleset, steps in lessons().items()} == {
        "usa": 10,
        "europe": 4,
        "switzerland": 3,
        "card_game": 4,
        "carpathia": 3,
        "iceland": 2,
        "australasia": 2,
        "istanbul": 1,
        "europe_depots": 3,
    }
    for steps in lessons().values():
        assert len({step.id for step in steps}) == len(steps)


@pytest.mark.parametrize(("ruleset", "step"), STEPS, ids=NAMES)
def test_a_step_tells_right_from_wrong(ruleset: str, step: Step, texts: dict[str, Any]) -> None:
    key = f"lesson.{ruleset}.{step.id}"
    assert {key, f"{key}.title", f"{key}.right"} <= texts.keys()
    assert set(step.teaches) <= set(DEFINED)
    if step.choices:
        for number in range(1, step.choices + 1):
            answer = practice.try_step(ruleset, step.id, str(number))
            assert answer.right is (number == step.answer)
            assert f"{key}.answer_{number}" in texts
            assert answer.right or f"{key}.{answer.reply}" in texts
        return
    game = step.game(ruleset)
    legal = game.legal(SEAT)
    right = [action for action in legal if step.accepts(action)]
    assert right, "the right answer is not legal"
    for action in right:
        answer = practice.try_step(ruleset, step.id, action)
        assert answer.right
        assert answer.played is not None
        assert answer.played.events
    explained: dict[str, str] = {}
    for action in legal:
        if not step.accepts(action):
            explained.setdefault(step.reply(action), action)
    for reply, action in explained.items():
        answer = practice.try_step(ruleset, step.id, action)
        assert (answer.right, answer.reply, answer.played) == (False, reply, None)
        assert f"{key}.{reply}" in texts


@pytest.mark.parametrize(("ruleset", "step"), STEPS, ids=NAMES)
def test_a_step_has_no_pattern_in_vain(ruleset: str, step: Step) -> None:
    legal = step.game(ruleset).legal(SEAT)
    for pattern, reply in step.wrong.items():
        assert any(not step.accepts(action) and step.reply(action) == reply for action in legal), pattern


def test_no_text_in_vain(texts: dict[str, Any]) -> None:
    known = {f"{ruleset}.{step.id}" for ruleset, step in STEPS}
    told = {".".join(key.split(".")[1:3]) for key in texts if key.startswith("lesson.")}
    assert told == known
