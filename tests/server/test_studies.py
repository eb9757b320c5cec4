"""Studies: chapters of finished games that several people annotate."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select
from tests.server.harness import Guest, Running, closed, code, running
from tests.server.people import done, sign_up
from tests.server.test_clubs import club_table, found, join
from tests.server.test_friends import named
from tests.server.test_moderation import moderator
from tests.server.test_replays import brought, played

from whistlestop.server.adapters.database import studies as kept
from whistlestop.server.adapters.database import study_chapters as kept_chapters
from whistlestop.server.adapters.database.schema.studies import (
    studies,
    study_marks,
    study_members,
    study_notes,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

NAME = "The long way west"


@pytest.fixture
async def people(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    """Return a server on each database, without limits for messages to others."""
    async with running(tmp_path, database=database, notice_rate=0.0, chat_rate=0.0) as server:
        yield server


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path, notice_rate=0.0, chat_rate=0.0) as server:
        yield server


async def made(owner: Guest, **wish: Any) -> str:
    answer = await done(owner, "POST", "/api/studies", {"name": NAME} | wish)
    return str(answer.json()["study"]["id"])


async def chapter_of(owner: Guest, study: str, game: str, name: str = "First", **wish: Any) -> str:
    body = {"game": game, "name": name} | wish
    answer = await done(owner, "POST", f"/api/studies/{study}/chapters", body)
    return str(answer.json()["chapters"][-1]["id"])


async def joined(owner: Guest, study: str, role: str, *guests: Guest) -> None:
    answer = await done(owner, "POST", f"/api/studies/{study}/link", {"role": role})
    for guest in guests:
        await done(guest, "POST", f"/api/studies/link/{answer.json()['link']['key']}")


async def written(guest: Guest, at: str, moment: int, text: str, edition: int = 0) -> Any:
    return await guest.http.put(f"{at}/notes/{moment}", json={"text": text, "edition": edition})


async def drawn(guest: Guest, at: str, moment: int, mark: str, color: int | None = 0) -> Any:
    return await guest.post(f"{at}/marks", {"moment": moment, "mark": mark, "color": color})


async def finished(guest: Guest, table: str) -> None:
    """Play one's own part of a game against bots to its end."""
    socket, rng = await guest.sit(table), random.Random(3)
    while socket.view is not None and socket.view["phase"] != "over":
        if socket.view["legal"]:
            await socket.command(rng.choice(socket.view["legal"]))
        if socket.view["phase"] != "over":
            await socket.receive()


async def test_a_study_is_made_shared_and_edited(people: Running) -> None:
    (ada, ada_id), (ben, ben_id), (eve, _) = await named(people, "Ada", "Ben", "Eve")
    game = await brought(ada, played("usa", most=10_000))
    study = await made(ada)
    chapter = await chapter_of(ada, study, game["id"], name=" The  opening ")
    at = f"/api/studies/{study}/chapters/{chapter}"
    told = (await ada.get(f"/api/studies/{study}")).json()
    assert told["study"] == {"id": study, "name": NAME, "open": False, "chapters": 1, "role": "owner"}
    assert told["chapters"] == [
        {
            "id": chapter,
            "name": "The opening",
            "game": game["watch"],  # never the key of the seats
            "version": 1,
            "parent": None,
            "moment": None,
        }
    ]
    # Nobody else knows about it, and there is no other way in.
    for path in (f"/api/studies/{study}", at, f"/api/studies/{study}/file"):
        assert code(await ben.get(path)) == (404, "not_found")
    assert code(await written(ben, at, 3, "x")) == (404, "not_found")
    assert await closed(await ben.connect(f"/api/studies/{study}/socket")) == await closed(
        await ben.connect("/api/studies/none/socket")
    )

    # Readers read, editors edit, the owner manages.
    await joined(ada, study, "reader", ben)
    assert code(await written(ben, at, 3, "x")) == (403, "not_editor")
    assert code(await drawn(ben, at, 3, "city:denver")) == (403, "not_editor")
    assert code(await ben.post(f"/api/studies/{study}/link", {})) == (403, "not_owner")
    await joined(ada, study, "editor", ben, eve)  # a link raises a role, and never lowers one
    await joined(ada, study, "reader", eve)
    told = (await eve.get(f"/api/studies/{study}")).json()
    assert [(one["name"], one["role"]) for one in told["people"]] == [
        ("Ada", "owner"),
        ("Ben", "editor"),
        ("Eve", "editor"),
    ]
    assert told["link"] is None
    answer = (await written(ben, at, 3, "Why not  Denver?\n\n\n\u202eLater.  ")).json()
    assert answer["notes"] == [
        {"moment": 3, "text": "Why not Denver?\n\nLater.", "edition": 2, "writer": "Ben"}
    ]
    answer = (await drawn(eve, at, 3, "arrow:denver:omaha", 2)).json()
    assert answer["marks"] == [{"moment": 3, "mark": "arrow:denver:omaha", "color": 2}]

    # The owner hands over, and leaves.
    assert code(await ada.http.delete(f"/api/studies/{study}/join")) == (409, "owner_stays")
    assert code(await ben.http.put(f"/api/studies/{study}", json={"name": "Mine"})) == (403, "not_owner")
    await done(ada, "PUT", f"/api/studies/{study}/members/{ben_id}", {"role": "owner"})
    assert (await done(ada, "DELETE", f"/api/studies/{study}/join")).json()["yours"] == []
    # A removed member cannot return, since the link is revoked.
    link = (await done(ben, "POST", f"/api/studies/{study}/link", {})).json()["link"]["key"]
    await done(ada, "POST", f"/api/studies/link/{link}")
    told = (await done(ben, "DELETE", f"/api/studies/{study}/members/{ada_id}")).json()
    assert told["link"] is None
    assert code(await ada.post(f"/api/studies/link/{link}")) == (404, "not_found")
    await done(ben, "DELETE", f"/api/studies/{study}")
    async with people.services.store.reading() as connection:
        for table in (studies, study_members, study_notes, study_marks):
            assert (await connection.execute(select(table))).all() == []
    assert (await ada.get(f"/api/games/{game['watch']}/log")).status_code == 200


async def test_no_edit_is_lost(people: Running) -> None:
    """A note is saved only on the edition that its author has read; simultaneous drawings are all kept."""
    (ada, _), (ben, _) = await named(people, "Ada", "Ben")
    game = played("usa")
    study = await made(ada)
    chapter = await chapter_of(ada, study, (await brought(ada, game))["id"])
    await joined(ada, study, "editor", ben)
    at = f"/api/studies/{study}/chapters/{chapter}"
    answers = await asyncio.gather(written(ada, at, 5, "Ada's"), written(ben, at, 5, "Ben's"))
    assert sorted(one.status_code for one in answers) == [200, 409]
    lost = next(one for one in answers if one.status_code == 409)
    assert code(lost) == (409, "stale")
    (note,) = (await ada.get(at)).json()["notes"]
    assert note["text"] in {"Ada's", "Ben's"}
    # A deleted note keeps its edition, so that an author who still writes on the old text notices.
    gone = (await written(ada, at, 5, "", note["edition"])).json()["notes"][0]
    assert gone["text"] == ""
    await done(ben, "PUT", f"{at}/notes/5", {"text": "New", "edition": gone["edition"]})
    assert code(await written(ada, at, 5, "Old", note["edition"])) == (409, "stale")
    routes = [route.id for route in game.ruleset.routes[:12]]
    await asyncio.gather(
        *(drawn((ada, ben)[place % 2], at, 7, f"route:{route}") for place, route in enumerate(routes))
    )
    assert {one["mark"] for one in (await ada.get(at)).json()["marks"]} == {f"route:{one}" for one in routes}
    # Drawing again changes the color; deleting something that is already gone changes nothing.
    assert [one["color"] for one in (await drawn(ada, at, 7, f"route:{routes[0]}", 1)).json()["marks"]].count(
        1
    ) == 1
    for _ in range(2):
        left = (await drawn(ben, at, 7, f"route:{routes[0]}", None)).json()["marks"]
        assert len(left) == len(routes) - 1


async def test_readers_see_changes_at_once_and_lose_the_study_at_once(people: Running) -> None:
    (ada, _), (ben, ben_id) = await named(people, "Ada", "Ben")
    study = await made(ada)
    chapter = await chapter_of(ada, study, (await brought(ada, played("europe")))["id"])
    await joined(ada, study, "editor", ben)
    socket = await ben.connect(f"/api/studies/{study}/socket")
    assert (await socket.receive())["type"] == "study_changed"
    await socket.send({"type": "say", "id": "1", "text": "Hello?"})
    assert (await socket.receive())["error"]["code"] == "chat_off"
    await done(ada, "PUT", f"/api/studies/{study}/chapters/{chapter}/notes/1", {"text": "Look", "edition": 0})
    assert (await socket.until("study_changed"))["type"] == "study_changed"
    await done(ada, "DELETE", f"/api/studies/{study}/members/{ben_id}")
    assert (await closed(socket))[0] == "not_found"
    # Everybody with the address can read an open study, even without an account.
    await done(ada, "PUT", f"/api/studies/{study}", {"name": NAME, "open": True})
    guest = await people.guest()
    watching = await guest.connect(f"/api/studies/{study}/socket")
    assert (await watching.receive())["type"] == "study_changed"
    told = (await guest.get(f"/api/studies/{study}")).json()
    assert (told["study"]["role"], told["people"], told["link"]) == (None, [], None)
    assert (await guest.get(f"/api/studies/{study}/chapters/{chapter}")).json()["notes"][0]["text"] == "Look"
    await done(ada, "PUT", f"/api/studies/{study}", {"name": NAME, "open": False})
    assert (await closed(watching))[0] == "not_found"


async def test_only_finished_games_that_the_editor_can_see(own: Running) -> None:
    (ada, _), (ben, _), (eve, _) = await named(own, "Ada", "Ben", "Eve")
    study = await made(eve, open=True)
    live = await ada.post("/api/tables", {"ruleset": "usa", "seats": [{"kind": "me"}, {"kind": "open"}]})
    table = live.json()["id"]
    body = {"game": live.json()["watch"], "name": "Live"}
    add = f"/api/studies/{study}/chapters"
    assert code(await eve.post(add, body)) == (409, "not_over")
    await done(ben, "POST", f"/api/tables/{table}/join", {})
    await done(ada, "POST", f"/api/tables/{table}/start", {})
    for key in (table, live.json()["watch"]):
        assert code(await eve.post(add, body | {"game": key})) == (409, "not_over")
        assert code(await ada.post(add, body | {"game": key})) == (403, "not_editor")
    assert code(await eve.post(add, body | {"game": "nothing"})) == (404, "not_found")
    # A club's game is visible only to its members, even if one of them adds it to an open study.
    club = await found(ada)
    await join(ada, club, ben)
    secret = await club_table(ada, club, seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    await done(ada, "POST", f"/api/tables/{secret}/start", {})
    assert code(await eve.post(add, body | {"game": secret})) == (404, "not_found")
    assert code(
        await ada.post(f"/api/studies/{await made(ada, open=True)}/chapters", body | {"game": secret})
    ) == (
        409,
        "not_over",
    )


async def test_a_side_line_continues_the_game_of_its_chapter(own: Running) -> None:
    (ada, _) = (await named(own, "Ada"))[0]
    game = await brought(ada, played("usa"))
    study = await made(ada)
    chapter = await chapter_of(ada, study, game["id"])
    wish = {"version": 20, "seat": 0, "bot": "random"}
    line = (await done(ada, "POST", f"/api/games/{game['id']}/branch", wish)).json()
    add = {"game": line["id"], "name": "Another way", "parent": chapter}
    assert code(await ada.post(f"/api/studies/{study}/chapters", add)) == (409, "not_over")
    await finished(ada, line["id"])
    told = (await done(ada, "POST", f"/api/studies/{study}/chapters", add)).json()
    assert [(one["parent"], one["moment"]) for one in told["chapters"]] == [(None, None), (chapter, 20)]
    # A game must continue the chapter to be a side line.
    other = await brought(ada, played("usa", seed=9))
    assert code(await ada.post(f"/api/studies/{study}/chapters", add | {"game": other["id"]})) == (
        400,
        "bad_request",
    )
    told = (await done(ada, "DELETE", f"/api/studies/{study}/chapters/{chapter}")).json()
    assert [(one["name"], one["parent"], one["moment"]) for one in told["chapters"]] == [
        ("Another way", None, None)
    ]


async def test_chapters_are_renamed_and_moved(own: Running) -> None:
    (ada, _) = (await named(own, "Ada"))[0]
    study = await made(ada)
    game = (await brought(ada, played("switzerland")))["id"]
    one, two, three = [await chapter_of(ada, study, game, name) for name in ("One", "Two", "Three")]
    put = f"/api/studies/{study}/chapters/{{}}"
    told = (await done(ada, "PUT", put.format(three), {"name": "First now", "place": 0})).json()
    assert [entry["name"] for entry in told["chapters"]] == ["First now", "One", "Two"]
    told = (await done(ada, "PUT", put.format(one), {"name": "One", "place": 99})).json()
    assert [entry["name"] for entry in told["chapters"]] == ["First now", "Two", "One"]
    await done(ada, "DELETE", put.format(two))
    assert code(await ada.http.put(put.format(two), json={"name": "Two", "place": 0})) == (404, "not_found")
    assert code(await ada.http.delete(put.format(two))) == (404, "not_found")
    assert code(await written(ada, put.format(two), 1, "x")) == (404, "not_found")


async def test_bad_edits_change_nothing(own: Running) -> None:
    (ada, _) = (await named(own, "Ada"))[0]
    study = await made(ada)
    game = played("usa")
    chapter = await chapter_of(ada, study, (await brought(ada, game))["id"])
    at = f"/api/studies/{study}/chapters/{chapter}"
    for mark in (
        "city:nowhere",
        "route:denver",
        "arrow:denver:denver",
        "arrow:denver",
        "city:denver:omaha",
        "drawing",
        "<script>",
    ):
        assert code(await drawn(ada, at, 1, mark)) == (400, "bad_request")
    for moment in (-1, game.version + 1):
        assert (await written(ada, at, moment, "x")).status_code in {400, 404}
    assert code(await drawn(ada, at, game.version + 1, "city:denver")) == (400, "bad_request")
    assert code(await drawn(ada, at, 1, "city:denver", 3)) == (400, "bad_request")
    assert code(await written(ada, at, 1, "x" * 2001)) == (400, "bad_request")
    assert code(await ada.post("/api/studies", {"name": "   "})) == (400, "bad_request")
    answer = (await ada.get(at)).json()
    assert (answer["notes"], answer["marks"], answer["version"]) == ([], [], 1)
    # The card game has no board to draw on, but it has notes like every other game.
    cards = await chapter_of(ada, study, (await brought(ada, played("card_game")))["id"])
    at = f"/api/studies/{study}/chapters/{cards}"
    assert code(await drawn(ada, at, 1, "city:chicago")) == (400, "bad_request")
    assert (await written(ada, at, 1, "A row of three")).status_code == 200


async def test_limits(own: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (ada, _), (ben, _) = await named(own, "Ada", "Ben")
    guest = await own.guest()
    assert code(await guest.post("/api/studies", {"name": NAME})) == (403, "no_account")
    study = await made(ada)
    game = (await brought(ada, played("switzerland")))["id"]
    chapter = await chapter_of(ada, study, game)
    at = f"/api/studies/{study}/chapters/{chapter}"
    for name in ("CHAPTERS", "NOTES", "MARKS"):
        monkeypatch.setattr(kept_chapters, name, 0)
    add = {"game": game, "name": "Second"}
    assert code(await ada.post(f"/api/studies/{study}/chapters", add)) == (409, "too_many")
    assert code(await written(ada, at, 1, "x")) == (409, "too_many")
    assert code(await drawn(ada, at, 1, "city:bern")) == (409, "too_many")
    key = (await done(ada, "POST", f"/api/studies/{study}/link", {})).json()["link"]["key"]
    assert code(await guest.post(f"/api/studies/link/{key}")) == (403, "no_account")
    monkeypatch.setattr(kept, "MEMBERS", 1)
    assert code(await ben.post(f"/api/studies/link/{key}")) == (409, "table_full")
    monkeypatch.setattr(kept, "MEMBERS", 50)
    monkeypatch.setattr(kept, "JOINED", 0)
    assert code(await ben.post(f"/api/studies/link/{key}")) == (409, "too_many")
    monkeypatch.setattr(kept, "JOINED", 100)
    for allowed, answer in ((0, (403, "studies_off")), (1, (409, "too_many"))):
        async with running(tmp_path / str(allowed), studies_per_user=allowed) as small:
            eve = await small.guest()
            await sign_up(eve, "Eve")
            for _ in range(allowed):
                await done(eve, "POST", "/api/studies", {"name": NAME})
            assert code(await eve.post("/api/studies", {"name": NAME})) == answer


async def test_moderators_act_on_studies(own: Running) -> None:
    (ada, ada_id), (ben, _) = await named(own, "Ada", "Ben")
    study, private = await made(ada, open=True), await made(ada)
    assert code(await ben.post(f"/api/studies/{private}/report")) == (404, "not_found")
    assert (await ben.post(f"/api/studies/{study}/report", {"reason": "insult"})).status_code == 204
    boss = await moderator(own)
    (line,) = (await boss.get("/api/host")).json()["reports"]
    assert (line["about"], line["name"], line["study"], line["reported"]) == ("study", NAME, study, ada_id)
    assert (await boss.get(f"/api/studies/{private}")).json()["moderator"]
    assert code(await boss.http.put(f"/api/studies/{study}", json={"name": "x"})) == (403, "not_owner")
    # A muted editor cannot write anything that others read.
    ban = {"kind": "user", "subject": ada_id, "days": 1, "scope": "chat"}
    await done(boss, "POST", "/api/host/bans", ban)
    assert code(await ada.http.put(f"/api/studies/{study}", json={"name": "Rude"})) == (403, "muted")
    assert code(await ben.http.delete(f"/api/studies/{study}")) == (403, "not_owner")
    await done(boss, "DELETE", f"/api/studies/{study}")
    assert code(await ada.get(f"/api/studies/{study}")) == (404, "not_found")
    entry = (await boss.get("/api/host")).json()["log"][0]
    assert (entry["action"], entry["detail"]) == ("study_delete", NAME)
