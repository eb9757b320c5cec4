"""Claiming on the map: the payment panel, dragging cards, the list of routes, pinned tickets."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect
from tests.web.conftest import NewPage
from tests.web.layout import overlap
from tests.web.player import (
    autoplay,
    lit_routes,
    middle_of,
    on_turn,
    plan_of,
    view_of,
    wait_for_decision,
    wait_for_plan,
)


def test_paying_is_asked_beside_the_route(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, until=14)
    hand = view_of(page)["hand"]
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    panel = page.get_by_role("dialog", name=re.compile("^Claim"))
    panel.wait_for()
    route = page.locator(".board .route.chosen")
    board, box = page.locator("section.frame").bounding_box(), panel.bounding_box()
    place = route.locator(".track").evaluate("track => track.getBoundingClientRect().toJSON()")
    assert board is not None
    assert box is not None
    assert not overlap(box, place)
    assert overlap(box, board)
    assert board["y"] <= box["y"]
    assert box["y"] + box["height"] <= board["y"] + board["height"]
    ways = panel.locator(".way")
    for way in ways.all():
        taken = sum(int(count) for count in re.findall(r"\d+", way.locator(".takes").inner_text()))
        left = [int(text) for text in way.locator(".left .number").all_inner_texts()]
        assert taken + sum(left) == sum(hand.values())
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.route")


def test_the_payment_is_chosen_by_color_and_by_locomotives(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page)
    with_wilds: list[str] = []
    while not with_wilds:
        autoplay(page, until=view_of(page)["turn"] + 2)
        ways: dict[str, list[str]] = {}
        for action in view_of(page)["legal"]:
            if action.startswith("claim:"):
                ways.setdefault(action.split(":")[1], []).append(action)
        with_wilds = [route for route, some in ways.items() if any("wild" in way for way in some)]
    wait_for_decision(page)
    met = set()
    for route in with_wilds[:8]:
        page.locator(f'.board .route[data-route="{route}"]').focus()
        page.keyboard.press("Enter")
        panel = page.get_by_role("dialog", name=re.compile("^Claim"))
        panel.wait_for()
        shown = set()
        colors: list[Locator | None] = [*panel.get_by_role("radio").all()]
        for color in colors or [None]:
            if color is not None:
                color.check(force=True)
            shown.add(panel.locator(".takes").inner_text())
            while (
                more := panel.get_by_role("button", name="More: locomotives")
            ).count() and more.is_enabled():
                more.click()
                met.add("stepper")
                shown.add(panel.locator(".takes").inner_text())
        assert len(shown) == len(ways[route])
        page.keyboard.press("Escape")
        expect(panel).to_have_count(0)
    assert met


def carry_card(page: Page, color: str, to: tuple[float, float]) -> None:
    """Drag a card from the hand to a place by mouse."""
    box = page.locator(f'[data-hand-color="{color}"] .top').bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*to, steps=4)


def test_a_card_carried_to_a_route_claims_it(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, until=14)
    claims = [action.split(":") for action in view_of(page)["legal"] if action.startswith("claim:")]
    _, route, cards = next(claim for claim in claims if "wild" not in claim[2])
    color = cards.split("*")[0]
    carry_card(page, color, middle_of(page, route))
    expect(page.locator(".ghost.carried")).to_have_count(1)
    payable = page.locator(".board .route.payable")
    assert payable.count() == len({way[1] for way in claims if way[2].split("*")[0].split("+")[0] == color})
    expect(page.locator(f'.board .route.pointed[data-route="{route}"]')).to_have_count(1)

    # Escape cancels the drag, and nothing happens.
    page.keyboard.press("Escape")
    expect(page.locator(".ghost.carried")).to_have_count(0)
    page.mouse.up()
    expect(page.get_by_role("dialog")).to_have_count(0)

    carry_card(page, color, middle_of(page, route))
    page.mouse.up()
    panel = page.get_by_role("dialog", name=re.compile("^Claim"))
    expect(panel.locator(".takes")).to_contain_text(color)
    panel.get_by_role("button", name="Claim", exact=True).click()
    expect(page.locator(f'.board .route.owned.seat-0[data-route="{route}"]')).to_have_count(1)


def test_a_pinned_ticket_stays_on_the_board_with_its_shopping_list(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, until=8)
    plan = plan_of(page)["tickets"][0]
    ticket = page.locator(".tickets .ticket").first
    ticket.click()
    page.mouse.move(5, 5)
    ticket.evaluate("ticket => ticket.blur()")
    expect(ticket).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".board .route.way")).to_have_count(len(plan["routes"]))
    slip = page.locator("[data-shopping]")
    tiles = [int(text) for text in slip.locator(".some").all_inner_texts()]
    assert (
        sum(tiles)
        == sum(plan["lacking"]["colors"].values()) + plan["lacking"]["gray"] + plan["lacking"]["wilds"]
    )
    ticket.click()
    page.mouse.move(5, 5)
    ticket.evaluate("ticket => ticket.blur()")
    expect(slip).to_have_count(0)
    expect(page.locator(".board .route.way")).to_have_count(0)


def test_cards_that_the_own_tickets_need_are_marked(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, until=8)
    wait_for_plan(page)
    wanted = {color for ticket in plan_of(page)["tickets"] for color in ticket["lacking"]["colors"]}
    market = [color for color in view_of(page)["market"] if color in wanted]
    expect(page.locator(".market .serves")).to_have_count(len(market))
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Mark face-up cards that your tickets need").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator(".market .serves")).to_have_count(0)


def test_the_list_of_routes_begins_with_those_on_the_own_tickets(new_page: NewPage) -> None:
    page = new_page()
    on_turn(page, until=20)
    wait_for_plan(page)
    needed = {route for ticket in plan_of(page)["tickets"] for route in ticket["routes"]} & set(
        lit_routes(page)
    )
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog", name="Routes you can claim")
    groups = dialog.locator("ul")
    for group in groups.all():
        points = [int(text) for text in group.locator(".points").all_inner_texts()]
        assert points == sorted(points, reverse=True)
    bars = dialog.locator(".bars > .bar").count()
    assert bars == len(lit_routes(page))
    assert dialog.locator("[data-choice]").count() <= bars
    assert (dialog.locator("h3").first.inner_text().lower() == "for your tickets") == bool(needed)
