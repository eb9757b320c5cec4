"""Variants of a board: chosen below it, and named wherever the game is listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect
from tests.web.input_devices import Keys
from tests.web.player import choose_board

if TYPE_CHECKING:
    from tests.web.conftest import NewPage


def test_a_variant_is_chosen_below_its_board(new_page: NewPage) -> None:
    page = new_page()
    variants, chosen = page.locator("input[name=variant]"), page.locator("input[name=variant]:checked")
    choose_board(page, "card_game")
    expect(variants).to_have_count(0)
    choose_board(page, "europe")
    expect(variants).to_have_count(5)
    expect(chosen).to_have_value("europe")
    keys = Keys(page)
    keys.tab_to(chosen)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(chosen).to_have_value("europe_mega")
    keys.press(page.locator("button.play"))
    page.locator(".offer").wait_for()
    # Two long tickets and five regular ones, of which three must be kept.
    expect(page.locator(".offer [type=checkbox]")).to_have_count(7)
    expect(page.locator(".offer button", has_text="Choose at least 3")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name="Europe 1912: Mega")).to_be_visible()
