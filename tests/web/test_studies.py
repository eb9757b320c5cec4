"""Studies in the browser: three people write notes and draw on the board of a finished game, at the same time and
offline.
"""

from __future__ import annotations

import re
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage, Picture
from tests.web.player import asked
from tests.web.test_friends import on_both_screens
from tests.web.test_people import sign_up
from tests.web.test_replay import at, brought, game_of


def begun(page: Page, ruleset: str = "usa") -> tuple[str, str]:
    """Sign up and make a study with one chapter; return the study and the chapter."""
    sign_up(page, f"Ada {token_hex(3)}")
    game = brought(page, game_of(ruleset))
    study = asked(page, "POST", "/api/studies", {"name": "The long way west"})["study"]["id"]
    added = {"game": game, "name": "The opening"}
    return study, asked(page, "POST", f"/api/studies/{study}/chapters", added)["chapters"][0]["id"]


def test_three_people_write_a_study(new_page: NewPage, axe: str, picture: Picture) -> None:
    ada, ben, guest = new_page(missing=True), new_page(missing=True), new_page(missing=True)
    names = {page: f"{name} {token_hex(3)}" for page, name in ((ada, "Ada"), (ben, "Ben"))}
    for page, name in names.items():
        sign_up(page, name)
    ada.goto("/studies")
    expect(ada.get_by_text("You have no studies yet.")).to_be_visible()
    on_both_screens(ada, axe, "no studies")
    picture(ada, "study-none")

    # From the replay of a game into a new study.
    key = brought(ada, game_of())
    ada.goto(f"/games/{key}/30")
    at(ada, 30)
    ada.get_by_role("button", name="Study", exact=True).click()
    dialog = ada.get_by_role("dialog")
    expect(dialog.get_by_label("Name of the study")).to_be_visible()
    on_both_screens(ada, axe, "adding to a study")
    picture(ada, "study-add")
    dialog.get_by_label("Name of the study").fill("The long way west")
    dialog.get_by_label("Name of the chapter").fill("The opening")
    dialog.get_by_role("button", name="Add").click()
    expect(ada).to_have_url(re.compile(r"/studies/[\w-]+/[\w-]+/30$"))
    at(ada, 30)
    panel = ada.get_by_role("region", name="The opening")
    expect(panel).to_be_visible()

    # A note, by keyboard.
    panel.get_by_role("button", name="Write a note").press("Enter")
    expect(ada.get_by_label("Note at move 30")).to_be_focused()
    ada.keyboard.type("Denver is free.\nWhy wait?")
    ada.keyboard.press("Control+Enter")
    expect(panel.locator("[data-note]")).to_contain_text("Denver is free.")
    expect(panel.locator("[data-note]")).to_be_visible()
    expect(panel.get_by_role("button", name="Edit the note")).to_be_focused()
    chapter = ada.url

    # Routes, cities and arrows, by mouse and by keyboard.
    panel.get_by_label("Routes and cities").check()
    ada.locator(".board .city[data-city=denver] .hit").click()
    drawings = panel.get_by_role("list", name="Drawings at this moment")
    expect(drawings.get_by_text("Denver")).to_be_visible()
    expect(ada.locator(".board .drawn circle.ink-0")).to_have_count(1)
    panel.get_by_label("Blue, dashed").check()
    ada.locator(".board .route[data-route]").first.focus()
    ada.keyboard.press("Enter")
    expect(ada.locator(".board .drawn path.ink-1")).to_have_count(1)
    at(ada, 30)  # the keys of the board do not move the replay
    panel.get_by_label("Arrows").check()
    expect(ada.locator(".board .route[tabindex='0']")).to_have_count(0)
    for city in ("omaha", "chicago"):
        ada.locator(f".board .city[data-city={city}]").focus()
        ada.keyboard.press("Enter")
    expect(panel.get_by_text("Arrow: Omaha → Chicago")).to_be_visible()
    on_both_screens(ada, axe, "drawing in a study")
    picture(ada, "study-drawing")
    panel.get_by_label("Off").check()

    # The study itself: readers and an editor.
    panel.get_by_role("link", name="The long way west").click()
    expect(ada.get_by_role("heading", name="The long way west", level=1)).to_be_visible()
    study = ada.url
    guest.goto(study)
    expect(guest.get_by_role("alert")).to_contain_text("This study does not exist")
    ada.get_by_role("button", name="Create a link").click()
    link = ada.get_by_role("textbox", name="Link")
    ben.goto(link.input_value())
    expect(ben.get_by_text("You are invited to write in this study.")).to_be_visible()
    on_both_screens(ben, axe, "invitation to a study")
    picture(ben, "study-invitation")
    ben.get_by_role("button", name="Join the study").click()
    expect(ben).to_have_url(study)
    expect(ada.get_by_role("listitem").filter(has_text=names[ben])).to_be_visible()  # without a reload
    ada.get_by_text("Name and readers").click()
    ada.get_by_label("Anyone with the link can read it").check()
    ada.get_by_role("button", name="Save").click()
    expect(ada.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    on_both_screens(ada, axe, "a study")
    picture(ada, "study-study")

    # Two people write at the same time: each sees the other's changes, and no text is lost.
    ada.goto(chapter)
    ben.goto(chapter)
    guest.goto(chapter)
    at(guest, 30)
    expect(guest.locator("[data-note]")).to_contain_text("Denver is free.")
    expect(guest.locator("[data-tools], [data-write]")).to_have_count(0)
    for page in (ada, ben):
        page.get_by_role("button", name="Edit the note").click()
        expect(page.get_by_label("Note at move 30")).to_have_value("Denver is free.\nWhy wait?")
    ben.get_by_label("Note at move 30").fill("Ben: take it now.")
    ben.get_by_role("button", name="Save", exact=True).click()
    expect(guest.locator("[data-note]")).to_contain_text("Ben: take it now.")  # without a reload
    ada.get_by_label("Note at move 30").fill("Ada: wait for Omaha.")
    alert = ada.get_by_role("alert").filter(has_text="in the meantime:")
    expect(alert).to_contain_text("Ben: take it now.")
    on_both_screens(ada, axe, "a note that somebody has changed")
    picture(ada, "study-conflict")
    ada.get_by_role("button", name="Save mine instead").click()
    expect(guest.locator("[data-note]")).to_contain_text("Ada: wait for Omaha.")
    ben.get_by_label("Routes and cities").check()
    ben.locator(".board .city[data-city=boston] .hit").click()
    seen = guest.get_by_role("list", name="Drawings at this moment")
    expect(seen.get_by_text("Boston")).to_be_visible()
    on_both_screens(guest, axe, "a chapter as a reader")
    picture(guest, "study-reader")

    # Move between the moments, and read offline.
    ada.keyboard.press("Home")
    at(ada, 0)
    ada.get_by_role("button", name="Next note or drawing").click()
    at(ada, 30)
    ada.goto(study)
    with ada.expect_download() as download:
        ada.get_by_role("link", name="Download to read offline").click()
    path = download.value.path()
    reading = guest.context.new_page()
    reading.context.set_offline(True)
    reading.goto(f"file://{path}" if str(path).endswith(".html") else _named(path))
    expect(reading.get_by_role("heading", name="The opening")).to_be_visible()
    expect(reading.get_by_text("Ada: wait for Omaha.")).to_be_visible()
    box = reading.locator("svg.moment").bounding_box()
    assert box is not None
    assert box["height"] > 300
    picture(reading, "study-file")
    reading.context.set_offline(False)
    reading.close()

    # Remove and delete.
    ada.get_by_role("button", name=f"Remove: {names[ben]}").click()
    ada.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(ada.get_by_role("listitem").filter(has_text=names[ben])).to_have_count(0)
    ada.get_by_role("button", name="Delete the study").click()
    ada.get_by_role("dialog").get_by_role("button", name="Delete the study").click()
    expect(ada).to_have_url(re.compile(r"/studies$"))
    expect(guest.get_by_role("alert")).to_contain_text("This study does not exist")


def _named(path: Any) -> str:
    """Return the address of a downloaded file with a name from which a browser knows its type."""
    copy = Path(f"{path}.html")
    copy.write_bytes(Path(path).read_bytes())
    return copy.as_uri()


def test_a_draft_stays_with_its_moment(new_page: NewPage) -> None:
    page = new_page()
    study, chapter = begun(page)
    page.goto(f"/studies/{study}/{chapter}/12")
    at(page, 12)
    page.get_by_role("button", name="Write a note").click()
    page.get_by_label("Note at move 12").fill("Half a thought")
    page.keyboard.press("ArrowLeft")  # moves the cursor, not the replay
    at(page, 12)
    page.get_by_role("button", name="One move forward").click()
    at(page, 13)
    page.get_by_role("button", name="Unsaved note at move 12").click()
    at(page, 12)
    expect(page.get_by_label("Note at move 12")).to_have_value("Half a thought")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Write a note")).to_be_focused()


@pytest.mark.parametrize("ruleset", ["card_game"])
def test_a_study_of_the_card_game_has_notes_only(
    new_page: NewPage, axe: str, ruleset: str, picture: Picture
) -> None:
    page = new_page()
    study, chapter = begun(page, ruleset)
    page.goto(f"/studies/{study}/{chapter}/5")
    at(page, 5)
    expect(page.get_by_role("button", name="Write a note")).to_be_visible()
    expect(page.locator("[data-tools]")).to_have_count(0)
    on_both_screens(page, axe, "study of the card game")
    picture(page, "study-cards")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("dialog").get_by_label("Link to this moment in the study")
    expect(link).to_have_value(re.compile(f"/studies/{study}/{chapter}/5$"))


def test_by_touch(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    study, chapter = begun(page)
    page.goto(f"/studies/{study}/{chapter}/20")
    at(page, 20)
    page.get_by_label("Routes and cities").check()
    page.locator(".board .city[data-city=denver] .hit").tap()
    expect(page.get_by_role("list", name="Drawings at this moment").get_by_role("listitem")).to_have_count(1)
    # The panel can be closed.
    page.get_by_role("button", name="Close").click()
    expect(page.locator("[data-study-panel]")).to_have_count(0)
    expect(page.get_by_role("button", name="Study", exact=True)).to_be_focused()


def test_a_replay_without_the_result(new_page: NewPage, axe: str, picture: Picture) -> None:
    game = game_of()
    page = new_page()
    key = brought(page, game)
    page.goto(f"/games/{key}/0?quiet")
    at(page, 0)
    expect(page.locator("[data-at]")).to_contain_text("Move 0")
    assert str(game.version) not in page.locator("[data-at]").inner_text()
    expect(page.locator("[data-moment]")).to_have_count(0)
    for name in ("Charts", "Review"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    page.keyboard.press("End")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(page).to_have_url(re.compile(r"/games/[\w-]+/1\?quiet$"))
    for moment in page.locator("[data-moment]").all():
        assert int(moment.get_attribute("data-moment") or 99) <= 1
    expect(page.locator("[data-scrub]")).to_have_attribute("max", "1")
    on_both_screens(page, axe, "replay without the result")
    picture(page, "study-quiet")
    page.get_by_role("button", name="Show how it ended").click()
    expect(page.locator("[data-at]")).to_contain_text(f"Move 1 of {game.version}")
    page.keyboard.press("End")
    at(page, game.version)
    # Turned on in the settings of this device.
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Replays hide the result").check()
    page.goto(f"/games/{key}")
    at(page, 0)
    expect(page.get_by_role("button", name="Show how it ended")).to_be_visible()
