"""What the board editor shows and saves: cities clear of the controls, forms from their top, changes at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.test_studio import begin

SIZES = [pytest.param((1440, 900), id="wide"), pytest.param((360, 740), id="phone")]


@pytest.mark.parametrize("size", SIZES)
def test_controls_cover_no_city(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    begin(page, "Covered", "europe")
    page.locator(".zoom button").last.click()
    boxes = [page.locator(f".studio {one}").bounding_box() for one in (".modes", ".stage .hint")]
    for dot in page.locator("[data-city] .dot").all():
        box = dot.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for cover in boxes:
            assert cover is not None
            assert not (
                cover["x"] <= x <= cover["x"] + cover["width"]
                and cover["y"] <= y <= cover["y"] + cover["height"]
            )


@pytest.mark.parametrize("size", SIZES)
def test_forms_and_panels_begin_at_their_top(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    begin(page, "Top", "europe")
    page.locator('[data-tab="routes"]').click()
    page.locator("#studio-panel button", has_text="Zürich").last.click()
    expect(page.locator("#studio-panel [data-route-form] h3")).to_be_in_viewport()
    page.locator("#studio-panel button", has_text="Zürich").last.scroll_into_view_if_needed()
    page.locator('[data-tab="rules"]').click()
    expect(page.locator("#studio-panel h2").first).to_be_in_viewport()


def test_a_change_is_saved_before_the_page_is_left(new_page: NewPage) -> None:
    page = new_page()
    begin(page, "Quick", "europe")
    page.locator('[data-tab="routes"]').click()
    page.locator('[data-route="amsterdam-bruxelles"]').focus()
    page.keyboard.press("Delete")
    expect(page.locator('[data-route="amsterdam-bruxelles"]')).to_have_count(0)
    page.reload()
    page.locator("[data-open]", has_text="Quick").click()
    expect(page.locator("[data-route]").first).to_be_visible()
    expect(page.locator('[data-route="amsterdam-bruxelles"]')).to_have_count(0)
