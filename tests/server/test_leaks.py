"""Hidden information stays hidden: two worlds look the same, and the test that says so is able to say otherwise."""

from __future__ import annotations

import asyncio
import hashlib
import random
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec import to_builtins
from sqlalchemy import insert
from structlog.testing import capture_logs
from tests.server.harness import Guest, Running, Socket, running
from tests.server.stacks import other_stacks
from tests.server.worlds import SEED, Leak, compare

import whistlestop as ws
from whistlestop import Game
from whistlestop.errors import IllegalAction
from whistlestop.observation import Observation
from whistlestop.server.accounts.keys import FIRST, Key
from whistlestop.server.notices import turns
from whistlestop.server.notices.turns import Turn
from whistlestop.server.protocol import encode
from whistlestop.server.refusals import Refusal
from whistlestop.server.replays import frames as replays
from whistlestop.server.settings import Settings
from whistlestop.server.store import schema
from whistlestop.server.store.rows import Seat, TableRow
from whistlestop.server.store.store import Store
from whistlestop.server.tables import games, table
from whistlestop.server.tables import views as views_module
from whistlestop.server.tables.table import Table
from whistlestop.server.tables.views import GameViews
from whistlestop.server.web import guests

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.tables.advice import Question
    from whistlestop.text.events import Event
    from whistlestop.text.view import View

KEY = "5e" * 32


MAPS = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).kind.name == "network"]
CARDS = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).kind.name == "yard"]


async def test_two_worlds_look_the_same() -> None:
    done = await compare(220, seed=3, every=9, rulesets=MAPS)
    assert {"draw", "tickets", "keep", "claim"} <= set(done.steps)


async def test_two_worlds_of_cards_look_the_same() -> None:
    """CARD-22, CARD-41, RUL-61"""
    done = await compare(400, seed=4, every=5, rulesets=CARDS)
    assert {"draw", "tickets", "keep", "set", "declare", "moved"} <= set(done.steps)


# ---------------------------------------------------------------------------------------- planted leaks


def hand_in_view(patch: pytest.MonkeyPatch) -> None:
    """A seat's view names the next player's cards."""
    honest = GameViews.view

    def view(self: GameViews, seat: int | None) -> dict[str, Any]:
        players = self.game.position()["players"]
        other = players[((-1 if seat is None else seat) + 1) % len(players)]
        return {**to_builtins(honest(self, seat)), "hint": other["hand"]}

    patch.setattr(GameViews, "view", view)


def deck_in_update(patch: pytest.MonkeyPatch) -> None:
    """An update tells the card that comes next."""
    honest = GameViews.advance

    def advance(self: GameViews, after: Game, *rest: Any) -> dict[int | None, bytes]:
        top = str(after.position()["deck"][:1]).encode()
        return {
            seat: frame[:-1] + b',"next":"' + top + b'"}'
            for seat, frame in honest(self, after, *rest).items()
        }

    patch.setattr(GameViews, "advance", advance)


def choice_in_event(patch: pytest.MonkeyPatch) -> None:
    """A sealed choice is told with its size."""
    honest, playing = Observation.events_since, Game.play
    last: list[str] = []

    def play(self: Game, action: str, seat: int | None = None) -> None:
        last[:] = [action]
        playing(self, action, seat)

    def events(after: Observation, before: Observation, live: bool = True) -> list[dict[str, Any]]:
        return [
            {**event, "kept": last[0].count(",")} if event["event"] in {"chose", "declared"} else event
            for event in to_builtins(honest(after, before, live))
        ]

    patch.setattr(Game, "play", play)
    patch.setattr(Observation, "events_since", events)


def kept_tickets_in_event(patch: pytest.MonkeyPatch) -> None:
    """Everybody hears which tickets were kept."""
    honest, playing = Observation.events_since, Game.play
    last: list[str] = []

    def play(self: Game, action: str, seat: int | None = None) -> None:
        last[:] = [action]
        playing(self, action, seat)

    def events(after: Observation, before: Observation, live: bool = True) -> list[dict[str, Any]]:
        return [
            {**event, "tickets": last[0]} if "kept" in event else event
            for event in to_builtins(honest(after, before, live))
        ]

    patch.setattr(Game, "play", play)
    patch.setattr(Observation, "events_since", events)


def opponent_in_refusal(patch: pytest.MonkeyPatch) -> None:
    """A refusal says what somebody else holds."""
    honest = Game.play

    def play(self: Game, action: str, seat: int | None = None) -> None:
        try:
            honest(self, action, seat)
        except IllegalAction as error:
            hands = [player["hand"] for player in self.position()["players"]]
            raise IllegalAction(f"{error}; the hands are {hands}") from None

    patch.setattr(Game, "play", play)


def deck_in_refusal_code(patch: pytest.MonkeyPatch) -> None:
    """Which of two refusals comes depends on the deck."""
    honest = Table._check_time

    def check(self: Table, game: Game, seat: int, version: int) -> None:
        deck = game.position()["deck"]
        if version != game.version and deck and deck[0] in {"red", "blue", "wild", "green"}:
            raise Refusal("not_your_turn", "It is not your turn.")
        honest(self, game, seat, version)

    patch.setattr(Table, "_check_time", check)


def action_in_log(patch: pytest.MonkeyPatch) -> None:
    """The log has what was played, cards and tickets and all."""
    honest = Table.advance

    def advance(self: Table, after: Game, *rest: Any) -> None:
        table.log.info("played", action=after.record().actions[-1][1])
        honest(self, after, *rest)

    patch.setattr(Table, "advance", advance)


def hand_in_table(patch: pytest.MonkeyPatch) -> None:
    """The list of seats shows who holds wilds."""
    honest = Table.info

    def info(self: Table, user: str, wanted: int | None = None) -> Any:
        told = honest(self, user, wanted)
        if self.game is not None:
            for seat, player in zip(told.seats, self.game.position()["players"], strict=True):
                seat.online = bool(player["hand"].get("wild"))
        return told

    patch.setattr(Table, "info", info)


def promise_of_the_deck(patch: pytest.MonkeyPatch) -> None:
    """What a table promises of its shuffle is a hash of the deck, and decks can be tried."""
    honest = Table.info

    def info(self: Table, user: str, wanted: int | None = None) -> Any:
        told = honest(self, user, wanted)
        assert told.shuffle is not None
        assert self.game is not None
        told.shuffle.commitment = hashlib.sha256(repr(self.game.position()["deck"]).encode()).hexdigest()
        return told

    patch.setattr(Table, "info", info)


def seed_in_table(patch: pytest.MonkeyPatch) -> None:
    """The seed behind the promise is shown with it."""
    honest = Table.info

    def info(self: Table, user: str, wanted: int | None = None) -> Any:
        told = honest(self, user, wanted)
        assert told.shuffle is not None
        told.shuffle.commitment = str(self.row.seed)
        return told

    patch.setattr(Table, "info", info)


def record_too_early(patch: pytest.MonkeyPatch) -> None:
    """The record can be had before the end."""
    patch.setattr(Table, "record", lambda self: self.game.record().to_json())


def summary_too_early(patch: pytest.MonkeyPatch) -> None:
    """How the game went so far can be had before the end."""

    async def summary(self: Table) -> bytes:
        game = self.game
        assert game is not None
        return encode(game.ruleset.kind.summary(game.ruleset, iter([game.states]), False))

    patch.setattr(Table, "summary", summary)


def log_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """What came so far is told as the next seat saw it."""
    honest = GameViews.view

    def view(self: GameViews, seat: int | None) -> View:
        return honest(self, (0 if seat is None else seat + 1) % self.game.players)

    patch.setattr(GameViews, "view", view)


def order_of_deck_in_size(patch: pytest.MonkeyPatch) -> None:
    """Nothing is said, but a message is longer when the next card is a wild one."""
    honest = views_module.hello

    def hello(shown: GameViews | None, info: Any) -> bytes:
        assert shown is not None
        longer = shown.game.position()["deck"][0] == "wild"
        return honest(shown, info) + (b" " if longer else b"")

    patch.setattr(views_module, "hello", hello)


def own_stack_in_view(patch: pytest.MonkeyPatch) -> None:
    """A seat sees its own stack before it is time to declare (CARD-22)."""
    patch.setattr(GameViews, "view", lambda self, seat: self.game.view(seat, look=True))


def other_stack_in_view(patch: pytest.MonkeyPatch) -> None:
    """Where a seat sees its stack, it sees the next one too."""
    honest = GameViews.view

    def view(self: GameViews, seat: int | None) -> dict[str, Any]:
        seen: dict[str, Any] = to_builtins(honest(self, seat))
        if seen["stack"] is not None and seat is not None:
            players = self.game.position()["players"]
            seen["hint"] = players[(seat + 1) % len(players)]["stack"]
        return seen

    patch.setattr(GameViews, "view", view)


def stack_in_update(patch: pytest.MonkeyPatch) -> None:
    """An update shows the stack of its receiver."""
    honest = Observation.view
    patch.setattr(Observation, "view", lambda seen, look=False: honest(seen, look or seen.seat is not None))


def moved_cards_in_log(patch: pytest.MonkeyPatch) -> None:
    """The log goes on telling which cards moved (RUL-61)."""
    honest = Observation.events_since
    patch.setattr(Observation, "events_since", lambda after, before, live=True: honest(after, before))  # noqa: ARG005


def moved_cards_in_history(patch: pytest.MonkeyPatch) -> None:
    """The log that is made anew after a restart tells them."""

    def events(self: Game, seat: int | None = None) -> Iterator[tuple[int, list[Event]]]:
        game = ws.Game.from_position(self._start["position"])
        for actor, text in self.actions:
            before = game.observe(seat)
            game.play(text, actor)
            yield game.version, game.observe(seat).events_since(before)

    patch.setattr(Game, "events_by_version", events)


def declaration_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """Who asks what he could declare is told what somebody else could."""
    honest = GameViews.declaration

    def declaration(self: GameViews, seat: int, tickets: list[str]) -> dict[str, Any]:
        honest(self, seat, tickets)
        other = self.game.view((seat + 1) % self.game.players)
        return {"feasible": True, "points": 0, "addable": [ticket["id"] for ticket in other["tickets"]]}

    patch.setattr(GameViews, "declaration", declaration)


def advice_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """Who asks what his tickets would take is told of those of somebody else."""
    honest = Table.plan

    def plan(self: Table, user: str | None, wanted: int | None = None) -> Question:
        asked = honest(self, user, wanted)
        assert self.game is not None
        other = self.game.observe((asked.seat + 1) % self.game.players)
        return replace(asked, make=partial(views_module.plan, other, look=False))

    patch.setattr(Table, "plan", plan)


def hint_by_the_deck(patch: pytest.MonkeyPatch) -> None:
    """A hint knows which card comes next."""
    honest = Table.hint

    def hint(self: Table, user: str | None, wanted: int | None = None) -> Question:
        asked = honest(self, user, wanted)
        assert self.game is not None
        top = str(self.game.position()["deck"][:1]).encode()
        return replace(asked, make=lambda: asked.make() + top)

    patch.setattr(Table, "hint", hint)


def hand_in_notice(patch: pytest.MonkeyPatch) -> None:
    """A notice tells what the first player holds."""
    honest = turns.turn_of

    def turn(row: TableRow, game: Game, seat: int) -> Turn:
        made = honest(row, game, seat) or Turn(row.id, row.ruleset, "", seat, 0, None)
        return msgspec.structs.replace(made, last=str([one["hand"] for one in game.position()["players"]]))

    patch.setattr(turns, "turn_of", turn)


def plan_by_the_stack(patch: pytest.MonkeyPatch) -> None:
    """A plan counts the cards of the own stack where a view does not show them (CARD-22)."""
    honest = views_module.plan
    patch.setattr(views_module, "plan", lambda seen, **_look: honest(seen, look=True))


def hint_by_the_stack(patch: pytest.MonkeyPatch) -> None:
    """A hint remembers which cards went onto the own stack (RUL-61)."""
    honest = views_module.hint
    patch.setattr(views_module, "hint", lambda seen, **_look: honest(seen, look=True))


def past_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """Who looks back may look from every place before the game is over."""
    patch.setattr(
        replays, "eyes_of", lambda _game, owned, asked: asked or (str(owned[0]) if owned else "none")
    )


def past_by_another_seat(patch: pytest.MonkeyPatch) -> None:
    """Who looks back sees the past of the next seat."""
    honest = replays.seat_of
    patch.setattr(replays, "seat_of", lambda eyes: ((honest(eyes) or 0) + 1) % 2)


def past_before_a_move(patch: pytest.MonkeyPatch) -> None:
    """Who looks back sees the rows as they were before cards moved onto the stack (RUL-61)."""
    patch.setattr(replays, "first_of", lambda game, _eyes: game.beginning().version)


ANYWHERE = [
    past_of_another_seat,
    past_by_another_seat,
    advice_of_another_seat,
    hint_by_the_deck,
    hand_in_view,
    deck_in_update,
    choice_in_event,
    kept_tickets_in_event,
    opponent_in_refusal,
    deck_in_refusal_code,
    action_in_log,
    hand_in_table,
    promise_of_the_deck,
    seed_in_table,
    record_too_early,
    summary_too_early,
    log_of_another_seat,
    hand_in_notice,
    order_of_deck_in_size,
]
WITH_STACKS = [
    past_before_a_move,
    plan_by_the_stack,
    hint_by_the_stack,
    own_stack_in_view,
    other_stack_in_view,
    stack_in_update,
    moved_cards_in_log,
    moved_cards_in_history,
    declaration_of_another_seat,
]
PLANTS = [pytest.param(plant, MAPS, id=f"{plant.__name__}-maps") for plant in ANYWHERE]
PLANTS += [pytest.param(plant, CARDS, id=f"{plant.__name__}-cards") for plant in [*ANYWHERE, *WITH_STACKS]]


@pytest.mark.parametrize(("plant", "rulesets"), PLANTS)
async def test_planted_leaks_are_found(
    plant: Callable[[pytest.MonkeyPatch], None], rulesets: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        await compare(1500, seed=5, every=5, rulesets=rulesets)


# ------------------------------------------------------------------------------------- through the wire


async def furnish(folder: Path, game: Game) -> None:
    """Put a game into a database, with everything that is not hidden the same in each."""
    store = Store(Settings(database=str(folder / "test.db")).database_url)
    await store.open()

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(insert(schema.site).values(name="guests", value=KEY))
        people = [
            {"id": f"user{seat}", "name": f"Person {seat}", "created": 0} for seat in range(game.players)
        ]
        await connection.execute(insert(schema.users), people)

    await store.writer.run(job)
    seats = tuple(Seat(seat, "person", f"user{seat}") for seat in range(game.players))
    header = games.header_of(game)
    row = TableRow(
        "the-table", game.ruleset.id, "user0", "playing", 0, header, seats, watch="the-watch-key", seed=SEED
    )
    await store.create_table(row, "Person 0", 10)
    await store.close()


async def told_of_presence(server: Running) -> None:
    """Wait until everybody has been told who is there."""
    while any(table.viewers._timer is not None for table in server.services.tables.live()):
        await asyncio.sleep(0.01)


def told_at(told: dict[str, Any]) -> dict[str, Any]:
    """What is kept of somebody, but for the moment at which that was asked."""
    return {name: value for name, value in told.items() if name != "made"}


async def listen(folder: Path, game: Game, seat: int | None, step: tuple[int, str] | None) -> list[object]:
    """Everything that a seat and a spectator get from a real server by HTTP and WebSocket, and its log."""
    await furnish(folder, game)
    heard: list[object] = []
    key = guests.Guests([Key(FIRST, KEY)], secure=False)
    with capture_logs() as log:
        async with running(folder) as server, AsyncExitStack() as stack:

            async def guest(user: str) -> Guest:
                made = Guest(server.base, stack)
                await stack.enter_async_context(made.http)
                made.http.cookies.set("whistlestop", key.sign(user))
                made.http.cookies.set("csrftoken", key.token(user))
                made.http.headers["x-csrftoken"] = key.token(user)
                return made

            users = ["watcher"] if seat is None else ["watcher", f"user{seat}"]
            viewers: list[tuple[Guest, Socket]] = []
            for user in users:
                made = await guest(user)
                viewers.append((made, await made.sit("the-table")))
                await told_of_presence(server)  # at once for a burst, so when would depend on the machine
            streams = []
            for made, _ in viewers:
                for path in ("/api/stream", "/api/tables/the-table/stream"):
                    streams.append(await stack.enter_async_context(made.http.stream("GET", path)))
                    await told_of_presence(server)
            for _, socket in viewers:
                await socket.command("claim:nowhere", version=game.version, command="a")
                await socket.command("draw", version=game.version + 3, command="b")
                await socket.send("{}")
                await socket.settle()
            if step is not None:
                actor = await guest(f"user{step[0]}")
                body = {"id": "c", "version": game.version, "action": step[1]}
                assert (await actor.post("/api/tables/the-table/commands", body)).status_code == 200
            for made, socket in viewers:
                await socket.settle()
                heard.append(socket.raw)
                for path in ("", "/view", "/plan", "/hint", "/record", "/summary"):
                    answer = await made.get(f"/api/tables/the-table{path}")
                    own = {"date", "x-request-id"}  # of each answer
                    headers = {name: text for name, text in answer.headers.items() if name not in own}
                    heard.append((path, answer.status_code, headers, answer.content))
                heard.append((await made.get("/api/tables")).content)
                heard.append(told_at((await made.get("/api/account/export")).json()))
            server.services.streams.close()
            heard += [[line async for line in stream.aiter_lines()] for stream in streams]
    heard.append([{**line, "bots_at": 0} for line in log])
    assert SEED not in repr(heard)
    return heard


@pytest.mark.parametrize("ruleset", [*MAPS[:1], *CARDS])
async def test_two_worlds_through_the_wire(ruleset: str, tmp_path: Path) -> None:
    rng = random.Random(8)
    game = ws.Game.new(ruleset, players=2, seed=8)
    for version, spectator in ((1, False), (12, False), (25, True), (38, False)):
        while game.version < version or (version > 1 and "draw" not in game.legal(game.to_act[0])):
            actor = rng.choice(game.to_act)
            game.play(rng.choice(game.legal(actor)), actor)
        actor = game.to_act[0]
        seat = None if spectator else 1 - actor
        other = game.resample(seat, rng.getrandbits(60))
        worlds = (
            ws.Game.from_position(game.position()),
            other_stacks(other, rng) if ruleset in CARDS else other,
        )
        step = (actor, "draw") if version > 1 else None
        heard = [
            await listen(tmp_path / f"{version}-{number}", world, seat, step)
            for number, world in enumerate(worlds)
        ]
        assert heard[0] == heard[1]
        assert worlds[0].position() != worlds[1].position()
