"""Stored data of studies: accounts, offline files, and the games of chapters."""

from __future__ import annotations

import re

from sqlalchemy import select
from tests.server.harness import Running, code
from tests.server.people import done
from tests.server.test_friends import named
from tests.server.test_replays import brought, played
from tests.server.test_studies import NAME, chapter_of, joined, made, own, people
from tests.waiting import eventually

from whistlestop.server.adapters.database import retention
from whistlestop.server.adapters.database.schema.studies import studies
from whistlestop.server.domain.times import now

__all__ = ["own", "people"]  # fixtures


async def test_the_data_of_an_account(people: Running) -> None:
    """Everything is in the export; a deleted account leaves no name, and its studies pass to an editor."""
    (ada, _), (ben, _), (eve, _) = await named(people, "Ada", "Ben", "Eve")
    study, alone = await made(ada), await made(ada, name="Alone")
    game = (await brought(eve, played("switzerland")))["watch"]
    chapter = await chapter_of(ada, study, game)
    await joined(ada, study, "editor", ben)
    at = f"/api/studies/{study}/chapters/{chapter}"
    await done(ada, "PUT", f"{at}/notes/2", {"text": "Mine", "edition": 0})
    export = (await ada.get("/api/account/export")).json()
    assert {(one["name"], one["role"]) for one in export["studies"]} == {(NAME, "owner"), ("Alone", "owner")}
    assert export["notes"] == [{"study": study, "chapter": chapter, "moment": 2, "text": "Mine"}]
    gone = await ada.http.request("DELETE", "/api/account", json={"password": "seven brown bears"})
    assert gone.is_success, gone.text
    told = (await ben.get(f"/api/studies/{study}")).json()
    assert [(one["name"], one["role"]) for one in told["people"]] == [("Ben", "owner")]
    (note,) = (await ben.get(at)).json()["notes"]
    assert (note["text"], note["writer"]) == ("Mine", None)
    async with people.services.store.reading() as connection:
        left = (await connection.execute(select(studies.c.id))).scalars().all()
    assert left == [study]
    assert alone != study


async def test_the_file_is_complete_and_safe(own: Running) -> None:
    (ada, _), (eve, _) = await named(own, "Ada", "Eve")
    study = await made(ada, name="West & <b>more</b>", open=True)
    game = await brought(ada, played("usa"), ["Jo <i>", "Kim"])
    chapter = await chapter_of(ada, study, game["id"], name="Opening")
    at = f"/api/studies/{study}/chapters/{chapter}"
    await done(ada, "PUT", f"{at}/notes/9", {"text": "<script>alert(1)</script>\nSecond line", "edition": 0})
    for mark in ("city:denver", "arrow:denver:omaha", f"route:{played('usa').ruleset.routes[0].id}"):
        await done(ada, "POST", f"{at}/marks", {"moment": 30, "mark": mark, "color": 1})
    second = await chapter_of(ada, study, (await brought(ada, played("europe")))["id"], name="Elsewhere")
    await done(ada, "PUT", f"/api/studies/{study}/chapters/{second}/notes/4", {"text": "Paris", "edition": 0})
    answer = await eve.get(f"/api/studies/{study}/file?language=de")
    assert answer.headers["content-disposition"] == 'attachment; filename="study.html"'
    page = answer.text
    assert '<html lang="de">' in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;\nSecond line" in page
    assert "<script" not in page
    assert "Jo <i>" not in page
    assert "Jo &lt;i&gt;" in page
    assert "West &amp; &lt;b&gt;more" in page
    # The file refers to nothing outside itself, and contains each board once.
    assert not re.findall(r'(?:src|href)="(?!#|data:)', page)
    assert "http" not in re.sub(r"http://www.w3.org/[\w/]*", "", re.sub(r'href="data:[^"]*"', "", page))
    assert page.count("<symbol") - page.count('<symbol id="b0-') - page.count('<symbol id="b1-') == 2
    assert page.count('class="moment board"') == 3
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert code(await eve.get("/api/studies/none/file")) == (404, "not_found")


async def test_bots_games_of_studies_are_kept(own: Running) -> None:
    """Retention deletes no game that a study shows."""
    (ada, _) = (await named(own, "Ada"))[0]
    study = await made(ada)
    seats = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    games = []
    for _ in range(2):
        table = (await ada.post("/api/tables", {"ruleset": "switzerland", "seats": seats})).json()
        await done(ada, "POST", f"/api/tables/{table['id']}/start", {})

        async def over(key: str = table["id"]) -> bool:
            return bool((await ada.get(f"/api/tables/{key}")).json()["state"] == "over")

        await eventually(over)
        games.append(table["id"])
    await chapter_of(ada, study, games[0])
    rule = next(one for one in retention.RULES if one.name == "games that only bots played")
    removed = await retention.remove(own.services.store, rule, now() + 1000)
    assert removed == [games[1]]
    assert len((await ada.get(f"/api/studies/{study}")).json()["chapters"]) == 1
