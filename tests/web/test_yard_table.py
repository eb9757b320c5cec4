"""Parts of a card game on the page: placing, robbing, declaring, two passes, touch, animations, accessibility."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.layout import painted
from tests.web.player import let_happen, make_log, mark, settled, table_of, unfold_log, view_of
from tests.web.test_access import DEVICES, SCREENS, on_all_screens
from tests.web.test_view import COUNT_GHOSTS
from tests.web.yard_player import (
    CAN_CHOOSE,
    CAN_DECLARE,
    CAN_ROB,
    CAN_SET,
    CAN_TRIO,
    autoplay_until,
    color_of,
    keep,
    pile,
    reach,
    start_yard,
    wait_to_decide,
    zone,
)


def robbing(view: dict[str, Any]) -> tuple[str, int, int]:
    """Return a color by which a row can be robbed, its owner, and its number of cards."""
    for player in view["players"]:
        for line in player["siding"]:
            if any(action.startswith(f"set:{line['color']}") for action in view["legal"]):
                return line["color"], player["seat"], line["cards"] + line["wilds"]
    raise AssertionError("nothing to rob")


def test_robbing(new_page: NewPage) -> None:
    page = new_page()
    view = reach(page, CAN_ROB)
    color, victim, cards = robbing(view)
    pile(page, color).click()
    panel = page.get_by_role("dialog", name=f"Place {color}")
    expect(panel).to_contain_text("This robs")
    before = mark(page)
    panel.locator("[data-place]").click()
    settled(page, before)
    # CARD-27: the whole row went to the discard pile. A bot may have robbed it back by now, so check the log.
    robbed = [event for event in events_of(page, "robbed") if event["seat"] == view["seat"]][-1]
    assert (robbed["victim"], robbed["color"], robbed["cards"] + robbed["wilds"]) == (victim, color, cards)
    name = zone(page, victim).locator(".name").inner_text()
    unfold_log(page)
    expect(
        page.locator(".log li").filter(has_text=f"You rob {name} of {robbed['cards']} {color}").last
    ).to_be_visible()
    expect(page.locator("[data-discard] .count")).to_have_text(str(view_of(page)["discard_size"]))


def events_of(page: Page, kind: str) -> list[dict[str, Any]]:
    """Return the events of a type in the server's log."""
    log = page.request.get(f"/api/tables/{table_of(page)}/view").json()["log"]
    return [event for entry in log for event in entry["events"] if event["event"] == kind]


def test_only_legal_numbers_of_cards_can_be_reached(new_page: NewPage) -> None:
    page = new_page()
    view = reach(page, CAN_CHOOSE)
    legal = {action for action in view["legal"] if action.startswith("set:")}
    color = next(
        color_of(action)
        for action in legal
        if action.endswith("*2+wild") and {action.replace("+wild", ""), action.replace("*2", "")} <= legal
    )
    ways = {action for action in legal if color_of(action) == color}
    pile(page, color).click()
    panel = page.get_by_role("dialog")
    reached = {chosen(panel, color)}
    names = [f"{color} cards", "locomotives"]
    for order in (names, names[::-1]):
        for what in order:
            for direction in ("More", "Fewer"):
                button = panel.get_by_role("button", name=f"{direction}: {what}")
                while button.is_enabled():
                    button.click()
                    reached.add(chosen(panel, color))
    assert reached <= ways
    assert len(reached) > 2
    page.keyboard.press("Escape")
    expect(pile(page, color)).to_be_focused()


def chosen(panel: Any, color: str) -> str:
    """Return the action for the panel's numbers."""
    numbers = {}
    for kind, name in ((color, f"{color} cards"), ("wild", "locomotives")):
        numbers[kind] = int(panel.get_by_role("spinbutton", name=name).get_attribute("aria-valuenow") or 0)
    parts = [kind if count == 1 else f"{kind}*{count}" for kind, count in numbers.items() if count]
    return f"set:{'+'.join(parts)}"


def test_declaring(new_page: NewPage) -> None:
    page = new_page()
    view = reach(page, CAN_DECLARE)
    default = view["declaration"]["default"]
    points = page.locator("[data-declare-points]")
    button = page.locator("[data-declare]")
    assert page.locator("[data-own-stack] .some").count() == len(view["stack"])
    # CARD-42: the best set is proposed.
    expect(points).to_have_text(f"{view['declaration']['points']} points")
    checked = page.locator(".declare input:checked")
    assert sorted(box.get_attribute("value") or "" for box in checked.all()) == sorted(default)

    # CARD-40: the server decides whether another set is possible.
    boxes = page.locator(".declare input").all()
    for box in boxes:
        box.check()
    everything = ",".join(ticket["id"] for ticket in view["tickets"])
    address = f"/api/tables/{table_of(page)}/declaration?tickets={everything}"
    possible = page.request.get(address).json()["feasible"]
    expect(button).to_have_attribute("aria-disabled", "false" if possible else "true")
    if not possible:
        expect(points).to_contain_text("Not enough cards")
        page.get_by_role("button", name="Back to the best set").click()
        expect(points).to_have_text(f"{view['declaration']['points']} points")

    # CARD-41: any feasible set may be declared, not only the largest.
    kept = default[0]
    for box in boxes:
        box.set_checked(box.get_attribute("value") == kept)
    worth = next(ticket["points"][0] for ticket in view["tickets"] if ticket["id"] == kept)
    expect(points).to_have_text(f"{worth} points")
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()
    page.locator(".end").wait_for()
    outcome = view_of(page)["outcome"]["players"][view["seat"]]
    assert [ticket["id"] for ticket in outcome["tickets_list"] if ticket["state"] == "done"] == [kept]


def test_two_passes_with_four_players(new_page: NewPage) -> None:
    page, guest = new_page(), new_page()
    view = reach(page, CAN_DECLARE, players=4)
    expect(page.locator("[data-pass]")).to_have_text("Round 1 of 2")
    guest.goto(page.url)
    expect(guest.locator(".zone")).to_have_count(4)
    assert guest.locator(".hand, .declare, [data-stack-seen]").count() == 0
    page.locator("[data-declare]:not([aria-disabled=true])").click()
    shown = page.get_by_role("dialog", name="First round scored")
    expect(shown.locator("[data-scored] li")).to_have_count(4)
    # RUL-81: declared tickets and stacks are public, and the page names what stays (CARD-44).
    event = events_of(page, "scored")[0]
    for player in event["players"]:
        line = shown.locator("[data-scored] li").filter(has_text=f"{player['points']} points").first
        expect(line.locator(".points")).to_have_text(f"{player['points']} points")
    # Nobody acts behind the dialog; the page continues when it is closed.
    let_happen(page, lambda: view["seat"] in view_of(page)["to_act"])
    painted(page)
    expect(page.locator("[data-pass]")).to_have_text("Round 2 of 2")
    assert "Round 2 begins" in page.locator(".log li").last.inner_text()
    tiles = shown.locator("[data-scored] .tile").count()
    assert tiles == sum(sum(player["stack"].values()) for player in event["players"])
    expect(shown).to_contain_text("nothing is deducted yet")
    shown.get_by_role("button", name="On to the second round").click()
    expect(page.locator("[data-pass]")).to_have_text("Round 2 of 2")
    mine = next(player for player in event["players"] if player["seat"] == view["seat"])
    expect(page.locator(".tickets li .done")).to_have_count(len(mine["tickets"]))
    expect(page.locator(".cities .led")).not_to_have_count(0)
    page.get_by_role("button", name="Show the declarations").click()
    expect(shown).to_be_visible()
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    autoplay_until(page)
    expect(page.locator(".end .scores tbody tr")).to_have_count(4)


def test_placing_by_touch(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 360, "height": 640}, has_touch=True)
    view = reach(page, CAN_SET)
    action = next(action for action in view["legal"] if action.startswith("set:"))
    color = color_of(action)
    # The hand is visible at every scroll position.
    expect(pile(page, color)).to_be_in_viewport()
    pile(page, color).tap()
    before = mark(page)
    page.get_by_role("dialog").locator("[data-place]").tap()
    settled(page, before)
    make_log(page)
    expect(page.locator(".log li").filter(has_text="You place").last).to_contain_text(color)
    # One tap takes a card; tickets need confirmation.
    autoplay_until(page, 'view.phase === "turn" && view.legal.includes("draw")')
    before = mark(page)
    page.locator("[data-deck]").tap()
    settled(page, before)
    autoplay_until(page, 'view.phase === "turn" && view.legal.includes("tickets")')
    page.locator("[data-ticket-deck]").tap()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").tap()
    page.locator("[data-ticket-deck]").tap()
    expect(page.get_by_role("dialog")).to_contain_text("tickets are drawn")
    before = mark(page)
    page.locator("[data-deck]").tap()
    settled(page, before)
    autoplay_until(page, 'view.phase === "turn" && view.legal.includes("tickets")')
    page.locator("[data-ticket-deck]").tap()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_cards_fly_face_down_onto_the_stack(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    page.add_init_script(COUNT_GHOSTS)
    assert any(a_card_moves(page) for _ in range(3))
    expect(page.locator(".ghost")).to_have_count(0)
    assert page.evaluate("window.ghosts") > 2
    assert page.locator(".zone [style*='hidden']").count() == 0


def a_card_moves(page: Page) -> bool:
    """Place a row and wait for the next turn: one card is on the stack (CARD-9), unless a bot has robbed it."""
    view = reach(page, CAN_SET)
    before = mark(page)
    page.locator(".hand li .legal:not([aria-label*='singles'])").first.click()
    page.get_by_role("dialog").locator("[data-place]").click()
    settled(page, before)
    wait_to_decide(page)
    size = zone(page, view["seat"]).locator("[data-stack-size]")
    return int(size.inner_text()) > int(view["players"][view["seat"]]["stack"])


def test_the_signs_are_those_of_the_boards(new_page: NewPage) -> None:
    page = new_page()
    start_yard(page)
    differences = page.evaluate(
        """async () => {
          const host = document.createElement("div");
          host.innerHTML = await (await fetch("/api/rulesets/usa/board.svg")).text();
          const shape = (symbol) => [...symbol.querySelectorAll("path, circle")].map((part) =>
            [part.tagName, ...[...part.attributes].map(({ name, value }) => `${name}=${value}`).sort()].join(" "));
          return [...document.querySelectorAll("svg.signs symbol")]
            .filter((symbol) => `${shape(symbol)}` !== `${shape(host.querySelector(`#${symbol.id}`))}`)
            .map((symbol) => symbol.id);
        }"""
    )
    assert differences == []
    assert page.locator("svg.signs symbol").count() == 9


@pytest.mark.parametrize("device", DEVICES)
def test_access(new_page: NewPage, axe: str, device: str) -> None:
    page = new_page(**SCREENS[DEVICES[device][0]])
    check = on_all_screens(page, axe, device)
    start_yard(page, players=4, look=device == "wide")
    check("opening choice")
    keep(page, 2)
    reach(page, CAN_TRIO, players=4)
    check("own turn")
    page.locator("[data-trio]").click()
    page.get_by_role("dialog").wait_for()
    check("three singles")
    page.keyboard.press("Escape")
    autoplay_until(page, CAN_SET)
    page.locator(".hand li .legal:not([aria-label*='singles'])").first.click()
    page.get_by_role("dialog").wait_for()
    check("placing")
    page.keyboard.press("Escape")
    autoplay_until(page, 'view.phase === "declaration"')
    check("declaring")
    page.locator("[data-declare]:not([aria-disabled=true])").click()
    page.get_by_role("dialog", name="First round scored").wait_for()
    check("between the passes")
    page.keyboard.press("Escape")
    autoplay_until(page)
    check("end")
