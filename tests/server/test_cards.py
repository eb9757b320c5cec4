"""Tables of card games: whole games, simultaneous declarations, hidden stacks."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import TWO_PEOPLE, Guest, Running, Socket, play_on, running, seated

import whistlestop as ws
from whistlestop import Game

if TYPE_CHECKING:
    from pathlib import Path

RULESET = "card_game"
BOT = {"kind": "bot", "bot": "random"}


def until(phase: str, players: int = 2, seed: int = 1, turns: int = 0) -> Game:
    """Return a random game at the start of a phase, after at least this number of turns."""
    rng = random.Random(seed)
    game = ws.Game.new(RULESET, players=players, seed=seed)
    while game.view()["phase"] != phase or game.view()["turn"] < turns:
        seat = rng.choice(game.to_act)
        game.play(rng.choice(game.legal(seat)), seat)
    return ws.Game.from_position(game.position())


def code(answer: Any) -> tuple[int, str]:
    """Return the status and code of a refused request."""
    return answer.status_code, answer.json()["error"]["code"]


def told(socket: Socket) -> list[dict[str, Any]]:
    """Return a socket's updates as a log."""
    messages = map(json.loads, socket.raw)
    return [{"version": m["version"], "events": m["events"]} for m in messages if m["type"] == "update"]


def later(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what may be shown of it later (RUL-61)."""

    def forget(event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "cards": None} if event["event"] == "moved" else event

    return [{**entry, "events": [forget(event) for event in entry["events"]]} for entry in log]


async def declaration(guest: Guest, table: str, tickets: list[str]) -> Any:
    return await guest.get(f"/api/tables/{table}/declaration", params={"tickets": ",".join(tickets)})


# -------------------------------------------------------------------------------------------- the ruleset


async def test_public_data(server: Running) -> None:
    ada = await server.guest()
    machines = {line["id"]: line["machine"] for line in (await ada.get("/api/rulesets")).json()}
    assert machines[RULESET] == "yard"
    assert machines["usa"] == "network"
    data = (await ada.get(f"/api/rulesets/{RULESET}")).json()
    assert data["machine"] == "yard"
    assert (len(data["tickets"]), len(data["bonuses"])) == (46, 6)
    assert data["cards"] == {"per_color": 10, "wilds": 16}
    assert (data["routes"], data["countries"], data["route_points"], data["trains"]) == ([], {}, {}, 0)
    cities = {city["id"]: city for city in data["cities"]}
    assert {city: row["bonus"] for city, row in cities.items() if row["bonus"]} == data["bonuses"]
    ticket = next(ticket for ticket in data["tickets"] if ticket["id"] == "atlanta-seattle")
    assert ticket == {
        "id": "atlanta-seattle",
        "from": "atlanta",
        "to": ["seattle"],
        "points": [17],
        "cards": {"orange": 1, "green": 1, "black": 1, "red": 1},
        "cities": ["seattle"],
    }
    assert code(await ada.get(f"/api/rulesets/{RULESET}/board.svg")) == (404, "not_found")


# ------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("players", [2, 4])
async def test_a_whole_game(server: Running, players: int) -> None:
    game = ws.Game.new(RULESET, players=players, seed=players)
    table, guests, sockets = await seated(server, game)
    watcher = await (await server.guest()).sit(table)
    everybody, rng = dict(enumerate(sockets)), random.Random(6)
    # The complete log equals the updates, except for the moved cards until the end (RUL-61).
    await play_on(everybody, rng, most=60)
    for guest, socket in zip(guests, sockets, strict=True):
        again = await guest.sit(table)
        assert again.hello["log"] == later(told(socket)) != told(socket)
        assert again.view == socket.view
    version = await play_on(everybody, rng)
    for socket in (*sockets, watcher):
        await socket.settle()
        assert socket.view is not None
        assert (socket.view["version"], socket.view["legal"]) == (version, [])
        assert socket.view["outcome"]["winners"]
        moved = [event for entry in told(socket) for event in entry["events"] if event["event"] == "moved"]
        assert moved
        assert all(len(event["cards"]) == event["count"] for event in moved)
    for guest, socket in zip(guests, sockets, strict=True):
        again = await guest.sit(table)
        assert again.hello["log"] == told(socket)
        assert again.view == socket.view
        answer = (await guest.get(f"/api/tables/{table}/view")).json()
        assert answer == {"view": socket.view, "log": told(socket)}
    record = (await guests[0].get(f"/api/tables/{table}/record")).json()
    assert ws.replay(record).view(0) == sockets[0].view
    passes = [
        event["pass"] for entry in told(watcher) for event in entry["events"] if event["event"] == "scored"
    ]
    assert passes == ([1, 2] if players == 4 else [1])  # CARD-3


async def test_bots_play_among_themselves(tmp_path: Path) -> None:
    async with running(tmp_path, search_playouts=10) as server:
        ada = await server.guest()
        seats = [{"kind": "bot", "bot": bot} for bot in ("random", "greedy", "easy", "expert")]
        socket = await ada.sit(await ada.table(seats, RULESET, start=True))
        while socket.view is None or socket.view["phase"] != "over":
            await socket.receive()
        assert socket.view["hand"] is None


# ------------------------------------------------------------------------------------------ declarations


async def test_declarations_are_made_at_once(server: Running) -> None:
    """CARD-41: declarations do not make each other stale and reveal nothing."""
    game = until("declaration", players=3)
    table, _, sockets = await seated(server, game)
    first, second, third = sockets
    version = game.version
    # chosen for a turn before the declarations
    assert (await first.command("declare:", version=version - 1))["error"]["code"] == "stale"
    assert (await first.command("declare:", version=version + 1))["error"]["code"] == "stale"
    before = second.view
    assert before is not None
    assert first.view is not None
    default = ",".join(first.view["declaration"]["default"])
    assert (await first.command(f"declare:{default}"))["version"] == version + 1
    seen = await second.until("update")
    assert seen["events"] == [{"event": "declared", "seat": 0}]
    changed = {"players", "to_act", "version"}
    assert {k: v for k, v in seen["view"].items() if k not in changed} == {
        k: v for k, v in before.items() if k not in changed
    }
    assert (await first.command("declare:", version=version))["error"]["code"] == "stale"
    assert (await first.command("declare:", version=version + 1))["error"]["code"] == "not_your_turn"
    # All these were chosen before anybody had declared.
    assert (await third.command("declare:", version=version))["version"] == version + 2
    assert (await second.command("declare:", version=version))["version"] == version + 3
    scored = await first.until("update")
    while scored["version"] < version + 3:
        scored = await first.until("update")
    assert [event["event"] for event in scored["events"]] == ["declared", "scored", "over"]
    assert table


async def test_a_declaration_of_an_earlier_pass_is_stale(server: Running) -> None:
    game = until("declaration", players=4)
    _, _, sockets = await seated(server, game)
    everybody, rng = dict(enumerate(sockets)), random.Random(1)
    await play_on(everybody, rng, most=4)
    while sockets[0].view is not None and sockets[0].view["phase"] != "declaration":
        await play_on(everybody, rng, most=1)
    assert sockets[0].view is not None
    assert sockets[0].view["pass"] == 2
    assert (await sockets[0].command("declare:", version=game.version))["error"]["code"] == "stale"
    assert (await sockets[0].command("declare:"))["type"] == "ack"


async def test_what_a_stack_pays_for(server: Running) -> None:
    """CARD-40, CARD-42: a seat may ask about its own stack before it declares."""
    game = until("declaration", players=2, seed=3)
    table, (ada, ben), (first, second) = await seated(server, game)
    assert first.view is not None
    assert second.view is not None
    default = first.view["declaration"]
    assert first.view["legal"][0] == "declare:" + ",".join(default["default"])
    found = (await declaration(ada, table, default["default"])).json()
    assert found == {"feasible": True, "points": default["points"], "addable": found["addable"]}
    nothing = (await declaration(ada, table, [])).json()
    assert (nothing["feasible"], nothing["points"]) == (True, 0)
    mine = {ticket["id"] for ticket in first.view["tickets"]}
    assert set(default["default"]) <= set(nothing["addable"]) <= mine
    # Another player's ticket is treated like one in the deck.
    theirs = next(ticket["id"] for ticket in second.view["tickets"])
    for stranger in (theirs, game.position()["ticket_deck"][0]):
        assert not (await declaration(ada, table, [stranger])).json()["feasible"]
        refused = await ada.post(
            f"/api/tables/{table}/commands",
            {"id": stranger.replace("/", "."), "version": game.version, "action": f"declare:{stranger}"},
        )
        assert code(refused) == (409, "illegal_action")
    for wrong in ("atlantis", "atlanta-seattle,atlanta-seattle", "é"):
        assert code(await declaration(ada, table, [wrong])) == (400, "notation"), wrong
    for wrong in ("\x00", "x" * 3000):
        assert code(await declaration(ada, table, [wrong])) == (400, "bad_request"), wrong
    assert code(await declaration(await server.guest(), table, [])) == (403, "not_seated")
    await first.command(first.view["legal"][0])
    assert code(await declaration(ada, table, [])) == (409, "not_your_turn")
    await second.command("declare:", version=game.version)
    assert code(await declaration(ben, table, [])) == (409, "not_your_turn")


async def test_questions_at_the_wrong_time(tmp_path: Path) -> None:
    async with running(tmp_path, command_rate=0.5) as server:
        ada = await server.guest()
        table = await ada.table(TWO_PEOPLE, RULESET)
        assert code(await declaration(ada, table, [])) == (409, "not_started")
        for ruleset in (RULESET, "usa"):
            ada = await server.guest()
            table = await ada.table([{"kind": "me"}, BOT], ruleset, start=True)
            assert code(await declaration(ada, table, [])) == (409, "not_your_turn")
        assert code(await declaration(ada, "nowhere", [])) == (404, "not_found")
        assert code(await declaration(ada, table, [])) == (429, "rate_limited")


# ------------------------------------------------------------------------------- the option for beginners


async def test_looking_at_the_own_stack(tmp_path: Path) -> None:
    """CARD-22: this is off by default, stored with the table, and never shows another player's stack."""
    game = until("turn", players=2, seed=5, turns=20)
    stacks = [player["stack"] for player in game.position()["players"]]
    assert all(stacks)
    async with running(tmp_path) as server:
        blind, _, sockets = await seated(server, game)
        open_, guests, looking = await seated(server, game, look=True)
        for seat in range(2):
            assert sockets[seat].hello["view"]["stack"] is None
            assert looking[seat].hello["view"]["stack"] == stacks[seat]
        assert not sockets[0].hello["table"]["look"]
        assert looking[0].hello["table"]["look"]
        watcher = await (await server.guest()).sit(open_)
        assert watcher.hello["view"]["stack"] is None
        actor = game.to_act[0]
        await looking[actor].command(game.legal(actor)[0])
        update = await looking[actor].until("update")
        position = server.services.tables.live()[-1].game
        assert position is not None
        assert update["view"]["stack"] == position.view(actor, look=True)["stack"] is not None
        cookies = dict(guests[0].http.cookies)
        assert (await guests[0].get(f"/api/tables/{blind}")).json()["you"] is None
    async with running(tmp_path) as server:
        ada = await server.guest()
        ada.http.cookies.clear()
        ada.http.cookies.update(cookies)
        assert (await ada.get(f"/api/tables/{open_}")).json()["look"]
        assert (await ada.get("/api/tables")).json()[0]["look"]
        assert (await ada.get(f"/api/tables/{open_}/view")).json()["view"]["stack"] is not None


async def test_asking_for_the_option(server: Running) -> None:
    ada = await server.guest()
    wish = {"ruleset": RULESET, "seats": TWO_PEOPLE, "look": True}
    assert (await ada.post("/api/tables", wish)).json()["look"]
    assert not (await ada.post("/api/tables", {**wish, "look": False})).json()["look"]
    assert code(await ada.post("/api/tables", {**wish, "look": "yes"})) == (400, "bad_request")
    assert code(await ada.post("/api/tables", {**wish, "ruleset": "usa"})) == (400, "bad_request")
