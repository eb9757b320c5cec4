"""A board with names of its own for its cards: made in the editor, and played (MECH-6)."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage, Picture
from tests.web.player import keep_two, mark, settled, unfold_log, wait_for_decision
from tests.web.test_studio import begin

from whistlestop.studio import imported

NAMES = {
    "purple": "Coal", "blue": "<b>Ice</b>", "orange": "Copper", "white": "Milk", "green": "Timber & Co.",
    "yellow": "Grain", "black": "石炭", "red": "Refrigerated machinery", "wild": "<script>alert(1)</script>"[:24],
}  # fmt: skip


def field(page: Page, card: str) -> str:
    """Return the name of a card in the form."""
    return page.locator(f'[data-card-name="{card}"]').input_value()


def test_names_of_cards(new_page: NewPage, tmp_path: Path, picture: Picture) -> None:
    page = new_page()
    begin(page, "Freight", "usa")
    page.locator('[data-tab="rules"]').click()
    page.locator("[data-card-names] summary").click()
    for card, name in NAMES.items():
        page.locator(f'[data-card-name="{card}"]').fill(name)
        page.keyboard.press("Tab")
    # Each name is a step of undo.
    page.locator("[data-undo]").click()
    assert (field(page, "wild"), field(page, "red")) == ("", NAMES["red"])
    page.locator("[data-redo]").click()
    assert field(page, "wild") == NAMES["wild"]
    # Two cards cannot have the same name.
    page.locator('[data-card-name="red"]').fill("coal")
    page.keyboard.press("Tab")
    expect(page.locator(".faults")).to_contain_text("'coal' cannot be the name of red; it is that of purple")
    page.locator("[data-undo]").click()
    expect(page.locator(".faults")).to_have_count(0)
    picture(page, "card-names-editor")
    page.locator("[data-files]").click()
    with page.expect_download() as download:
        page.locator('[data-form="zip"]').click()
    packed = tmp_path / "board.zip"
    download.value.save_as(packed)
    assert imported({"board.zip": packed.read_bytes()})[0]["card_names"] == NAMES
    page.keyboard.press("Escape")
    page.locator("[data-play]").click()
    page.locator("[data-go]").click()
    page.locator(".offer").wait_for()
    # The board appears when it is drawn.
    expect(page.locator(".board .route").first).to_be_attached(timeout=120_000)
    keep_two(page)
    wait_for_decision(page)
    # Market and hand say and show the names, as text.
    slots = page.locator(".market button[data-slot]")
    for slot in slots.all():
        expect(slot).to_have_accessible_name(
            re.compile(re.escape(NAMES[slot.get_attribute("data-color") or ""]))
        )
        expect(slot.locator("svg .name")).to_have_text(NAMES[slot.get_attribute("data-color") or ""])
    piles = page.locator("[data-hand-color]")
    assert piles.count() > 0
    for pile in piles.all():
        name = NAMES[pile.get_attribute("data-hand-color") or ""]
        expect(pile.locator(".unseen")).to_have_text(re.compile(rf"^\d+ \u00d7 {re.escape(name)}$"))
    assert page.locator("[data-hand] b, [data-hand] script, .market script").count() == 0
    # So does the log.
    slot = page.locator(".market .slot.legal:not([data-color=wild])[data-slot]").first
    taken = NAMES[slot.get_attribute("data-color") or ""]
    before = mark(page)
    slot.click()
    settled(page, before)
    unfold_log(page)
    expect(page.locator(".log li").filter(has_text=f"You take {taken}.")).not_to_have_count(0)
    wait_for_decision(page)
    picture(page, "card-names-table")
    # So do the player aid and the rules, in sentences and beside the usual names.
    page.locator("[data-help]").click()
    page.locator("[data-aid-open]").click()
    rows = page.locator("[data-aid-part=names] tbody tr")
    expect(rows).to_have_count(len(NAMES))
    expect(rows.first).to_have_text("purpleCoal")
    told = page.locator("[data-aid-part=turn]")
    expect(told).to_contain_text(f"“{NAMES['wild']}” cards count as any color.")
    expect(told).not_to_contain_text(re.compile("locomotive", re.IGNORECASE))
    picture(page, "card-names-aid")
    board = page.url.rpartition("/t/")[2]
    page.keyboard.press("Escape")
    page.locator(".market [data-rule]").first.click()
    whole = page.locator("[data-rule-sheet] a.button").last
    page.goto(whole.get_attribute("href") or board)
    expect(page.locator("#card-names")).to_have_text("Names of cards")
    rules = page.locator(".paragraph").filter(has=page.locator("#card-names"))
    for name in NAMES.values():
        expect(rules).to_contain_text(name)
    expect(page.locator("#claim-wild")).to_have_text(f"“{NAMES['wild']}” cards are wild")
    expect(page.locator(".paragraph").filter(has=page.locator("#claim-wild"))).not_to_contain_text(
        re.compile("locomotive|blue", re.IGNORECASE)
    )
    picture(page, "card-names-rules")
    # Other boards have the usual names.
    page.goto("/rules/usa")
    expect(page.locator("#pieces")).to_be_visible()
    expect(page.locator("#card-names")).to_have_count(0)
    expect(page.locator("svg .name")).to_have_count(0)
