"""The characters of bots in the browser: choosing a face, who sees it, and remarks."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.input_devices import Keys
from tests.web.player import RECORD_SPEECH, asked, choose_board, keep_two, table_of
from tests.web.test_access import DEVICES, SCREENS, checker, show_on


def faces(page: Page) -> list[str | None]:
    """Return the characters on the plates, by seat."""
    found: list[str | None] = page.locator("[data-seat]:has([data-score])").evaluate_all(
        "plates => plates.map((plate) => plate.querySelector('[data-face]')?.dataset.face ?? null)"
    )
    return found


def test_an_opponent_is_chosen_by_face_and_seen_by_all(new_page: NewPage) -> None:
    page = new_page()
    choose_board(page)
    keys = Keys(page)
    page.get_by_role("button", name="Add a player").click()
    keys.press(page.get_by_role("button", name="Edda, Medium. Choose another opponent for seat 2."))
    picker = page.get_by_role("dialog", name="Choose an opponent")
    expect(picker.get_by_role("button", pressed=True)).to_be_focused()
    assert picker.locator("[data-faces] button svg").count() == 12
    keys.press(picker.get_by_role("button", name="Bruno"))
    expect(picker).to_have_count(0)
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("easy")
    expect(page.get_by_role("button", name="Bruno, Easy.")).to_be_focused()
    # The level chooses a face as well.
    page.get_by_label("Player 3", exact=True).select_option("first_ride")
    expect(page.get_by_role("button", name="Pip, First ride.")).to_be_visible()
    keys.press(page.get_by_role("button", name="Play now"))
    page.locator(".offer").wait_for()
    assert faces(page) == [None, "bruno", "pip"]
    expect(page.locator("[data-seat='1']").first).to_contain_text("Bruno")
    expect(page.locator("[data-seat='1']").first).to_contain_text("Bot: Easy")
    keep_two(page)
    expect(page.locator(".log")).to_contain_text("Bruno")

    watch = asked(page, "GET", f"/api/tables/{table_of(page)}")["watch"]
    other = new_page()
    other.goto(f"/t/{watch}")
    other.locator("[data-face='bruno'] svg").first.wait_for()
    assert faces(other) == [None, "bruno", "pip"]


def test_a_bot_greets_unless_remarks_are_off(new_page: NewPage) -> None:
    for remarks in (True, False):
        page = new_page()
        page.clock.install()
        page.add_init_script(RECORD_SPEECH)
        stored = json.dumps(json.dumps({"remarks": remarks}))
        page.add_init_script(f"localStorage.setItem('whistlestop.settings', {stored})")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "first_ride", "character": "nona"}]
        body = {"ruleset": "usa", "seats": seats, "start": True}
        page.goto(f"/t/{asked(page, 'POST', '/api/tables', body)['id']}")
        page.locator(".offer").wait_for()
        bubble = page.locator("[data-remark='1']")
        if remarks:
            expect(bubble).to_have_text("Tea first, then trains.")
            page.wait_for_function("() => window.spoken.includes('Nona: Tea first, then trains.')")
            page.clock.run_for(8000)
            expect(bubble).to_have_count(0)  # it disappears by itself
        else:
            page.clock.run_for(2500)
            assert bubble.count() == 0
            assert not page.evaluate("window.spoken.some((line) => line.startsWith('Nona:'))")


def test_the_faces_can_be_reached_on_every_screen(new_page: NewPage, axe: str) -> None:
    for device in ("wide", "phone"):
        page = new_page(**SCREENS[DEVICES[device][0]])
        choose_board(page)
        for screen in DEVICES[device]:
            show_on(page, screen)
            page.locator("button.face svg").first.wait_for()
            checker(page, axe, screen)("start page with faces")
            page.locator("button.face").first.click()
            page.locator("[data-faces]").wait_for()
            checker(page, axe, screen)("faces")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            page.keyboard.press("Escape")
