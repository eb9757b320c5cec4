"""The forms of the board editor for districts and passengers (MECH-1, GER-7)."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.test_studio import begin


def test_districts_and_passengers_of_a_copy(new_page: NewPage) -> None:
    page = new_page()
    begin(page, "Own USA", "usa")
    page.locator('[data-tab="rules"]').click()
    page.locator("[data-add-district]").click()
    page.keyboard.type("South")
    page.keyboard.press("Tab")
    expect(page.locator("[data-district] .what")).to_have_text("South")
    cities = page.locator("[data-districts] .cities li")
    expect(cities.locator("button:disabled")).to_have_count(2)  # districts cannot be smaller
    page.locator("[data-add-to-district]").select_option("boston")
    expect(cities).to_have_count(3)
    cities.locator("button").first.click()
    expect(cities).to_have_count(2)
    form = page.locator("[data-passengers]")
    form.get_by_role("checkbox", name="This board has passengers").check()
    figures = form.get_by_role("status")
    expect(figures).to_have_text("Passengers: 54. Places for them: 54.")
    form.get_by_role("checkbox", name="purple").press(" ")
    expect(figures).to_have_text("Passengers: 63. Places for them: 54.")
    expect(form.locator(".faults")).to_contain_text("the places take 54")
    form.locator("[data-spread]").click()
    expect(figures).to_have_text("Passengers: 63. Places for them: 63.")
    expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "false")
    expect(page.locator(".faults")).to_have_count(0)
