"""The result of a game in the browser: charts, luck, a picture to share."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.finished_games import GAMES, MAPS, Finished, after
from tests.web.input_devices import Keys
from tests.web.player import table_of, view_of
from tests.web.test_access import DEVICES, SCREENS, checker, show_on

from whistlestop.drawing.art import LIGHT


def pixels(picture: Path, color: str) -> int:
    """Return how many pixels of a picture have exactly this color."""
    wanted = tuple(bytes.fromhex(color[1:]))
    with Image.open(picture) as image:
        return sum(count for count, found in image.convert("RGB").getcolors(1 << 24) or () if found == wanted)


def summary_of(page: Page) -> dict[str, Any]:
    summary: dict[str, Any] = page.request.get(f"/api/tables/{table_of(page)}/summary").json()
    return summary


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
    # The slider reads the values of any turn, as text as well.
    slider = charts.get_by_role("slider", name="Turn to read")
    keys.tab_to(slider)
    page.keyboard.press("Home")
    expect(charts.locator(".values b")).to_have_text([str(line[0]) for line in lines])
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^After the opening"))
    # The table has the same values, one line per round.
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
    assert height > (1800 if ruleset in MAPS else 600)  # it contains a board
    if ruleset in MAPS:
        for player in view_of(page)["players"]:
            painted = pixels(tmp_path / "picture.png", LIGHT[f"seat-{player['seat']}"])
            assert painted > 200 * len(player["routes"])  # with everybody's trains
    expect(page.locator(".said")).to_contain_text("has been saved as")

    # If the system can share, the page uses that.
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
    assert "You" not in title  # because others will see it, nobody is "you"


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
