"""The board as a map for planning: colors, pins, paths, reasons, and others' moves."""

from __future__ import annotations

import random
import re
from io import BytesIO
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import pytest
from PIL import Image, ImageColor
from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.layout import painted
from tests.web.player import (
    answer_late,
    invite,
    keep_two,
    lit_routes,
    mark,
    middle_of,
    offered,
    on_turn,
    plan_of,
    settled,
    start_game,
    unfold_log,
    view_of,
    wait_for_decision,
    wait_for_plan,
)

from whistlestop.drawing.art import DARK_INK, LIGHT

# Every route color on every background of a board. A color is distinguishable if its face or outline is;
# contrast as in WCAG 2.2, 1.4.11. The colors are those computed by the browser.
CONTRASTS = r"""() => {
  const light = (text) => {
    const [r, g, b] = text.match(/[\d.]+/g).map((part) => Number(part) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [more, less] = [light(a), light(b)].sort((x, y) => y - x);
    return (more + 0.05) / (less + 0.05);
  };
  const style = (selector) => getComputedStyle(document.querySelector(selector));
  const board = document.querySelector("svg.board");
  const grounds = [style(".board .sea").fill, style(".board .paper").stopColor, style(".board .paper-2").stopColor,
    ...["shallow-1", "shallow-2", "shallow-3"].filter((band) => board.querySelector(`.${band}`))
      .map((band) => style(`.board .${band}`).stroke)];
  const result = {};
  const judge = (name, ...colors) => {
    const least = Math.min(...grounds.map((ground) => Math.max(...colors.map((color) => contrast(color, ground)))));
    result[name] = Math.min(result[name] ?? Infinity, least);
  };
  const free = [...board.querySelectorAll(".route:not(.owned, .closed)")];
  for (const route of free) {
    const slot = route.querySelector(".slot");
    slot.style.fill = "var(--c)"; // without the figure of its colour
    const { fill, stroke, strokeOpacity, opacity } = getComputedStyle(slot);
    if (Number(strokeOpacity) * Number(opacity) * Number(getComputedStyle(route).opacity) !== 1)
      throw new Error(`${route.dataset.route} is faded`);
    judge(`${route.dataset.kind} ${route.dataset.color}`, fill, stroke);
    slot.style.fill = "";
  }
  const legal = board.querySelector(".route.legal .track");
  if (legal) judge("edge of what can be claimed", getComputedStyle(legal).stroke);
  const { fill: ink, stroke: halo } = style(".board .label");
  result["names of cities"] = contrast(ink, halo);
  // Trains are copies of one wagon, out of reach; here is one in reach, in every seat's colour.
  const train = document.querySelector("#wagon").cloneNode(true);
  train.setAttribute("class", "train");
  free[0].append(train);
  const classes = free[0].getAttribute("class");
  for (let seat = 0; seat < 5; seat++) {
    free[0].setAttribute("class", `route owned seat-${seat}`);
    const { fill, stroke } = getComputedStyle(train.querySelector("rect"));
    judge(`trains of seat ${seat}`, fill, stroke);
  }
  free[0].setAttribute("class", classes);
  train.remove();
  return result;
}"""


SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")


@pytest.mark.parametrize("ruleset", ["usa", "europe", "switzerland"])
def test_every_colour_of_a_route_can_be_told_from_the_ground(new_page: NewPage, ruleset: str) -> None:
    page = new_page(ground=True)
    on_turn(page, ruleset, until=10)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        contrasts = page.evaluate(CONTRASTS)
        assert len(contrasts) > 9 + 5
        assert {name: value for name, value in contrasts.items() if value < 3} == {}, scheme
        assert contrasts["names of cities"] >= 4.5, scheme


def test_free_routes_keep_their_colour_and_legal_ones_have_an_edge(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, until=12)
    legal, other = page.locator(".board .route.legal"), page.locator(".board .route:not(.legal, .owned)")
    assert legal.count()
    assert other.count()
    faded = page.locator(".board .route").evaluate_all(
        "routes => routes.filter((route) => getComputedStyle(route).opacity !== '1').length"
    )
    assert faded == 0
    width = "route => parseFloat(getComputedStyle(route.querySelector('.track')).strokeWidth)"
    shown = "route => route.querySelector('.inner')?.checkVisibility() ?? false"
    assert legal.first.evaluate(shown)
    assert not other.first.evaluate(shown)
    thin = legal.first.evaluate(width)
    route = legal.first.get_attribute("data-route") or ""
    page.mouse.move(*middle_of(page, route))
    strong = page.locator(f'.board .route[data-route="{route}"]')
    assert strong.evaluate(width) > thin
    assert not strong.evaluate(shown)


@pytest.mark.parametrize("color", ["red", "black", "yellow", "wild"])
def test_spaces_show_the_figures_of_their_colours(new_page: NewPage, color: str) -> None:
    """USA-17, EUR-9: every free space has a symbol for its cost, not only a color."""
    page = new_page(ground=True, device_scale_factor=2)
    on_turn(page, "europe")
    kind = "" if color == "wild" else f'[data-color="{color}"][data-kind="normal"]'
    space = page.locator(f".board .route{kind}:not(.owned) {'.wild' if color == 'wild' else '.slot'}").first
    with Image.open(BytesIO(space.screenshot())) as image:
        points = np.asarray(image.convert("RGB"), dtype=int).reshape(-1, 3)
    ground = LIGHT["route-gray" if color == "wild" else f"route-{color}"]
    figure = DARK_INK if color == "wild" else LIGHT.get(f"figure-{color}", DARK_INK)
    for wanted in (ground, figure):
        assert np.abs(points - ImageColor.getrgb(wanted)[:3]).max(axis=1).min() < 48


def test_the_cities_of_the_own_tickets_have_pins(new_page: NewPage) -> None:
    page = new_page()
    start_game(page)
    view = view_of(page)
    for letter, ticket in zip("ABC", view["offer"], strict=True):
        flags = page.locator(f'.board .flag.offered[data-ticket="{ticket["id"]}"]')
        expect(flags).to_have_text([letter, letter])
        row = page.locator(f'.offer label:has(input[value="{ticket["id"]}"])')
        expect(row.locator(".label")).to_have_text(letter)
    keep_two(page)
    wait_for_decision(page)
    for number, ticket in enumerate(view_of(page)["tickets"], start=1):
        for city in (ticket["from"], *ticket["to"]):
            flag = page.locator(f'.board .pin[data-pin="{city}"] .flag[data-ticket="{ticket["id"]}"]')
            expect(flag).to_have_text(str(number))
        expect(page.locator(".tickets li").nth(number - 1).locator(".label")).to_have_text(str(number))


def test_a_ticket_shows_its_way_and_what_it_lacks(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, until=8)
    ticket = page.locator(".tickets .ticket").first
    plan = plan_of(page)["tickets"][0]
    ticket.hover()
    way = page.locator(".board .route.way")
    expect(way).to_have_count(len(plan["routes"]))
    assert set(way.evaluate_all("all => all.map((route) => route.dataset.route)")) == set(plan["routes"])
    caption = page.locator("[data-caption]")
    expect(caption).to_contain_text(f"{plan['trains']} train")
    lacking = sum(plan["lacking"]["colors"].values()) + plan["lacking"]["gray"] + plan["lacking"]["wilds"]
    tiles = [int(text) for text in page.locator(".board .lacking text").all_text_contents()]
    assert sum(tiles) == lacking
    page.mouse.move(5, 5)
    expect(way).to_have_count(0)
    expect(page.locator(".board .lacking *")).to_have_count(0)
    ticket.focus()
    expect(way).to_have_count(len(plan["routes"]))
    expect(ticket).to_have_attribute("aria-description", re.compile(rf"{plan['trains']} train"))


def test_a_plan_for_an_older_version_is_not_shown(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, until=8)
    held: list[Any] = []
    page.route("**/plan", lambda route: held.append(route) if not held else route.continue_())
    before = mark(page)
    with page.expect_request("**/plan"):
        page.locator("[data-deck]").click()
    settled(page, before)
    stale = plan_of(page)
    before = mark(page)
    page.locator("[data-deck]").click()
    settled(page, before)
    wait_for_decision(page)
    page.locator(".tickets .ticket").first.hover()
    expect(page.locator(".board .route.way").first).to_be_attached()
    fresh = page.locator("[data-caption]").inner_text()
    stale["tickets"][0]["trains"] = 99
    answer_late(page, held[0], stale)
    assert page.locator("[data-caption]").inner_text() == fresh


def test_a_route_that_cannot_be_claimed_says_why(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, until=8)
    wait_for_plan(page)
    reasons = plan_of(page)["routes"]
    legal = lit_routes(page)
    assert legal
    assert not set(legal) & set(reasons)
    route, reason = next(pair for pair in reasons.items() if pair[1]["why"] == "cards")
    element = page.locator(f'.board .route[data-route="{route}"]')
    caption = page.locator("[data-caption]")
    page.mouse.move(*middle_of(page, route))
    expect(caption).to_contain_text("missing:")
    for count in reason["lacking"].values():
        expect(caption).to_contain_text(str(count))
    expect(element).to_have_attribute("aria-description", re.compile("^missing:|locomotive"))

    # The keyboard reaches every route; paging keys visit those that can be claimed.
    page.mouse.move(5, 5)
    page.keyboard.press("b")
    focused = "document.activeElement.dataset.route"
    assert page.evaluate(focused) in legal
    steps = random.Random(1).choices(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"], k=200)
    for step in steps:
        page.keyboard.press(step)
        if page.evaluate(focused) not in legal:
            break
    assert page.evaluate(focused) not in legal
    page.keyboard.press("PageDown")
    assert page.evaluate(focused) in legal


def test_a_route_says_why_to_a_finger(new_page: NewPage) -> None:
    page = new_page(has_touch=True, viewport={"width": 1180, "height": 820})
    on_turn(page, until=8)
    wait_for_plan(page)
    route = next(route for route, why in plan_of(page)["routes"].items() if why["why"] == "cards")
    page.touchscreen.tap(*middle_of(page, route))
    expect(page.locator("[data-caption]")).to_contain_text("missing:")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_others_did_since_the_last_turn(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, until=6)
    deeds = page.locator("[data-recent] li")
    for _ in range(40):
        if page.locator("[data-recent] button").count():
            break
        while True:
            before = mark(page)
            page.locator("[data-deck].legal, button.slot.legal").first.click()
            settled(page, before)
            wait_for_decision(page)
            if page.locator("[data-status]").inner_text().startswith("Your turn"):
                break
    assert deeds.count() >= 1
    deed = page.locator("[data-recent] button").first
    key = deed.get_attribute("data-place") or ""
    route = key.removeprefix("route:")
    expect(page.locator(f'.board .route.recent[data-route="{route}"]')).to_have_count(1)
    deed.click()
    assert page.evaluate("document.activeElement.dataset.route") == route
    name = (page.locator(f'.board .route[data-route="{route}"]').get_attribute("aria-label") or "").split(
        ":"
    )[0]
    expect(page.locator("[data-caption]")).to_contain_text(name)

    # The log links there as well, by mouse and keyboard.
    page.locator(".board .route").first.evaluate("route => route.blur()")
    unfold_log(page)
    link = page.locator(f'.log .link[data-place="{key}"]').last
    link.click()
    assert page.evaluate("document.activeElement.dataset.route") == route
    page.locator(".log .lines").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".log .link").last).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.closest('.board') !== null")

    # The outlines stay during the player's turn and disappear with it.
    while page.locator("[data-deck].legal, button.slot.legal").count():
        turn = view_of(page)["turn"]
        before = mark(page)
        page.locator("[data-deck].legal, button.slot.legal").first.click()
        settled(page, before)
        wait_for_decision(page)
        if view_of(page)["turn"] != turn:
            break
        expect(page.locator(f'.board .route.recent[data-route="{route}"]')).to_have_count(1)
    expect(page.locator(f'.board .route.recent[data-route="{route}"]')).to_have_count(0)


def test_the_log_is_told_turn_by_turn(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, until=6)
    turns = page.locator(".log .turn")
    assert turns.count() > 3
    names = turns.evaluate_all("all => all.map((turn) => turn.getAttribute('aria-label'))")
    assert "Your turn" in names
    assert len(set(names)) >= 2
    assert all(first != second for first, second in pairwise(names))


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("ruleset", ["usa", "switzerland"])
def test_no_room_beside_the_board_is_left_empty(
    new_page: NewPage, ruleset: str, size: tuple[int, int]
) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    on_turn(page, ruleset)
    painted(page)
    board, place = (page.locator(at).bounding_box() for at in ("svg.board", ".board-cell .drawing"))
    assert board
    assert place
    assert place["width"] - board["width"] < 8
    assert place["height"] - board["height"] < 8
    foot = max(
        box["y"] + box["height"]
        for at in (".log-cell", ".hand-cell")
        if (box := page.locator(at).bounding_box())
    )
    assert foot <= size[1]


def test_the_log_folds_away_and_stays_so(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, until=6)
    fold, lines = page.locator("[data-fold]"), page.locator(".log .lines")
    expect(lines).to_be_hidden()
    expect(page.locator("[data-recent]")).to_be_visible()
    fold.press("Enter")
    expect(lines).to_be_visible()
    expect(fold).to_have_attribute("aria-expanded", "true")
    page.reload()
    expect(lines).to_be_visible()
    fold.click()
    expect(lines).to_be_hidden()


@pytest.mark.parametrize("ruleset", ["usa", "switzerland"])
def test_tickets_have_a_picture_of_their_way(new_page: NewPage, ruleset: str) -> None:
    page = new_page()
    start_game(page, ruleset)
    pictures = page.locator(".offer .picture svg")
    offer = view_of(page)["offer"]
    expect(pictures).to_have_count(len(offer))
    for at, ticket in enumerate(offer):
        cities = page.locator(".offer li").nth(at).locator(".picture .stop")
        assert cities.count() >= 1 + len(ticket["to"])
        assert page.locator(".offer li").nth(at).locator(".picture .track").count()


def test_a_sealed_choice_is_still_seen(new_page: NewPage) -> None:
    ada, ben = new_page(), new_page()
    link = invite(ada)
    ben.goto(link)
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start the game").click()
    ada.locator(".offer").wait_for()
    chosen = offered(ada)[:2]
    keep_two(ada)
    for _ in range(2):
        panel = ada.locator("[data-chosen]")
        expect(panel.locator(".ticket")).to_have_count(2)
        expect(panel).to_contain_text("You keep 2 tickets")
        expect(panel).to_contain_text("Still choosing tickets")
        expect(ada.locator("section.tickets")).not_to_contain_text("No tickets yet")
        pinned = ada.locator(".board .flag").evaluate_all(
            "all => [...new Set(all.map((f) => f.dataset.ticket))]"
        )
        assert set(pinned) == set(chosen)
        ada.reload()
        ada.locator(".market").wait_for()
    assert view_of(ben)["choice"] is None
    keep_two(ben)
    expect(ada.locator("[data-chosen]")).to_have_count(0)
    expect(ada.locator(".tickets .ticket")).to_have_count(2)


def test_station_mode_says_so_and_is_left(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, "europe")
    page.locator("[data-stations]").click()
    mode = page.locator("[data-pick-mode='station']")
    expect(mode).to_contain_text("Choose the city for your station")
    expect(page.locator("[data-status]")).to_contain_text("Choose the city for your station")
    expect(page.locator(".board.building")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(mode).to_have_count(0)
    expect(page.locator("[data-status]")).to_contain_text("Your turn")
    page.locator("[data-stations]").click()
    page.locator(".board .city.legal").first.click(force=True)
    page.get_by_role("dialog", name=re.compile("^Build a station in")).wait_for()
    page.keyboard.press("Escape")
    mode.get_by_role("button", name="Leave").click()
    expect(mode).to_have_count(0)
