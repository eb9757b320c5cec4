"""Insets in the board editor: by mouse, by touch, by keyboard and as numbers, with undo; and drawn on a board."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.drawing.test_insets import AZORES, data
from tests.web.conftest import NewPage
from tests.web.test_studio import begin, pictures

from whistlestop.rulesets import ruleset_from_data
from whistlestop.studio import exported

BOX = "0-box"


def line(page: Page, which: str) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a rectangle on the screen."""
    box = page.locator(f'[data-inset="{which}"] .line').bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def field(page: Page, number: int) -> Locator:
    """Return the number of a side of the box."""
    return page.locator(f'[data-inset-field="{BOX}-{number}"]')


def begin_inset(page: Page) -> None:
    """Open the editor with a new board, and add an inset."""
    begin(page, "Islands")
    page.locator('[data-tool="select"]').click()
    page.locator('[data-tab="rules"]').click()
    page.locator("[data-add-inset]").click()
    expect(page.locator(f'[data-inset="{BOX}"]')).to_have_count(1)


def test_an_inset_by_mouse_keyboard_and_numbers(new_page: NewPage, axe: str) -> None:
    page = new_page()
    begin_inset(page)
    left, top, right, bottom = line(page, BOX)
    # Inside of a frame, the map is moved; a side of the frame moves the frame.
    page.mouse.move((left + right) / 2, top)
    page.mouse.down()
    page.mouse.move((left + right) / 2 + 40, top + 30, steps=4)
    page.mouse.up()
    now = line(page, BOX)
    assert [round(b - a) for a, b in zip((left, top, right, bottom), now, strict=True)] == pytest.approx(
        [40, 30, 40, 30], abs=3
    )
    page.mouse.move(now[2], now[3])
    page.mouse.down()
    page.mouse.move(now[2] + 50, now[3] + 20, steps=4)
    page.mouse.up()
    larger = line(page, BOX)
    assert [round(b - a) for a, b in zip(now, larger, strict=True)] == pytest.approx([0, 0, 50, 20], abs=3)
    # Each drag is one step.
    page.locator("[data-undo]").click()
    assert line(page, BOX) == pytest.approx(now, abs=1)
    page.locator("[data-undo]").click()
    assert line(page, BOX) == pytest.approx((left, top, right, bottom), abs=1)
    page.locator(f'[data-inset="{BOX}"]').focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert line(page, BOX)[0] - left == pytest.approx(30, abs=2)
    page.locator(f'[data-inset-corner="{BOX}"]').focus()
    page.keyboard.press("ArrowDown")
    assert line(page, BOX)[3] - bottom == pytest.approx(10, abs=2)
    earth = line(page, "0-earth")
    field(page, 3).fill("55.5")
    field(page, 3).press("Enter")
    expect(field(page, 3)).to_have_value("55.5")
    assert line(page, "0-earth") == pytest.approx(earth, abs=1)
    page.evaluate(axe)
    assert page.evaluate("axe.run().then((r) => r.violations.map((v) => v.id + v.nodes[0].html))") == []
    page.locator(f'[data-inset="{BOX}"]').focus()
    page.keyboard.press("Delete")
    expect(page.locator("[data-inset]")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.locator("[data-inset]")).to_have_count(2)
    page.locator("[data-remove-inset]").click()
    expect(page.locator("[data-inset]")).to_have_count(0)


def test_an_inset_by_touch(new_page: NewPage, request: pytest.FixtureRequest) -> None:
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    begin_inset(page)
    page.evaluate("scrollTo(0, 0)")
    session = page.context.new_cdp_session(page)

    def drag(x: float, y: float, dx: float, dy: float) -> None:
        for kind, share in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0), ("touchEnd", None)):
            points = [] if share is None else [{"x": x + dx * share, "y": y + dy * share}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    before = line(page, BOX)
    drag((before[0] + before[2]) / 2, before[1], -20, 30)
    now = line(page, BOX)
    assert [b - a for a, b in zip(before, now, strict=True)] == pytest.approx([-20, 30, -20, 30], abs=3)
    drag(now[2], now[3], 25, 15)
    assert [b - a for a, b in zip(now, line(page, BOX), strict=True)] == pytest.approx([0, 0, 25, 15], abs=3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    pictures(request, page, "insets-phone")


def test_a_board_with_an_inset_is_drawn(
    new_page: NewPage, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    insets = [{"earth": list(AZORES.earth), "box": list(AZORES.box)}]
    packed = tmp_path / "islands.zip"
    packed.write_bytes(exported(ruleset_from_data(data(insets=insets)).data.plain(), "zip"))
    page = new_page()
    page.goto("/studio")
    expect(page.locator("[data-import]")).to_be_enabled()
    page.locator("[data-import]").set_input_files(packed)
    expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "false")
    expect(page.locator("[data-inset]")).to_have_count(2)
    pictures(request, page, "insets")
    page.locator('[data-tab="rules"]').click()
    field(page, 0).fill("-60")
    field(page, 0).press("Enter")
    expect(page.locator("[data-insets] .faults")).to_contain_text("drawing.insets[0].box")
    page.locator("[data-undo]").click()
    expect(page.locator("[data-insets] .faults")).to_have_count(0)
    expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "false")
    page.locator("[data-preview]").click()
    expect(page.locator("[data-drawn] .inset .coast")).to_have_count(1, timeout=90_000)
    pictures(request, page, "insets-preview")
