"""The board editor: from an empty page to a game on the new board; by mouse, by keyboard, by touch."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage

from whistlestop.games.network.kind import NETWORK
from whistlestop.rulesets import load_ruleset
from whistlestop.studio import exported

CITIES = {
    "Praha": (50.08, 14.43), "Plzeň": (49.74, 13.37), "Brno": (49.19, 16.61), "Ostrava": (49.84, 18.28),
    "Liberec": (50.77, 15.06), "Olomouc": (49.59, 17.25), "Ústí": (50.66, 14.04), "Jihlava": (49.4, 15.59),
    "Zlín": (49.22, 17.66), "Tábor": (49.41, 14.66), "Cheb": (50.08, 12.37), "Pardubice": (50.04, 15.78),
}  # fmt: skip
ROUTES = [
    ("Cheb", "Plzeň"), ("Cheb", "Ústí"), ("Ústí", "Liberec"), ("Ústí", "Praha"), ("Praha", "Plzeň"),
    ("Praha", "Liberec"), ("Praha", "Tábor"), ("Plzeň", "Tábor"), ("Tábor", "Jihlava"), ("Praha", "Pardubice"),
    ("Liberec", "Pardubice"), ("Jihlava", "Pardubice"), ("Jihlava", "Brno"), ("Pardubice", "Olomouc"),
    ("Brno", "Olomouc"), ("Brno", "Zlín"), ("Olomouc", "Zlín"), ("Olomouc", "Ostrava"), ("Zlín", "Ostrava"),
]  # fmt: skip


def begin(page: Page, name: str, start: str = "earth") -> None:
    """Open the editor with a new board."""
    page.goto("/studio")
    page.locator("[data-new-name]").fill(name)
    page.locator("[data-start]").select_option(start)
    page.locator("[data-new]").click()
    expect(page.locator("main.studio")).to_be_visible()


def city(page: Page, name: str) -> Any:
    """Return a city on the map."""
    return page.locator(f'[data-city] >> text="{name}"').locator("xpath=..")


def at(page: Page, name: str) -> tuple[float, float]:
    """Return the middle of a city on the screen."""
    box = city(page, name).locator(".dot").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def add(page: Page, name: str, x: float, y: float) -> None:
    """Click on the map, and type the name of the new city."""
    page.mouse.click(x, y)
    page.locator("[data-name]").fill(name)
    page.keyboard.press("Enter")
    expect(city(page, name)).to_be_visible()


def spread(page: Page) -> dict[str, tuple[float, float]]:
    """Return positions for cities on the screen, in the shape of the country."""
    box = page.locator(".map svg").bounding_box()
    assert box is not None
    return {
        name: (
            box["x"] + box["width"] * (0.1 + 0.8 * (lon - 12.3) / 6.1),
            box["y"] + box["height"] * (0.16 + 0.68 * (50.9 - lat) / 1.9),
        )
        for name, (lat, lon) in CITIES.items()
    }


def built(page: Page, name: str = "Bohemia") -> None:
    """Make a board of twelve cities with tickets, by mouse."""
    begin(page, name, "blank")
    for one, (x, y) in spread(page).items():
        add(page, one, x, y)
    page.locator('[data-tool="route"]').click()
    for n, (a, b) in enumerate(ROUTES):
        (x, y), (to_x, to_y) = at(page, a), at(page, b)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(to_x, to_y, steps=3)
        page.mouse.up()
        expect(page.locator("[data-route]")).to_have_count(n + 1)
    page.locator('[data-tab="tickets"]').click()
    page.locator("[data-suggest]").click()
    expect(page.locator("#studio-panel li.kept").first).to_be_visible()
    expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "false")


def pictures(request: pytest.FixtureRequest, page: Page, name: str) -> None:
    """Save a picture of the page, if pictures are stored."""
    folder = request.config.getoption("--pictures")
    if folder:
        page.screenshot(path=Path(folder) / f"studio-{name}.png")


def test_a_board_is_made_and_played(new_page: NewPage, request: pytest.FixtureRequest) -> None:
    page = new_page()
    built(page)
    page.locator('[data-tab="check"]').click()
    expect(page.locator(".steps .done")).to_have_count(5)
    pictures(request, page, "check")
    page.reload()
    page.locator("[data-open]").first.click()
    expect(page.locator("[data-city]")).to_have_count(len(CITIES))
    expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "false")
    page.locator("[data-play]").click()
    page.locator("[data-share]").click()
    link = page.locator("dialog input[readonly]").input_value()
    pictures(request, page, "play")
    page.locator("[data-go]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("main").get_by_text("Bohemia").or_(page.locator("body"))).not_to_have_count(0)
    friend = new_page()
    friend.goto(link)
    expect(friend.locator("[data-shared] h2")).to_have_text("Bohemia")
    friend.locator("[data-report]").click()
    friend.locator("dialog button[type=submit]").click()
    expect(friend.locator("dialog")).to_have_count(0)
    friend.locator("[data-edit]").click()
    expect(friend.locator("[data-city]")).to_have_count(len(CITIES))


def test_cities_are_found_by_name(new_page: NewPage, request: pytest.FixtureRequest) -> None:
    page = new_page()
    begin(page, "Places")
    field, found = page.locator("[data-place]"), page.locator("[role=option]")
    field.click()
    expect(found).to_have_count(8)
    pictures(request, page, "places")
    # By keyboard: the first place is preselected while typing, and the field is ready for the next one.
    for text, name in (("krak", "Kraków"), ("wars", "Warsaw"), ("breslau", "Wrocław")):
        page.keyboard.type(text)
        expect(page.locator("[role=option][aria-selected=true]")).to_contain_text(name)
        page.keyboard.press("Enter")
        expect(city(page, name)).to_be_visible()
    # By mouse or finger; a city outside the view moves the map.
    page.keyboard.type("auckland")
    found.first.click()
    expect(city(page, "Auckland")).to_be_in_viewport()
    page.keyboard.type("warsaw")
    expect(found.filter(has_text="Poland")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(found).to_have_count(0)
    page.locator("[data-undo]").click()
    expect(page.locator("[data-city]")).to_have_count(3)
    page.locator('[data-tab="routes"]').click()
    page.locator("[data-suggest-routes]").click()
    expect(page.locator("[data-route]")).to_have_count(3)
    # A board on plain paper has no real places.
    page.locator('[data-tab="rules"]').click()
    page.get_by_role("checkbox").first.uncheck()
    page.locator('[data-tab="cities"]').click()
    expect(field).to_have_count(0)


def test_names_are_dragged_to_their_place(new_page: NewPage, request: pytest.FixtureRequest) -> None:
    page = new_page()
    begin(page, "Names", "blank")
    for name, (x, y) in list(spread(page).items())[:3]:
        add(page, name, x, y)
    label = page.locator("[data-label]").first
    page.locator('[data-tool="select"]').click()
    box = label.bounding_box()
    assert box is not None
    x, y = at(page, "Praha")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x + 60, y + 2, steps=5)
    page.mouse.up()
    expect(label).to_have_attribute("text-anchor", "start")
    assert at(page, "Praha") == (x, y)
    expect(page.locator("[data-side]")).to_have_value("right")
    pictures(request, page, "names")
    # By keyboard; a drag is one step.
    page.locator("[data-side]").select_option("bottom_left")
    expect(label).to_have_attribute("text-anchor", "end")
    page.locator("[data-undo]").click()
    page.locator("[data-undo]").click()
    expect(label).to_have_attribute("text-anchor", "middle")
    page.locator('[data-tab="rules"]').click()
    page.locator("[data-palette]").select_option("snow")
    page.locator("[data-title-place]").select_option("top_left")
    pictures(request, page, "drawing")
    expect(page.locator("[data-undo]")).to_be_enabled()


def test_every_change_is_undone_and_redone(new_page: NewPage) -> None:
    page = new_page()
    begin(page, "Steps", "blank")
    box = page.locator(".map svg").bounding_box()
    assert box is not None
    add(page, "Aa", box["x"] + 200, box["y"] + 200)
    add(page, "Bb", box["x"] + 500, box["y"] + 300)
    page.locator('[data-tool="route"]').click()
    city(page, "Aa").click()
    city(page, "Bb").click()
    page.locator("[data-double]").click()
    expect(page.locator("[data-route]")).to_have_count(2)
    # Renaming changes the ids of routes; a drag is one step.
    page.locator('[data-tool="select"]').click()
    city(page, "Aa").click()
    page.locator("[data-name]").fill("Zz")
    page.keyboard.press("Enter")
    expect(page.locator('[data-route="bb-zz/2"]')).to_have_count(1)
    before = at(page, "Zz")
    page.mouse.move(*before)
    page.mouse.down()
    page.mouse.move(before[0] + 60, before[1] + 40, steps=6)
    page.mouse.up()
    moved = at(page, "Zz")
    assert abs(moved[0] - before[0] - 60) < 3
    page.locator(".map svg").focus()
    page.keyboard.press("Control+z")
    assert abs(at(page, "Zz")[0] - before[0]) < 2
    for _ in range(7):  # a city is added, then named
        page.keyboard.press("Control+z")
    expect(page.locator("[data-city]")).to_have_count(0)
    expect(page.locator("[data-undo]")).to_be_disabled()
    for _ in range(8):
        page.keyboard.press("Control+y")
    expect(page.locator('[data-route="bb-zz/2"]')).to_have_count(1)
    assert abs(at(page, "Zz")[0] - moved[0]) < 2


def test_the_keyboard_does_everything(new_page: NewPage) -> None:
    page = new_page()
    begin(page, "Keys", "blank")
    for name in ("One", "Two"):
        page.locator("[data-add-city]").focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-name]")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    before = at(page, "Two")
    city(page, "Two").focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    assert at(page, "Two")[0] - before[0] > 80
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    city(page, "One").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-route="one-two"]')).to_have_count(1)
    page.locator("[data-route-form] [role=spinbutton]").first.focus()
    length = page.locator("[data-route-form] [role=spinbutton]").first
    shown = int(length.inner_text())
    page.keyboard.press("ArrowUp")
    expect(length).to_have_text(str(shown + 1))
    page.locator('[data-route="one-two"]').focus()
    page.keyboard.press("Delete")
    expect(page.locator("[data-route]")).to_have_count(0)


def test_mistakes_are_shown_at_their_place(new_page: NewPage) -> None:
    page = new_page()
    begin(page, "Faults", "blank")
    box = page.locator(".map svg").bounding_box()
    assert box is not None
    add(page, "Alone", box["x"] + 300, box["y"] + 300)
    expect(page.locator(".city.faulty")).to_have_count(1)
    expect(page.locator("[data-city-form] .faults")).to_contain_text("no route leads to it")
    page.locator("[data-play]").click(force=True)  # the button shows what is missing
    page.locator("[data-fault]", has_text="no route").click()
    expect(page.locator("[data-city-form]")).to_be_visible()


def test_versions_files_and_pictures(
    new_page: NewPage, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    page = new_page()
    begin(page, "", "switzerland")
    expect(page.locator(".land")).not_to_have_attribute("d", "")
    cities = page.locator("[data-city]").count()
    page.locator("[data-versions]").click()
    page.locator("[data-keep]").click()
    page.locator("dialog .close").click()
    page.locator("[data-city]").first.focus()
    page.keyboard.press("Delete")
    expect(page.locator("[data-city]")).to_have_count(cities - 1)
    page.locator("[data-versions]").click()
    page.locator("[data-restore]").first.click()
    expect(page.locator("[data-city]")).to_have_count(cities)
    expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "false")
    page.locator("[data-files]").click()
    with page.expect_download() as download:
        page.locator('[data-form="zip"]').click()
    packed = tmp_path / "board.zip"
    download.value.save_as(packed)
    page.goto("/studio")
    page.locator("[data-import]").set_input_files(packed)
    expect(page.locator("[data-city]")).to_have_count(cities)
    pictures(request, page, "switzerland")


def imported(page: Page, folder: Path) -> None:
    """Open the editor with a small board."""
    packed = folder / "small.zip"
    packed.write_bytes(exported(load_ruleset(str(NETWORK.data.template)).data.plain(), "zip"))
    page.goto("/studio")
    expect(page.locator("[data-start] option").nth(2)).to_be_attached()
    expect(page.locator("[data-import]")).to_be_enabled()
    page.locator("[data-import]").set_input_files(packed)
    expect(page.locator("[data-play]")).to_have_attribute("aria-disabled", "false")


def test_a_board_is_printed(new_page: NewPage, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    for width in (1440, 360):
        page = new_page(viewport={"width": width, "height": 900})
        imported(page, tmp_path)
        page.locator("[data-files]").click()
        form = page.locator("form.print")
        form.locator("select").select_option("a3")
        form.locator("input").fill("12.5")
        pictures(request, page, f"print-{width}")
        with page.expect_download(timeout=120_000) as download:
            form.locator('[data-form="pdf"]').click()
        file = tmp_path / f"{width}.pdf"
        download.value.save_as(file)
        pages = list(pypdfium2.PdfDocument(file))
        assert any(round(max(one.get_size())) == round(420 / 25.4 * 72) for one in pages)
        assert "12.5 mm" in pages[0].get_textpage().get_text_range()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_phone_adds_and_connects_by_touch(new_page: NewPage, request: pytest.FixtureRequest) -> None:
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    begin(page, "Touch", "blank")
    box = page.locator(".map svg").bounding_box()
    assert box is not None
    for name, x, y in (("Aa", 80, 180), ("Bb", 280, 260)):
        page.touchscreen.tap(box["x"] + x, box["y"] + y)
        page.locator("[data-name]").fill(name)
        page.keyboard.press("Enter")
        page.evaluate("scrollTo(0, 0)")
    page.locator('[data-tool="route"]').tap()
    for name in ("Aa", "Bb"):
        page.touchscreen.tap(*at(page, name))
    expect(page.locator("[data-route]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    pictures(request, page, "phone")


def test_pages_have_no_accessibility_faults(new_page: NewPage, axe: str) -> None:
    page = new_page()
    page.goto("/studio")
    page.locator("[data-new]").wait_for()
    page.evaluate(axe)
    script = "axe.run().then((r) => r.violations.map((v) => v.id + ': ' + v.nodes[0].html))"
    assert page.evaluate(script) == []
    begin(page, "", "switzerland")
    for tab in ("cities", "routes", "tickets", "rules", "check", "balance"):
        page.locator(f'[data-tab="{tab}"]').click()
        page.locator("[data-play][aria-disabled=false]").wait_for()
        if tab == "cities":
            page.evaluate(axe)
        assert page.evaluate(script) == [], tab


def test_a_board_travels_in_a_link(new_page: NewPage, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    page = new_page(viewport={"width": 360, "height": 740})
    imported(page, tmp_path)
    page.locator("[data-play]").click()
    page.locator("[data-pack]").click()
    link = page.locator("dialog input[readonly]").input_value()
    pictures(request, page, "link-360")
    assert "/studio#board=" in link
    friend = new_page()
    kept: list[str] = []
    friend.on("request", lambda one: kept.append(one.url) if one.method == "POST" else None)
    friend.goto(link)
    expect(friend.locator("[data-city]")).to_have_count(10)
    expect(friend).to_have_url(re.compile(r"/studio$"))
    assert not [one for one in kept if one.endswith("/api/boards")]
    expect(friend.locator("[data-play]")).to_have_attribute("aria-disabled", "false")
    friend.locator("[data-play]").click()
    friend.locator("[data-go]").click()
    friend.wait_for_url("**/t/*")
    friend.goto("/studio")
    expect(friend.locator("[data-open]")).to_have_count(1)
    for bad in (link[:-40], link.split("=")[0] + "=AAAA", link.split("=")[0] + "=q1ZKVLJSMjI2MTVTqgUA"):
        stranger = new_page()
        stranger.goto(bad)
        expect(stranger.locator("main .problem")).to_have_text("This link contains no valid board.")
