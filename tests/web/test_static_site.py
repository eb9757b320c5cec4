"""A static site: whole games in the browser, stored games, and no request that leaves the folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, expect
from tests.web.drivers import firefox
from tests.web.player import let_happen, mark, settled
from tests.web.static_host import DEVICE, SIZES, StaticHost, hosted, visit
from tests.web.test_browsers import DECIDES, STATE, WATCH, begin

import whistlestop as ws
from whistlestop.practice.puzzles import puzzles
from whistlestop.reviewing import review
from whistlestop.server.usecases import practice

GAMES = ws.ruleset_ids()


@pytest.fixture(scope="module")
def host(static_answers: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticHost]:
    with hosted(tmp_path_factory.mktemp("host")) as host:
        yield host


@pytest.mark.parametrize(
    ("ruleset", "widths"),
    [(ruleset, (1440, 360)[:: 1 - n % 2 * 2]) for n, ruleset in enumerate(GAMES)],
    ids=GAMES,
)
def test_a_whole_game_without_a_network(
    host: StaticHost, browser: Browser, ruleset: str, widths: tuple[int, int]
) -> None:
    """A game begins on a wide screen and ends on a phone, or the other way round."""
    with visit(host, browser, widths[0]) as visitor:
        visitor.wait_for_everything()
        visitor.page.reload()  # from now on the service worker answers
        visitor.context.set_offline(True)
        page = visitor.page
        page.locator(f"input[name=board][value={ruleset}]").check(force=True)
        page.get_by_role("button", name="Play now").click()
        page.locator(".offer").wait_for()
        table = page.url.rsplit("/", 1)[1]
        visitor.go("/about")
        # One turn by hand, on a map the last one; in the last turn of the card game the deck is empty.
        visitor.play(table, 21 if ruleset == "card_game" else "last")
        page.set_viewport_size({"width": widths[1], "height": SIZES[widths[1]]})
        visitor.go(f"/t/{table}")
        for _ in range(2):
            deck = page.locator("[data-deck]:visible").first
            deck.wait_for()
            before = mark(page)
            deck.click()
            settled(page, before)
        page.wait_for_function("() => !document.querySelector('[data-underway]')")
        if ruleset == "card_game":
            visitor.go("/about")
            visitor.play(table, "end")
            visitor.go(f"/t/{table}")
        expect(page.locator(".end .scores tbody tr")).to_have_count(2)
        record = visitor.ask("GET", f"/api/tables/{table}/record")
    played = ws.replay(ws.GameRecord.from_dict(record))
    assert played.over
    assert len(record["actions"]) > 10


def test_a_tab_that_is_closed_in_the_middle_of_a_game(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        table = visitor.start("usa")
        visitor.play(table, 21)
        before = visitor.ask("GET", f"/api/tables/{table}/view")
        visitor.page.close(run_before_unload=False)
        visitor.page = visitor.opened()
        visitor.go("/")
        visitor.page.locator(f"a[href='#/t/{table}']").first.click()
        visitor.page.locator("[data-deck]").first.wait_for()
        after = visitor.ask("GET", f"/api/tables/{table}/view")
        assert after["view"]["version"] >= before["view"]["version"] >= 21
        assert after["log"][: len(before["log"])] == before["log"]


def test_a_chosen_opponent_stays(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        bot = {"kind": "bot", "bot": "easy"}
        seats = [{"kind": "me"}, {**bot, "character": "lotte"}, bot]
        made = visitor.ask("POST", "/api/tables", {"ruleset": "usa", "seats": seats})
        table = visitor.ask("POST", f"/api/tables/{made['id']}/start", {"nonce": None})["id"]
        visitor.play(table, "end")
        found = visitor.ask("GET", f"/api/tables/{table}")
        assert [seat["character"] for seat in found["seats"]] == [None, "lotte", None]
        visitor.go(f"/t/{table}")
        expect(visitor.page.locator(".end .scores")).to_contain_text("Lotte", timeout=60_000)
        visitor.go("/history")
        expect(visitor.page.locator("main")).to_contain_text("Lotte")


def test_a_browser_that_keeps_nothing_says_so(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        page = visitor.page
        visitor.context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
        page.context.route(
            "**/assets/worker-*.js",
            lambda route: route.fulfill(
                content_type="text/javascript",
                body="Object.defineProperty(self, 'indexedDB', { value: undefined });"
                + next((host.site / "assets").glob("worker-*.js")).read_text("utf-8"),
            ),
        )
        visitor.go("/")
        expect(page.locator("[data-unkept]")).to_be_visible()
        page.get_by_role("button", name="Play now").click()
        page.locator(".offer").wait_for()
        expect(page.locator("[data-status]")).to_contain_text("cannot store games")


def test_a_browser_without_webassembly_says_so(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        script = next((host.site / "assets").glob("worker-*.js")).read_text("utf-8")
        visitor.context.route(
            "**/assets/worker-*.js",
            lambda route: route.fulfill(
                content_type="text/javascript",
                body="Object.defineProperty(self, 'WebAssembly', { value: undefined });" + script,
            ),
        )
        visitor.go("/")
        visitor.page.get_by_role("button", name="Play now").click()
        expect(visitor.page.get_by_text("This browser cannot run the game.")).to_be_visible()


def test_a_record_goes_out_and_comes_in(host: StaticHost, browser: Browser, tmp_path: Path) -> None:
    with visit(host, browser) as visitor:
        table = visitor.start("switzerland", "first_ride")
        visitor.play(table, "end")
        visitor.go(f"/games/{table}_")
        page = visitor.page
        page.get_by_role("button", name="Share").click()
        with page.expect_download() as saved:
            page.locator("[data-record]").click()
        file = tmp_path / "game.json"
        saved.value.save_as(file)
        # The game is already here.
        visitor.go("/games")
        page.locator("[data-bring]").set_input_files(file)
        page.wait_for_url(f"**/#/games/{table}_")
        page.get_by_role("button", name="One move forward").wait_for()
        assert len(visitor.ask("GET", "/api/tables")) == 1
        with visit(host, browser) as other:
            for _ in range(2):
                other.go("/games")
                other.page.locator("[data-bring]").set_input_files(file)
                other.page.wait_for_url("**/#/games/switzerland-*")
                other.page.get_by_role("button", name="One move forward").wait_for()
                (imported,) = other.ask("GET", "/api/tables")
                assert imported["imported"]
                assert imported["watch"] in other.page.url
        broken = json.loads(file.read_text("utf-8"))
        broken["actions"][5][1] = "pass"
        file.write_text(json.dumps(broken), encoding="utf-8")
        visitor.go("/games")
        page.locator("[data-bring]").set_input_files(file)
        expect(page.get_by_role("alert")).to_contain_text("action 6")


def test_all_games_move_to_another_browser(host: StaticHost, browser: Browser, tmp_path: Path) -> None:
    """Imports games in progress, finished, branched and abandoned ones; none twice. Further moves are added, and
    invalid games are named.
    """
    file, later = tmp_path / "games.json", tmp_path / "later.json"
    with visit(host, browser) as visitor:
        page = visitor.page
        visitor.go("/games")
        expect(page.locator("[data-save]")).to_be_disabled()
        running = visitor.start("usa")
        visitor.play(running, 21)
        finished = visitor.start("switzerland", "first_ride")
        version = visitor.play(finished, "end")["version"]
        given_up = visitor.start("card_game")
        visitor.ask("POST", f"/api/tables/{given_up}/agree", {})
        wish = {"version": version - 8, "seat": 0, "bot": "easy"}
        branch = visitor.ask("POST", f"/api/games/{finished}/branch", wish)["id"]
        before = visitor.ask("GET", f"/api/tables/{running}/view")
        for target in (file, later):
            visitor.go("/games")
            with page.expect_download() as saved:
                page.locator("[data-save]").click()
            assert saved.value.suggested_filename.startswith("whistlestop-")
            saved.value.save_as(target)
            if target == file:
                visitor.play(running, 31)
        record = visitor.ask("GET", f"/api/tables/{finished}/record")

    with visit(host, browser) as visitor:
        page = visitor.page

        def bring(brought: Path) -> None:
            visitor.go("/games")
            page.locator("[data-bring]").set_input_files(brought)

        loaded = page.locator("[data-loaded]")
        bring(file)
        expect(loaded).to_have_text("4 games imported.")
        expect(page.locator("[data-playing] a")).to_have_count(2)
        page.locator(f"[data-playing] a[href='#/t/{running}']").click()
        page.locator("[data-status]").wait_for()
        assert {one["table"]["id"] for one in visitor.ask("GET", "/api/waiting")} == {running, branch}
        assert visitor.ask("GET", f"/api/tables/{running}/view") == before
        assert visitor.ask("GET", f"/api/tables/{finished}/record") == record
        assert visitor.ask("GET", f"/api/tables/{given_up}")["abandoned"]
        bring(file)
        expect(loaded).to_have_text("No new games. 4 games were already here.")
        bring(later)
        expect(loaded).to_have_text("No new games. 1 game has new moves. 3 games were already here.")
        after = visitor.ask("GET", f"/api/tables/{running}/view")
        assert after["view"]["version"] >= 31
        bring(file)  # an older file removes no moves
        expect(loaded).to_have_text("No new games. 4 games were already here.")
        assert visitor.ask("GET", f"/api/tables/{running}/view") == after
        visitor.play(running, "end")
        visitor.play(branch, "end")

    plain = json.loads(file.read_text("utf-8"))
    games = {game["id"]: game for game in plain["games"]}
    games[running]["actions"][5][1] = "pass"
    games[finished]["hash"] = "of other rules"
    games[given_up]["seats"][1]["color"] = games[given_up]["seats"][0]["color"]
    games[branch]["begun"]["state"] = "A" * len(games[branch]["begun"]["state"])
    plain["games"] = [games[running], games[finished], games[given_up], games[branch], 7]
    file.write_text(json.dumps(plain), encoding="utf-8")
    with visit(host, browser) as visitor:
        page = visitor.page
        visitor.go("/games")
        page.locator("[data-bring]").set_input_files(file)
        expect(page.locator("[data-loaded]")).to_have_text("No new games.")
        refused = page.get_by_role("status").locator("li")
        for place, words in enumerate(
            (
                "action 6",
                "earlier version of its rules",
                "seats is missing or invalid",
                "position in which it began is damaged",
                "must be an object",
            )
        ):
            expect(refused.nth(place)).to_contain_text(words)
        expect(refused.nth(1)).to_contain_text("Switzerland")
        expect(refused.nth(4)).to_contain_text("Game 5 of the file")
        assert visitor.ask("GET", "/api/tables") == visitor.ask("GET", "/api/waiting") == []
        for text in ('{"whistlestop": "games", "format": 99, "games": []}', '{"whistlestop": 1}', "no JSON"):
            file.write_text(text, encoding="utf-8")
            page.locator("[data-bring]").set_input_files(file)
            expect(page.get_by_role("alert")).to_contain_text("This file cannot be used")


def test_a_review_and_playing_on(host: StaticHost, browser: Browser) -> None:
    """The first findings are shown early; the figures are the same as a server's."""
    with visit(host, browser) as visitor:
        page = visitor.page
        table = visitor.start("switzerland", "first_ride")
        version = visitor.play(table, "end")["version"]
        visitor.go(f"/games/{table}_?review")
        page.locator("[data-review='working'] [data-review-summary]").wait_for(timeout=60_000)
        visitor.go(f"/games/{table}_/{version - 8}")
        page.get_by_role("button", name="Play on from here").click()
        page.get_by_role("button", name="Play on", exact=True).click()
        page.wait_for_url("**/#/t/switzerland-*")
        page.locator("[data-hand]").wait_for()
        branch = page.url.rsplit("/", 1)[1]
        assert branch != table
        visitor.go("/about")
        visitor.play(branch, "end")
        visitor.go(f"/games/{branch}_?review")
        page.locator("[data-review='done'] [data-review-summary]").wait_for(timeout=60_000)
        found = visitor.ask("GET", f"/api/games/{branch}/review")
        record = visitor.ask("GET", f"/api/tables/{branch}/record")
        worlds = 2 * found["review"]["worlds"]  # a deeper review replaces it
        path = f"/api/games/{branch}_/review"
        assert visitor.ask("POST", path, {"worlds": worlds}, here=True)["state"] == "working"
        let_happen(page, lambda: visitor.ask("GET", path, here=True)["state"] == "done", 60)
        assert visitor.ask("GET", path)["review"]["worlds"] == worlds
    assert record["position"]["version"] == version - 8
    assert found["review"] == msgspec.to_builtins(review(record, cores=2))
    assert found["done"] == len(record["actions"]) > 0


def test_the_start_page_says_when_everything_is_there(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        complete = visitor.page.locator("[data-complete]")
        expect(complete).to_have_count(0)
        visitor.wait_for_everything()
        expect(complete).to_have_text("Ready for offline use")
        # At first, it is visible even without scrolling.
        expect(visitor.page.locator("[data-ready]")).to_be_in_viewport()
        visitor.go("/")
        expect(complete).to_be_visible()
        expect(visitor.page.locator("[data-ready]")).to_have_count(0)


def test_pages_about_people_need_a_server(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        for path in ("/account", "/friends", "/clubs/x", "/studies/x/y"):
            visitor.go(path)
            expect(visitor.page.get_by_role("heading")).to_have_text(
                "This works only on a Whistlestop server."
            )


@pytest.mark.parametrize(
    ("language", "path"),
    [
        *zip(("cs", "de", "es", "fr"), ("/rules/usa", "/learn", "/puzzles", "/games"), strict=True),
        *zip(("hu", "pl", "ro"), ("/rules/usa", "/learn", "/puzzles"), strict=True),
    ],
)
def test_every_language(host: StaticHost, browser: Browser, language: str, path: str) -> None:
    with visit(host, browser, locale=language) as visitor:
        expect(visitor.page.locator("html")).to_have_attribute("lang", language)
        visitor.go(path)
        visitor.page.locator("main h1").first.wait_for()


def test_the_puzzle_of_the_day_keeps_its_result(host: StaticHost, browser: Browser) -> None:
    sets = [one for one in practice.puzzle_list() if one.puzzles]

    def daily(day: int) -> tuple[str, str]:
        """Like web/src/practice/daily.ts."""
        chosen = sets[day % len(sets)]
        return chosen.ruleset, chosen.puzzles[day // len(sets) * 7919 % len(chosen.puzzles)].id

    def best(day: int) -> str:
        ruleset, puzzle = daily(day)
        return puzzles()[ruleset][puzzle].best

    day = next(day for day in range(20_000, 21_000) if best(day) == "tickets")
    with visit(host, browser) as visitor:
        visitor.wait_for_everything()
        visitor.page.reload()
        visitor.context.set_offline(True)
        visitor.context.clock.set_fixed_time(day * 86_400)
        page = visitor.page
        visitor.go("/puzzles")
        page.locator("[data-daily]").click()
        page.wait_for_url("**/#/puzzles/" + "/".join(daily(day)))
        page.locator("[data-ticket-deck]").first.click()
        page.get_by_role("button", name="Yes").click()
        expect(page.locator("[data-task=right]")).to_be_visible()
        visitor.go("/puzzles")
        shown = page.get_by_role("region", name="Puzzle of the day")
        expect(shown).to_contain_text("Solved. A new one comes")
        visitor.context.clock.set_fixed_time((day + 1) * 86_400)
        visitor.go("/puzzles")
        expect(shown).to_contain_text("The same for everybody until midnight")
        expect(shown.locator(".streak")).to_contain_text("1")


def test_lessons_and_puzzles(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        page = visitor.page
        visitor.go("/learn/usa/second")
        page.locator("[data-slot]").first.wait_for()
        visitor.go("/puzzles")
        page.locator("[data-daily]").click()
        page.locator("[data-leave]").wait_for()


def test_a_short_game_in_firefox(host: StaticHost, tmp_path: Path) -> None:
    with firefox(tmp_path) as page:
        page.open(host.below)
        page.evaluate(WATCH)
        begin(page)
        before = page.evaluate(STATE)
        table = page.evaluate("location.href.split('/').at(-1)")
        assert page.evaluate("problems") == []

        # The game is still there after a reload. Another worker continues it, as another tab would, and this
        # page follows.
        page.open("about:blank")
        page.open(f"{host.below}#/t/{table}")
        page.evaluate(WATCH)
        page.wait(DECIDES)
        assert page.evaluate(STATE) == before
        play = f"new Device({json.dumps(host.worker)}).play({json.dumps(table)}, 'end')"
        run = f"globalThis.workers ??= []; {DEVICE}; return {play}"
        assert page.evaluate(f"(() => {{ {run}; }})().then(({{ phase }}) => phase)") == "over"
        page.click("[data-ceremony] header button")
        page.wait("!document.querySelector('[data-ceremony]')")
        assert page.evaluate("document.querySelectorAll('.end tbody tr').length") >= 2
        assert page.evaluate("problems") == []
