"""Rings, the routes from a city to itself (MECH-8): drawn in the editor, and claimed at a table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.input_devices import Keys
from tests.web.player import keep_two, mark, middle_of, settled, start_game, view_of, wait_for_decision
from tests.web.test_studio import add, at, begin, city

from whistlestop.drawing import LAYOUT_FILE, solve
from whistlestop.rulesets import load_ruleset, new_board

RING, OTHER = "akureyri-akureyri", "reykjavik-reykjavik"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Return a server with a board that has two rings."""
    folder = tmp_path_factory.mktemp("rings")
    new_board(folder / "rings", "network")
    table = Path(folder / "rings" / "routes.csv")
    rows = table.read_text(encoding="utf-8").rstrip("\n")
    table.write_text(f"{rows}\n{RING},3,gray,normal,0\n{OTHER},3,gray,normal,0\n", encoding="utf-8")
    # A server lays boards out at low priority, which takes minutes on a busy machine.
    solve(load_ruleset(folder / "rings")).save(folder / "rings" / LAYOUT_FILE)
    compiled = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir()
    server = Service(
        folder,
        WHISTLESTOP_BOARDS=str(folder / "rings"),
        XDG_CACHE_HOME=str(folder / "cache"),
        NUMBA_CACHE_DIR=compiled,
    )
    server.start()
    yield server
    server.stop()


def drag(page: Page, *points: tuple[float, float]) -> None:
    """Press at the first point, move over the others, and release at the last."""
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point, steps=4)
    page.mouse.up()


def test_the_editor_draws_rings(new_page: NewPage) -> None:  # MECH-8
    page = new_page()
    begin(page, "Rings", "blank")
    box = page.locator(".map svg").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    add(page, "Brno", x - 120, y)
    add(page, "Praha", x + 120, y)
    page.locator('[data-tool="route"]').click()
    routes = page.locator(".map [data-route]")
    here = at(page, "Brno")
    # A drag that does not leave the city draws nothing.
    drag(page, here, (here[0] + 8, here[1]), here)
    expect(routes).to_have_count(0)
    page.keyboard.press("Escape")
    # Away and back by mouse.
    drag(page, here, (here[0], here[1] + 90), here)
    expect(page.locator('.map [data-route="brno-brno"] polygon')).to_have_count(4)
    expect(page.locator("[data-route-form] h3")).to_have_text("Brno (ring)")
    # Twice on a city by keyboard.
    city(page, "Praha").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator('.map [data-route="praha-praha"]')).to_have_count(1)
    page.locator("[data-undo]").click()
    expect(routes).to_have_count(1)
    page.locator("[data-redo]").click()
    expect(routes).to_have_count(2)
    # By a button, beside the first ring; spaces stay off the dots of cities.
    page.locator('[data-tool="select"]').click()
    page.mouse.click(*here)
    page.locator("[data-ring]").click()
    expect(page.locator('.map [data-route="brno-brno/2"]')).to_have_count(1)
    for space in page.locator('.map [data-route^="brno-brno"] polygon').all():
        bounds = space.bounding_box()
        assert bounds is not None
        middle = bounds["x"] + bounds["width"] / 2, bounds["y"] + bounds["height"] / 2
        assert abs(middle[0] - here[0]) + abs(middle[1] - here[1]) > 12


def draw_until_legal(page: Page, route: str) -> None:
    """Draw cards until a route can be claimed."""
    while not any(action.startswith(f"claim:{route}:") for action in view_of(page)["legal"]):
        before = mark(page)
        page.locator("[data-deck].legal").first.click()
        settled(page, before)
        wait_for_decision(page)


def test_rings_are_claimed_by_mouse_and_by_keyboard(new_page: NewPage) -> None:  # MECH-8
    page = new_page()
    start_game(page, "rings")
    expect(page.locator(".board .route")).to_have_count(20)
    keep_two(page)
    wait_for_decision(page)
    draw_until_legal(page, RING)
    before = mark(page)
    page.mouse.click(*middle_of(page, RING))
    page.get_by_role("dialog").get_by_role("button", name="Claim", exact=True).click()
    settled(page, before)
    expect(page.locator(f".board .route.owned.seat-0[data-route='{RING}']")).to_have_count(1)
    wait_for_decision(page)
    draw_until_legal(page, OTHER)
    before = mark(page)
    Keys(page).claim(OTHER)
    settled(page, before)
    expect(page.locator(f".board .route.owned.seat-0[data-route='{OTHER}']")).to_have_count(1)
