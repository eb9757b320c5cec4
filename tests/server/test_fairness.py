"""The commitment to a shuffle on a real server: shown first, kept, and revealed only at the end."""

from __future__ import annotations

import hashlib
import json
import random
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from tests.server.harness import BOT, Guest, Running, code, play_on, running, seated
from tests.waiting import eventually

import whistlestop as ws
from whistlestop import fairness
from whistlestop.cli.replay import verify_one

if TYPE_CHECKING:
    from pathlib import Path

ADA, BEN = "a1" * 16, "b2" * 16
nonces = st.lists(st.none() | st.binary(min_size=16, max_size=16).map(bytes.hex), min_size=2, max_size=5)


async def over(guest: Guest, table: str) -> str:
    """Return the record of a finished table of bots."""

    async def record() -> str | None:
        answer = await guest.get(f"/api/tables/{table}/record")
        return answer.text if answer.status_code == 200 else None

    return str(await eventually(record, 60))


async def test_a_promise_is_shown_first_and_kept(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        await promised_and_kept(server)


async def test_a_nonce_of_who_was_invited(server: Running) -> None:
    """A player who joined without a nonce adds one before the game, only once."""
    ada, ben, eve = await server.guest(), await server.guest(), await server.guest()
    table = await ada.table([{"kind": "me"}, {"kind": "open"}])
    key = (await ada.post(f"/api/tables/{table}/invitations", {"seat": 1})).json()["key"]
    seated = (await ben.post(f"/api/invitations/{key}")).json()
    assert seated["shuffle"]["nonces"] == [None, None]
    assert code(await eve.post(f"/api/tables/{table}/nonce", {"nonce": ADA})) == (403, "not_seated")
    assert code(await ben.post(f"/api/tables/{table}/nonce", {"nonce": "x"})) == (400, "bad_request")
    for nonce in (BEN, ADA):  # the first one counts
        added = await ben.post(f"/api/tables/{table}/nonce", {"nonce": nonce})
        assert added.json()["shuffle"]["nonces"] == [None, BEN]
    started = (await ada.post(f"/api/tables/{table}/start", {"nonce": ADA})).json()
    assert started["shuffle"]["nonces"] == [ADA, BEN]
    assert code(await ben.post(f"/api/tables/{table}/nonce", {"nonce": BEN})) == (409, "already_started")


async def promised_and_kept(server: Running) -> None:
    ada, ben = await server.guest(), await server.guest()
    table = await ada.table([{"kind": "me"}, {"kind": "open"}])
    promised = (await ben.get(f"/api/tables/{table}")).json()["shuffle"]
    assert promised["nonces"] == [None, None]
    for nonce in ("a1", "A1" * 16, "xy" * 16, 7):
        answer = await ben.post(f"/api/tables/{table}/join", {"seat": 1, "nonce": nonce})
        assert code(answer) == (400, "bad_request")
    joined = await ben.post(f"/api/tables/{table}/join", {"seat": 1, "nonce": BEN})
    assert joined.json()["shuffle"] == {"commitment": promised["commitment"], "nonces": [None, BEN]}
    # A player who leaves the seat takes their nonce with them.
    assert (await ben.post(f"/api/tables/{table}/leave")).json()["shuffle"]["nonces"] == [None, None]
    assert (await ben.post(f"/api/tables/{table}/join", {"nonce": BEN})).status_code == 200
    started = (await ada.post(f"/api/tables/{table}/start", {"nonce": ADA})).json()
    assert started["shuffle"] == {"commitment": promised["commitment"], "nonces": [ADA, BEN]}
    sockets = {0: await ada.sit(table), 1: await ben.sit(table)}
    await play_on(sockets, random.Random(2))

    text = (await ben.get(f"/api/tables/{table}/record")).text
    record = json.loads(text)
    shuffle = record["shuffle"]
    assert shuffle["commitment"] == promised["commitment"]
    assert hashlib.sha256(bytes.fromhex(shuffle["seed"])).hexdigest() == promised["commitment"]
    assert shuffle["nonces"] == [ADA, BEN]
    assert record["seed"] == fairness.deal_key(bytes.fromhex(shuffle["seed"]), [ADA, BEN]).hex()
    checked = verify_one("it", text.encode())
    assert checked["ok"], checked
    assert checked["shuffle"]["nonces"] == 2
    # No message before the end contains the seed or the key.
    for socket in sockets.values():
        said = "".join(socket.raw)
        assert promised["commitment"] in said
        assert shuffle["seed"] not in said
        assert record["seed"] not in said
    # A broken commitment is detected, whichever part was changed.
    for change in ({"nonces": [ADA, None]}, {"seed": "00" * 32}, {"commitment": "00" * 32}):
        broken = json.dumps({**record, "shuffle": {**shuffle, **change}})
        assert not verify_one("it", broken.encode())["ok"], change


async def test_bots_play_as_their_seeds_say_also_over_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path, bot_delay=0.01) as server:
        ada = await server.guest()
        table = await ada.table([{"kind": "bot", "bot": "greedy"}, BOT], start=True)

        async def played() -> bool:
            return bool((await ada.get(f"/api/tables/{table}")).json()["version"] >= 12)

        await eventually(played)
        assert code(await ada.get(f"/api/tables/{table}/record")) == (409, "not_over")
    async with running(tmp_path) as server:
        text = await over(await server.guest(), table)
    checked = verify_one("it", text.encode())["shuffle"]
    assert checked["bot_choices"] == len(json.loads(text)["actions"])
    assert checked["as_their_seeds"] == checked["bot_choices"]


async def test_a_table_from_before_there_were_promises_is_played_on(server: Running) -> None:
    game = ws.Game.new("usa", 2, seed=3)
    table, guests, sockets = await seated(server, game)
    assert sockets[0].hello["table"]["shuffle"] is None
    await play_on(dict(enumerate(sockets)), random.Random(2))
    text = (await guests[0].get(f"/api/tables/{table}/record")).text
    assert "shuffle" not in json.loads(text)
    checked = verify_one("it", text.encode())
    assert checked["ok"]
    assert checked["shuffle"] is None


def test_the_definition_is_frozen() -> None:
    """The numbers of docs/fairness.md. They must never change: existing games are verified with them."""
    seed = bytes(range(32))
    assert fairness.commitment(seed) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    without = "412a5505cca65653e4e00ee983accb042891a094ed3ee1b385007582b54d6537"
    assert fairness.deal_key(seed, [None, None]).hex() == without
    mixed = "40b7b86193cfe27d22f6e557b11d49884d0dbf2fe27bfc6a6b694a2968d8af74"
    assert fairness.deal_key(seed, [ADA, BEN]).hex() == mixed
    dice = fairness.bot_seed(seed, 1)
    assert dice.hex() == "1831803edcf372891c0b617e509a896f10ca129a3e921724926c3e16e03cf0f0"
    assert fairness.bot_dice(dice, 7) == 8757930450624900062


@given(st.binary(min_size=32, max_size=32), nonces, st.data())
def test_every_nonce_counts_and_so_does_its_seat(
    seed: bytes, given: list[str | None], data: st.DataObject
) -> None:
    key = fairness.deal_key(seed, given)
    seat = data.draw(st.integers(0, len(given) - 1))
    changed = [*given]
    changed[seat] = data.draw(st.binary(min_size=16, max_size=16)).hex()
    same = (given[seat] or "00" * 16) == changed[seat]
    assert (fairness.deal_key(seed, changed) == key) == same
    assert fairness.deal_key(seed, [*given, None]) != key
    assert key not in {fairness.bot_seed(seed, seat), seed}
