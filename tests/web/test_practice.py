"""Lessons and puzzles on a small phone, and games without puzzles."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect
from tests.web.input_devices import Mouse

from whistlestop.practice.puzzles import puzzles

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from tests.web.conftest import NewPage

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def fits(page: Page) -> None:
    """Check that nothing makes the page wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_lesson_on_a_phone(new_page: NewPage, axe: str) -> None:
    page = new_page(**PHONE)
    page.goto("/")
    page.locator("[data-lessons]").tap()
    page.locator("[data-lesson=usa]").tap()
    task = page.locator("[data-task]")
    expect(task).to_contain_text("step 1 of 10")
    expect(page.locator('[data-slot][data-color="green"]')).to_have_attribute("data-pointed", "")
    fits(page)
    page.locator('[data-slot][data-color="red"]').tap()
    expect(page.locator("[data-task=wrong]")).to_contain_text("Take the green card")
    page.locator('[data-slot][data-color="green"]').tap()
    expect(page.locator("[data-task=right]")).to_be_visible()
    page.evaluate(axe)
    found = page.evaluate("axe.run(document.querySelector('[data-task]'))")
    assert [one["id"] for one in found["violations"]] == []
    page.locator("[data-next]").tap()
    expect(task).to_contain_text("step 2 of 10")
    page.locator("[data-deck]").tap()
    expect(page.locator("[data-task=right]")).to_be_visible()
    kept = page.evaluate("JSON.parse(localStorage.getItem('whistlestop.lessons'))")
    assert kept == {"usa": ["take", "second"]}
    page.goto("/learn/usa")  # it resumes at the same step
    expect(task).to_contain_text("step 3 of 10")
    page.locator("[data-skip]").tap()
    expect(task).to_contain_text("step 4 of 10")


def test_the_end_of_an_exercise_offers_no_replay(new_page: NewPage) -> None:
    """Exercises are not stored, so there is nothing to replay or to review."""
    page = new_page()
    page.goto("/learn/usa/last")
    page.locator('.board .route.legal[data-route="helena-seattle"]').wait_for()
    Mouse(page).claim("helena-seattle")
    expect(page.locator("[data-task=right]")).to_be_visible()
    expect(page.locator(".end .scores tbody tr")).to_have_count(2)
    expect(page.locator(".log li")).not_to_have_count(0)
    expect(page.locator("[data-replay], [data-review-link]")).to_have_count(0)
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".phone-table").wait_for()
    expect(page.locator("[data-task=right]")).to_be_visible()
    board: Any = page.locator(".board-cell").bounding_box()
    assert board["height"] > 150


def test_a_puzzle_on_a_phone(new_page: NewPage) -> None:
    ruleset, puzzle = next(
        (name, one)
        for name, found in puzzles().items()
        for one in found.values()
        if "draw" in [*one.moves, *one.others] and one.best != "draw"
    )
    page = new_page(**PHONE)
    page.goto(f"/puzzles/{ruleset}/{puzzle.id}")
    expect(page.locator("[data-task]")).to_contain_text("One move is clearly better")
    board = page.locator(".board-cell")
    place = board.bounding_box()
    page.locator("[data-deck]").tap()
    expect(page.locator("[data-task=wrong]")).to_contain_text("There is a better move")
    assert board.bounding_box() == place  # the board stays where it is, and nothing covers it
    page.locator("[data-tell]").tap()
    expect(page.locator("[data-task]")).to_contain_text("The best move")
    assert board.bounding_box() == place
    task = page.locator("[data-task]").bounding_box()
    assert place is not None
    assert task is not None
    assert place["width"] == 360
    assert place["y"] + place["height"] <= task["y"]
    page.locator("[data-task] summary", has_text="Moves compared").tap()
    expect(page.locator("[data-task] tr")).to_have_count(len(puzzle.moves))
    fits(page)
    kept = json.loads(page.evaluate("localStorage.getItem('whistlestop.puzzles')"))
    assert kept["answers"] == {puzzle.id: False}
    page.locator("[data-leave]").tap()
    expect(page.locator("[data-daily]")).to_be_visible()
    fits(page)


def test_a_game_without_puzzles(new_page: NewPage) -> None:
    """The game is not in the list, and the address of a puzzle that does not exist leads back to the list."""
    page = new_page(missing=True)
    page.goto("/puzzles")
    expect(page.locator("main > ul > li")).to_have_count(len(puzzles()))
    assert "carpathia" not in puzzles()
    expect(page.locator("main > ul")).not_to_contain_text("Carpathia")
    page.goto("/puzzles/carpathia/00000000")
    expect(page.locator("h1")).to_have_text("This puzzle does not exist.")
    page.get_by_role("link", name="All puzzles").click()
    page.wait_for_url("**/puzzles")
    page.goto("/learn/carpathia_2")
    expect(page.locator("h1")).to_have_text("This lesson does not exist.")
    page.get_by_role("link", name="Learn by playing").click()
    page.wait_for_url("**/learn")
