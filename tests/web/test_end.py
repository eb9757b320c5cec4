"""The end of a game in the browser: the ceremony, the result that it leads to, charts, luck, a picture to share."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect
from tests.web.conftest import NewPage
from tests.web.hands import Keys, Mouse
from tests.web.player import (
    RECORD_SPEECH,
    autoplay,
    autoplay_to_the_final_round,
    start_game,
    table_of,
    view_of,
)
from tests.web.test_access import DEVICES, SCREENS, checker, show_on
from tests.web.yard_player import Yard, autoplay_until, start_yard

from whistlestop.drawing.art import LIGHT

MAPS = ["usa", "europe", "switzerland"]
GAMES = [*MAPS, "card_game"]
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
SEEN = "elements => elements.filter((element) => element.checkVisibility()).length"


def pixels(picture: Path, color: str) -> int:
    """How many points of a picture have just this colour."""
    wanted = tuple(bytes.fromhex(color[1:]))
    with Image.open(picture) as image:
        return sum(count for count, found in image.convert("RGB").getcolors(1 << 24) or () if found == wanted)


def play_out(page: Page, ruleset: str) -> dict[str, Any]:
    """A game against a bot, played to its end; gives the last view."""
    if ruleset != "card_game":
        start_game(page, ruleset)
        autoplay_to_the_final_round(page)
        return autoplay(page, watching=True)
    start_yard(page)
    # Not faster than the page can show it: what it asks about a declaration that is made already would be refused.
    moving = page.evaluate("!matchMedia('(prefers-reduced-motion: reduce)').matches")
    page.emulate_media(reduced_motion="reduce")
    autoplay_until(page, 'view.phase === "declaration" && view.pass === view.passes')
    if moving:
        page.emulate_media(reduced_motion="no-preference")
    hands = Mouse(page)
    Yard(page, hands).declare()
    page.locator(".end").wait_for(state="attached")
    return view_of(page)


Finished = dict[str, tuple[str, Any]]


@pytest.fixture(scope="module")
def finished() -> Finished:
    """Games that are over, by ruleset: their addresses, and the cookies of who played them."""
    return {}


def after(new_page: NewPage, finished: Finished, ruleset: str, **options: Any) -> tuple[Page, str]:
    """A page of somebody who has played a game to its end, and where it is; played once for all that only look."""
    if ruleset not in finished:
        page = new_page()
        play_out(page, ruleset)
        finished[ruleset] = page.url, page.context.storage_state()
    address, state = finished[ruleset]
    return new_page(storage_state=state, **options), address


def ceremony(page: Page) -> Locator:
    return page.locator("[data-ceremony]")


def summary_of(page: Page) -> dict[str, Any]:
    summary: dict[str, Any] = page.request.get(f"/api/tables/{table_of(page)}/summary").json()
    return summary


def totals(page: Page) -> list[int]:
    """The totals that the ceremony shows, by seat."""
    return [int(text) for text in page.locator("[data-ceremony] .totals b .unseen").all_inner_texts()]


def again(page: Page) -> Locator:
    return page.get_by_role("button", name="Replay the final scoring")


def pass_half_a_second(page: Page) -> float:
    """Let the timers of a page, whose clock stands still, run for so long."""
    page.clock.run_for(500)
    return 0.5


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_ceremony_goes_by_itself(new_page: NewPage, ruleset: str) -> None:
    page = new_page(**MOVING)
    # All timers are those of this clock: one that runs already when it stops would fire in its own time.
    page.clock.install()
    page.add_init_script(RECORD_SPEECH)
    view = play_out(page, ruleset)
    ceremony(page).wait_for(timeout=60_000)
    # From now on time passes as the test says, so that a busy machine makes no difference.
    page.clock.pause_at(page.evaluate("Date.now()") + 100)
    expect(page.get_by_role("button", name="Skip to the result")).to_be_focused()
    players = view["outcome"]["players"]
    before = len(page.evaluate("window.spoken"))
    if ruleset in MAPS:
        # every player's trains lie on the board of the ceremony
        owned = page.locator("[data-ceremony] .board .route.owned")
        expect(owned).to_have_count(sum(len(player["routes"]) for player in view["players"]))
        trains = owned.locator(".train").evaluate_all(SEEN)
        assert trains == sum(owned.evaluate_all("routes => routes.map((route) => +route.dataset.length)"))
    won = page.locator("[data-ceremony] .won")
    seconds = 0.0
    while not won.count():
        seconds += pass_half_a_second(page)
        assert seconds < 25
    assert totals(page) == [player["score"] for player in players]
    winners = page.locator("[data-ceremony] .winner")
    expect(winners).to_have_count(len(view["outcome"]["winners"]))
    while ceremony(page).count():
        seconds += pass_half_a_second(page)
        assert seconds < 21
    expect(again(page)).to_be_focused()
    expect(page.locator(".end .scores tbody tr")).to_have_count(len(players))
    said = page.evaluate("window.spoken")[before:]
    assert len(said) <= len(players) + 12  # one line a player and one an award, not one a ticket
    assert any("completed" in line for line in said)

    # A finished game that is opened again shows the result straight away.
    page.clock.resume()
    page.reload()
    page.locator("[data-charts]").wait_for()
    assert ceremony(page).count() == 0


@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_the_ceremony_is_skipped_at_once(new_page: NewPage, ruleset: str) -> None:
    page = new_page(**MOVING)
    play_out(page, ruleset)
    ceremony(page).wait_for(timeout=60_000)
    page.keyboard.press("Escape")
    expect(ceremony(page)).to_have_count(0)
    expect(again(page)).to_be_focused()
    page.keyboard.press("Enter")
    ceremony(page).wait_for()
    page.keyboard.press("Enter")  # the button to skip has the focus
    expect(ceremony(page)).to_have_count(0)
    expect(again(page)).to_be_focused()
    again(page).click()
    page.get_by_role("button", name="Skip to the result").click()
    expect(ceremony(page)).to_have_count(0)


@pytest.mark.parametrize("still", ["system", "setting"])
def test_without_motion_there_is_no_ceremony(new_page: NewPage, still: str) -> None:
    page = new_page(**({} if still == "system" else MOVING))
    if still == "setting":
        stored = json.dumps(json.dumps({"motion": False}))
        page.add_init_script(f"localStorage.setItem('whistlestop.settings', {stored})")
    play_out(page, "usa")
    page.locator("[data-charts]").wait_for()
    assert ceremony(page).count() == 0
    # Who asks for it gets it.
    again(page).click()
    expect(ceremony(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(ceremony(page)).to_have_count(0)


@pytest.mark.parametrize("ruleset", GAMES)
def test_charts_luck_and_turns_tell_the_summary(new_page: NewPage, finished: Finished, ruleset: str) -> None:
    page, address = after(new_page, finished, ruleset)
    page.goto(address)
    charts = page.locator("[data-charts]")
    charts.wait_for()
    summary = summary_of(page)
    keys = Keys(page)
    own = {"trains": "Trains left"} if ruleset in MAPS else {"stack": "On the track"}
    names = {
        "standing": "Final score",
        "score": "Points",
        "cards": "Cards in hand",
        "completed": "Tickets completed",
        **own,
    }
    for field, name in names.items():
        keys.press(charts.get_by_role("button", name=name, exact=True))
        expect(charts.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
        lines = [player[field] for player in summary["players"]]
        shown = charts.locator(".values b")
        expect(shown).to_have_text([str(line[-1]) for line in lines])
        label = charts.get_by_role("img", name=re.compile(f"^Chart by turn: {name}")).get_attribute(
            "aria-label"
        )
        assert label is not None
        assert all(str(line[-1]) in label for line in lines)
    # The slider reads off any turn, in words as well.
    slider = charts.get_by_role("slider", name="Turn to read")
    keys.tab_to(slider)
    page.keyboard.press("Home")
    expect(charts.locator(".values b")).to_have_text([str(line[0]) for line in lines])
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^After the opening"))
    # The table has the same, a line for each round.
    keys.press(charts.get_by_text("As a table"))
    rows = charts.locator("tbody tr")
    expect(rows.first.locator("td")).to_have_text([str(line[0]) for line in lines])
    expect(rows.last.locator("td")).to_have_text([str(line[-1]) for line in lines])
    expect(rows.last.locator("th")).to_have_text(str(summary["after"][-1]))

    keys.press(page.locator("summary", has_text="What everyone drew"))
    strips = page.locator("[data-turns] section")
    expect(strips).to_have_count(len(summary["players"]))
    for player, strip in zip(summary["players"], strips.all(), strict=True):
        turns = [turn for turn in summary["turns"] if turn["seat"] == player["seat"]]
        expect(strip.locator("li")).to_have_count(len(turns) + 1)  # and the opening
        tiles = sum(len(turn["drew"]) + len(turn["took"]) for turn in turns)
        expect(strip.locator(".tile")).to_have_count(tiles)
    for player, line in zip(
        summary["players"], page.locator("[data-luck] section").first.locator("li").all(), strict=True
    ):
        chance = player["drawn"]
        expect(line).to_contain_text(
            f"{round(chance['expected'], 1):g} expected" if chance["cards"] else "no cards drawn"
        )


def test_a_network_is_lit_with_its_tickets(new_page: NewPage, finished: Finished) -> None:
    page, address = after(new_page, finished, "europe")
    page.goto(address)
    page.locator("[data-charts]").wait_for()
    view = view_of(page)
    ranking = sorted(view["outcome"]["players"], key=lambda player: int(player["rank"]))
    for player, button in zip(ranking, page.locator(".networks .button").all(), strict=True):
        button.focus()
        page.keyboard.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        routes = {*view["players"][player["seat"]]["routes"], *player["station_routes"].values()}
        expect(page.locator(".board .route.trail")).to_have_count(len(routes))
        cities = {city for ticket in player["tickets_list"] for city in (ticket["from"], *ticket["to"])}
        expect(page.locator(".board .city.lit")).to_have_count(len(cities))
        expect(page.locator('.lights .button[aria-pressed="true"]')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".board.tracing")).to_have_count(0)
    expect(page.locator(".board .city.lit")).to_have_count(0)


@pytest.mark.parametrize("ruleset", ["europe", "card_game"])
def test_a_picture_is_saved_or_shared(
    new_page: NewPage, finished: Finished, ruleset: str, tmp_path: Path
) -> None:
    page, address = after(new_page, finished, ruleset)
    page.goto(address)
    page.locator("[data-charts]").wait_for()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Picture to share").click()
    assert waiting.value.suggested_filename == f"whistlestop-{ruleset}.png"
    waiting.value.save_as(tmp_path / "picture.png")
    content = (tmp_path / "picture.png").read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    assert width == 2400
    assert height > (1800 if ruleset in MAPS else 600)  # a board is on it
    if ruleset in MAPS:
        for player in view_of(page)["players"]:
            painted = pixels(tmp_path / "picture.png", LIGHT[f"seat-{player['seat']}"])
            assert painted > 200 * len(player["routes"])  # with everybody's trains
    expect(page.locator(".said")).to_contain_text("has been saved as")

    # Where the system can share, it is asked to.
    page.evaluate(
        """() => {
          navigator.canShare = ({ files }) => files.length === 1;
          navigator.share = async ({ files, title }) => { window.shared = [files[0].name, files[0].type, title]; };
        }"""
    )
    page.get_by_role("button", name="Picture to share").click()
    page.wait_for_function("() => window.shared")
    name, kind, title = page.evaluate("window.shared")
    assert (name, kind) == (f"whistlestop-{ruleset}.png", "image/png")
    assert "You" not in title  # nobody is "you" to those who get it


def test_how_it_went_can_be_asked_for_again(new_page: NewPage, finished: Finished) -> None:
    page, address = after(new_page, finished, "usa")
    page.route("**/summary", lambda route: route.abort("connectionfailed"))
    page.goto(address)
    expect(page.locator(".end")).to_contain_text("could not be loaded")
    page.unroute("**/summary")
    page.locator(".end").get_by_role("button", name="Try again").click()
    expect(page.locator("[data-charts]")).to_be_visible()


@pytest.mark.parametrize("device", ["wide", "phone"])
@pytest.mark.parametrize("ruleset", ["europe", "card_game"])
def test_everything_can_be_reached(
    new_page: NewPage, finished: Finished, axe: str, ruleset: str, device: str
) -> None:
    page, address = after(new_page, finished, ruleset, **SCREENS[DEVICES[device][0]])
    page.goto(address)
    page.locator("[data-charts]").wait_for()
    page.get_by_text("As a table").click()
    closed = page.locator(".end details:not([open]) > summary")
    while closed.count():
        closed.first.click()
    page.locator("[data-turns]").wait_for()
    for screen in DEVICES[device]:
        show_on(page, screen)
        checker(page, axe, screen)("result with everything open")
        beyond = page.evaluate(
            """() => [...document.querySelectorAll(".end *")].filter((element) => {
              const box = element.getBoundingClientRect();
              return box.width > 0 && box.right > innerWidth + 1 && !element.closest(".scroll");
            }).map((element) => element.outerHTML.slice(0, 80))"""
        )
        assert beyond == []
        again(page).click()
        ceremony(page).wait_for()
        page.wait_for_timeout(1500)
        checker(page, axe, screen)("ceremony")
        width, visible = ceremony(page).evaluate("dialog => [dialog.scrollWidth, dialog.clientWidth]")
        assert width <= visible
        page.keyboard.press("Escape")
        expect(ceremony(page)).to_have_count(0)
