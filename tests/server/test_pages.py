"""Heads of pages and pictures for links: languages, and nothing that spectators may not see."""

from __future__ import annotations

import html
import random
import re
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image
from tests.server.harness import Guest, Running, code, play_on, running, two_seats
from tests.server.people import done, me, sign_up

import whistlestop as ws
from whistlestop.drawing import layout_of
from whistlestop.drawing.art import LIGHT
from whistlestop.drawing.card import HEIGHT, WIDTH, Holding, card_svg
from whistlestop.languages import LANGUAGES, catalogue
from whistlestop.server.http.routes.pages import PAGES
from whistlestop.server.usecases import pictures

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

PLAIN = b"\x89PNG plain"


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Running]:
    """Return a server with a client."""
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_text('<html lang="en"><title>Whistlestop</title><p>built</p>')
    (folder / "card.png").write_bytes(PLAIN)
    async with running(tmp_path, static=str(folder)) as server:
        yield server


async def head(guest: Guest, path: str, language: str = "en") -> dict[str, str]:
    """Return the title and the tags of a page."""
    answer = await guest.get(path, headers={"accept-language": language})
    assert answer.status_code == 200, path
    assert answer.headers["vary"] == "Accept-Encoding, Accept-Language, Cookie"
    assert answer.text.endswith("<p>built</p>")
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', answer.text)
    (title,) = re.findall(r"<title>(.*)</title>", answer.text)
    (spoken,) = re.findall(r'<html lang="(\w+)"', answer.text)
    return {name: html.unescape(value) for name, value in [*found, ("title", title), ("lang", spoken)]}


async def picture(guest: Guest, address: str) -> Any:
    """Return the picture at an address of the site."""
    answer = await guest.get("/" + address.split("/", 3)[3])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    if answer.content == PLAIN:
        return None
    found = Image.open(BytesIO(answer.content))
    assert found.size == (WIDTH, HEIGHT)
    return found.convert("RGB")


def share(found: Any, color: str) -> float:
    """Return the share of a picture that has exactly this color."""
    wanted = tuple(int(LIGHT[color][at : at + 2], 16) for at in (1, 3, 5))
    parts = [number for number, one in found.getcolors(WIDTH * HEIGHT) if one == wanted]
    return float(sum(parts)) / (WIDTH * HEIGHT)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_pages_for_everybody_have_a_head_in_every_language(site: Running, language: str) -> None:
    ada = await site.guest()
    paths = [re.sub(r"\{\w+:int\}", "1", re.sub(r"\{\w+:str\}", "usa", path)) for path in PAGES]
    heads = [await head(ada, path, language) for path in [*paths, "/", "/rules/usa"]]
    for one in heads:
        assert one["lang"] == language
        assert one["title"] == one["og:title"]
        assert 30 <= len(one["description"]) <= 160, one["description"]
        assert one["description"] == one["og:description"]
        assert one["og:image"].startswith(site.base)
    assert len({one["title"] for one in heads}) == len({*PAGES.values()}) + 2
    assert heads[-2]["title"] == catalogue(language, "ui")["start.title"]
    assert heads[-1]["og:url"] == f"{site.base}/rules/usa"
    # The chosen language comes before that of the browser.
    ada.http.cookies.set("language", "hu", domain="127.0.0.1")
    assert (await head(ada, "/about", language))["lang"] == "hu"


async def test_unknown_pages_have_the_head_of_the_start_page(site: Running) -> None:
    ada = await site.guest()
    start = await head(ada, "/")
    for path in ("/t/nothing", "/games/nothing/3", "/i/nothing", "/p/nothing", "/embed/games/%22%3E"):
        found = await head(ada, path)
        assert (found["title"], found["og:image"]) == (start["title"], f"{site.base}/card.png")
    assert (await head(ada, "/rules/nothing"))["title"] == "Rules · Whistlestop"
    assert code(await ada.get("/rules/a/b")) == (404, "not_found")


async def test_a_name_is_only_text(site: Running) -> None:
    ada = await site.guest()
    await ada.http.patch("/api/me", json={"name": '"><b>Ada'})
    table = await ada.table([{"kind": "me"}, {"kind": "open"}])
    answer = await ada.get(f"/t/{table}")
    assert "<b>" not in answer.text
    assert '"><b>Ada' in (await head(ada, f"/t/{table}"))["description"]


async def test_an_invitation_does_not_name_the_table(site: Running) -> None:
    ada, eve = await site.guest(), await site.guest()
    await ada.http.patch("/api/me", json={"name": "Ada"})
    table = await ada.table([{"kind": "me"}, {"kind": "open"}], "europe")
    key = (await ada.post(f"/api/tables/{table}/invitations", {"seat": 1})).json()["key"]
    answer = await eve.get(f"/i/{key}")
    assert table not in answer.text
    found = await head(eve, f"/i/{key}", "de")
    assert (found["title"], found["description"][-3:]) == ("Einladung: Europa", "Ada")
    shown = await picture(eve, found["og:image"])
    assert share(shown, "seat-0") == 0
    assert share(shown, "land") > 0.1


async def test_pages_of_players_who_hide_do_not_name_them(site: Running) -> None:
    ada, ben = await site.guest(), await site.guest()
    await sign_up(ada, "Ada Lovelace")
    path = f"/p/{(await me(ada))['id']}"
    assert (await head(ben, path))["title"] == "Ada Lovelace · Whistlestop"
    await done(ada, "PUT", "/api/account/page", {"shown": False})
    for guest in (ada, ben):
        assert "Lovelace" not in (await guest.get(path)).text
    await ben.http.patch("/api/me", json={"name": "Ben Nevis"})
    assert "Nevis" not in (await ben.get(f"/p/{(await me(ben))['id']}")).text


async def test_a_game_in_progress_shows_what_spectators_see(site: Running) -> None:
    table, ada, ben, first, second = await two_seats(site, "switzerland")
    eve = await site.guest()
    watch = (await ada.get(f"/api/tables/{table}")).json()["watch"]
    for guest, name in ((ada, "Ada"), (ben, "Ben")):
        await guest.http.patch("/api/me", json={"name": name})
    rng = random.Random(3)
    await play_on({0: first, 1: second}, rng, 60)
    view = first.view
    assert view is not None
    assert view["phase"] != "over"
    for player in view["players"]:
        await ada.get("/api/me")
        assert player["routes"]
    seen = (await eve.get(f"/api/tables/{watch}/view")).json()["view"]
    for key in (table, watch):
        for path in (f"/t/{key}", f"/games/{key}", f"/games/{key}/3"):
            found = await head(eve, path)
            assert found["title"] == "Switzerland: a game in progress"
            assert found["description"] == "Watch the game: Ada · Ben"  # no scores
            assert "?at" not in found["og:image"]
            assert (table in str(found)) == (key == table)
        # Even with a version, the picture shows what spectators see now: a game between people, delayed.
        shown = [await picture(eve, f"{site.base}/api/games/{key}/picture.png{at}") for at in ("", "?at=3")]
        assert shown[0].tobytes() == shown[1].tobytes()
        for seat in (0, 1):
            assert (share(shown[0], f"seat-{seat}") > 0) == bool(seen["players"][seat]["routes"])
    # The players' own links show no more than that.
    own = await picture(ada, f"{site.base}/api/games/{table}/picture.png")
    assert own.tobytes() == shown[0].tobytes()

    await play_on({0: first, 1: second}, rng)
    scores = [player["score"] for player in first.view["outcome"]["players"]]  # type: ignore[index]
    found = await head(eve, f"/games/{watch}")
    assert found["title"] == "Switzerland: replay"
    assert all(str(score) in found["description"] for score in scores)
    found = await head(eve, f"/games/{watch}/40")  # does not tell how the game ended
    assert found["title"] == "Switzerland: after move 40"
    assert found["description"] == "A moment of this game: Ada · Ben"
    assert found["og:image"].endswith("?at=40")
    shares = []
    for at in (0, 40, 10_000):
        shown = await picture(eve, f"{site.base}/api/games/{watch}/picture.png?at={at}")
        shares.append(share(shown, "seat-0") + share(shown, "seat-1"))
    assert shares[0] == 0 < shares[1] < shares[2]


async def test_pictures_are_limited_and_have_a_substitute(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await site.guest()
    cards = await ada.table([{"kind": "me"}, {"kind": "open"}], "card_game")
    for path in (
        f"/api/games/{cards}/picture.png",
        "/api/games/nothing/picture.png",
        "/api/rulesets/no/picture.png",
    ):
        assert await picture(ada, site.base + path) is None
    usa = "/api/rulesets/usa/picture.png"
    answer = await ada.get(usa)
    assert len(answer.content) < 300_000
    again = await ada.get(usa, headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    monkeypatch.setattr(pictures, "KEPT", 2)
    for board in ("usa", "europe", "switzerland"):
        assert await picture(ada, f"{site.base}/api/rulesets/{board}/picture.png") is not None
    assert len(site.services.pages.pictures._kept) <= 2
    monkeypatch.setattr(pictures, "WAITING", 0)
    assert await picture(ada, site.base + usa) is None  # too many are waiting
    monkeypatch.setattr(pictures, "WAITING", 8)
    monkeypatch.setattr(pictures, "svg_to_bytes", None)
    assert await picture(ada, site.base + usa) is None  # the library is not installed


async def test_a_picture_counts_as_several_requests(tmp_path: Path) -> None:
    async with running(tmp_path, request_rate=1.0) as server:
        ada = await server.guest()
        answers = [code_of(await ada.get("/api/rulesets/none/picture.png")) for _ in range(3)]
        assert answers[-1] == 429


def code_of(answer: Any) -> int:
    return int(answer.status_code)


def test_the_drawing_needs_no_style_sheet() -> None:
    for name in ("usa", "europe", "switzerland"):
        ruleset = ws.load_ruleset(name)
        seats = [Holding(3, (ruleset.routes[0].id, "gone"), (ruleset.cities[0].id, "gone"))]
        drawn = card_svg(ruleset, layout_of(ruleset), seats)
        assert "var(" not in drawn
        assert "<style" not in drawn
        assert drawn.count(LIGHT["seat-3"]) == 2
