"""The levels that players can choose at tables: what they may see, their mistakes, and their order of
strength.
"""

from __future__ import annotations

import re
from dataclasses import astuple
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots import match
from whistlestop.bots.levels import (
    CHARACTERS,
    EXPERT,
    LEVELS,
    SPELL,
    Habits,
    LevelBot,
    habits_of,
    in_character,
)
from whistlestop.bots.registry import eager
from whistlestop.core.fields import COLORS, DECLARATION, NONE, SECOND_DRAW, TURN, WILD
from whistlestop.errors import UnknownBot
from whistlestop.games.network import machine as network
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.network.mechanisms.tickets.outlook import TICKET_OPEN
from whistlestop.games.yard import machine as yard
from whistlestop.games.yard.mechanisms.rows.rules import SET
from whistlestop.games.yard.mechanisms.singles.rules import TRIO
from whistlestop.kinds import KINDS, kind_of
from whistlestop.text.names import numbers_of

TABLES = [("usa", 3), ("europe", 2), ("switzerland", 2), ("card_game", 2), ("card_game", 4)]


def level(seed: int = 7, **habits: int) -> LevelBot:
    """Return a bot with habits, given as chances in hundredths."""
    return LevelBot(Habits(**habits), {}, seed, bots.make("planner"), eager())


def moments(ruleset: str, players: int, *, seed: int = 3, every: int = 1) -> list[tuple[ws.Game, int]]:
    """Yield copies of a game of planners before decisions, and the seats that have to decide."""
    game = ws.Game.new(ruleset, players, seed=seed)
    planner = bots.make("planner")
    found = []
    while not game.over:
        seat = game.to_act[0]
        if game.version % every == 0:
            found.append((game.copy(), seat))
        game.play_id(bots.ask(planner, game.observe(seat)), seat)
    return found


def test_people_are_offered_the_levels() -> None:
    assert bots.names(offered=True) == sorted([*LEVELS, EXPERT])
    assert [bots.level(name) for name in (*LEVELS, EXPERT)] == [1, 2, 3, 4, 5, 6]
    assert {"random", "greedy", "planner"} <= set(bots.names(seated=True))  # old tables, programs


def test_a_lower_level_errs_more() -> None:
    habits = [astuple(one.habits) for one in LEVELS.values()]
    for lower, higher in pairwise(habits):
        assert all(more > less for more, less in zip(lower, higher, strict=True))


def test_habits_are_options() -> None:
    assert bots.parse("easy:whims=0") == ("easy", {"whims": 0})
    with pytest.raises(UnknownBot, match="no option"):
        bots.parse("easy:tempo=300")


def test_a_character_plays_its_level_in_its_own_way() -> None:
    assert in_character("easy", "lotte") == "easy:focus=100,haste=9,whims=15"
    lotte = bots.make(in_character("easy", "lotte"))
    assert isinstance(lotte, LevelBot)
    assert lotte.habits == habits_of(KINDS["network"])["lotte"]
    assert lotte.habits.glitter == LEVELS["easy"].habits.glitter
    for bot, character in [
        ("hard", "lotte"),
        ("planner", "lotte"),
        ("easy", None),
        ("expert", "zeno"),
        ("", ""),
    ]:
        assert in_character(bot, character) == bot
    assert habits_of(KINDS["network"]).keys() == LEVELS.keys() | CHARACTERS.keys()


def test_distractions_come_more_often_where_they_cost_less() -> None:
    map_habits, card_habits = (habits_of(KINDS[kind])["easy"] for kind in ("network", "yard"))
    assert map_habits == LEVELS["easy"].habits
    assert card_habits.whims > map_habits.whims
    assert card_habits.haste > map_habits.haste
    assert card_habits.focus == map_habits.focus


def test_the_client_shows_characters_at_their_levels() -> None:
    page = (Path(__file__).parents[2] / "web/src/lib/characters.ts").read_text("utf-8")
    shown = {
        who: level
        for level, names in re.findall(r"^  (\w+): \[(.*)\],$", page, re.MULTILINE)
        for who in re.findall(r'"(\w+)"', names)
    }
    relatives = dict(re.findall(r'^  (\w+): "(\w+)",$', page, re.MULTILINE))
    assert relatives.keys() == shown.keys()
    shown |= {relatives[who]: level for who, level in shown.items()}
    assert len(shown) == 24
    assert {who: level for who, (level, _) in CHARACTERS.items()}.items() <= shown.items()


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
@pytest.mark.parametrize("name", LEVELS)
def test_whole_games_of_legal_actions(ruleset: str, players: int, name: str) -> None:
    """COM-4: every choice is legal, the game ends, and the same seed gives the same game."""
    first, second = (
        match.play_game(ws.load_ruleset(ruleset), [name] * players, 0, seed=11, record=True) for _ in range(2)
    )
    assert first.finished
    assert first.record == second.record


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
@pytest.mark.parametrize("name", LEVELS)
def test_hidden_things_change_nothing(ruleset: str, players: int, name: str) -> None:
    """COM-15: a level makes the same choice in two worlds that its seat cannot tell apart, also with other
    random numbers.
    """
    compared = 0
    for game, seat in moments(ruleset, players, every=9):
        other = game.resample(seat, seed=game.version)
        chosen = []
        for world in (game, other):
            bot = bots.make(name, seed=7)
            assert isinstance(bot, LevelBot)
            bot.roll(game.version)
            chosen.append(bot.choose(world.observe(seat)))
        assert chosen[0] == chosen[1]
        compared += 1
    assert compared > 5


@pytest.mark.slow
def test_the_highest_level_searches() -> None:
    """COM-15: hidden information does not affect its choice either."""
    bot = bots.make(f"{EXPERT}:playouts=20", seed=5)
    assert isinstance(bot, bots.SearchBot)
    game, seat = moments("usa", 2)[30]
    other = game.resample(seat, seed=1)
    assert bot.choose(game.observe(seat)) == bot.choose(other.observe(seat))


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["europe", "card_game"])
def test_without_habits_it_plays_as_the_planner(ruleset: str) -> None:
    bot, planner = level(), bots.make("planner")
    for game, seat in moments(ruleset, 2, every=5):
        assert bot.choose(game.observe(seat)) == planner.choose(game.observe(seat))


def lacks(game: ws.Game, seat: int, ticket: int) -> bool:
    """Return whether a ticket of the seat still lacks routes and can get them (USA-30), or lacks cards (CARD-40)."""
    seen = game.observe(seat)
    if game.ruleset.id == "card_game":
        return not yard.feasible(seen.array, game.ruleset.rules, 0, seat, 1 << ticket)
    return bool(network.ticket_state(seen.array, game.ruleset.rules, 0, seat, ticket) == TICKET_OPEN)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_one_ticket_is_followed_at_a_time(ruleset: str) -> None:
    """It follows the ticket with the fewest points. Tickets that are completed or lost stay; declarations show all
    (CARD-40).
    """
    bot, hidden, followed = level(focus=100), 0, set()
    for game, seat in moments(ruleset, 2, every=3):
        seen = game.observe(seat)
        held = numbers_of(seen.record["tickets"][seat])
        left = numbers_of(bot.believed(seen).record["tickets"][seat])
        assert bot.believed(seen).record["ticket_count"][seat] == len(left)
        if seen.record["phase"] == DECLARATION:
            assert left == held
            continue
        missing = {ticket: lacks(game, seat, ticket) for ticket in held}
        points = {ticket: game.ruleset.rules[0]["ticket_points"][ticket].max() for ticket in missing}
        kept = [ticket for ticket in left if missing[ticket]]
        assert set(missing) - set(left) <= {ticket for ticket, more in missing.items() if more}
        assert len(kept) == min(1, sum(missing.values()))
        assert all(points[kept[0]] <= points[ticket] for ticket in missing if missing[ticket])
        hidden += len(missing) - len(left)
        followed |= {(seat, *kept)}
    assert hidden > 20
    assert len(followed) > 2, "the next ticket follows when one is done"


@pytest.mark.slow
def test_it_follows_one_ticket_for_a_while() -> None:
    """Whether it follows a single ticket changes only between spells, with about the requested frequency."""
    single, changes, asked = 0, 0, 0
    for seed in range(20):
        bot, before = level(seed, focus=50), None
        for game, seat in moments("usa", 2, every=2):
            seen = game.observe(seat)
            if seat != 0 or seen.record["phase"] != TURN or len(numbers_of(seen.record["tickets"][0])) < 2:
                continue
            now = bool((bot.believed(seen).record["tickets"] != seen.record["tickets"]).any())
            single, changes, asked = single + now, changes + (before not in {None, now}), asked + 1
            before = now
    assert 0.3 < single / asked < 0.7
    assert 0 < changes < asked / SPELL


@pytest.mark.slow
@pytest.mark.parametrize("name", ["first_ride", "easy"])
def test_it_draws_no_tickets_that_it_does_not_want(name: str) -> None:
    """It draws tickets only if it would do so with all its tickets in view."""
    planner = bots.make("planner")
    for seed in range(6):
        game = ws.Game.new("usa", 2, seed=seed)
        bot = bots.make(name, seed)
        while not game.over:
            seat = game.to_act[0]
            seen = game.observe(seat)
            action = bots.ask(bot, seen)
            if action == seen.ruleset.rules[0]["id_tickets"]:
                assert bots.ask(planner, seen) == action
            game.play_id(action, seat)


@pytest.mark.slow
def test_an_eager_bot_does_not_wait_with_claims() -> None:
    """It claims where the planner still draws cards, and never the other way round. The card game has no claims."""
    bot, planner = level(eager=100), bots.make("planner")
    sooner = 0
    for game, seat in moments("usa", 2):
        seen = game.observe(seat)
        rules, action, calm = seen.ruleset.rules[0], bot.choose(seen), bots.ask(planner, seen)
        if action != calm:
            assert rules["action_type"][action] == CLAIM != rules["action_type"][calm]
            sooner += 1
    assert sooner > 5
    for game, seat in moments("card_game", 2, every=5):
        seen = game.observe(seat)
        assert bot.choose(seen) == bots.ask(planner, seen)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_what_others_have_laid_is_overlooked(ruleset: str) -> None:
    """It then tries an impossible claim, notices the error (COM-4), and chooses again; it never overlooks its own
    routes.
    """
    bot, planner = level(overlooks=100), bots.make("planner")
    noticed = different = 0
    for game, seat in moments(ruleset, 2, seed=5) + moments(ruleset, 2, seed=6):
        seen = game.observe(seat)
        believed = bot.believed(seen)
        field = "owned" if ruleset == "usa" else "row_colored"
        others = [player for player in range(2) if player != seat]
        assert not believed.record[field][others].any()
        assert (believed.record[field][seat] == seen.record[field][seat]).all()
        rules = seen.ruleset.rules
        wanted = bots.ask(planner, believed)
        legal = seen.ruleset.machine.is_legal(seen.array, rules, 0, seat, wanted)
        noticed += not legal
        chosen = bot.choose(seen)
        assert seen.ruleset.machine.is_legal(seen.array, rules, 0, seat, chosen)
        different += chosen != bots.ask(planner, seen)
    assert noticed > 0
    assert different > 0


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_what_glitters_is_taken(ruleset: str) -> None:
    """It takes a wild if it may (USA-12, CARD-18), otherwise the color that the hand has the most of."""
    bot = level(glitter=100)
    wilds = 0
    for game, seat in moments(ruleset, 2) + moments(ruleset, 2, seed=2):
        seen = game.observe(seat)
        rules, record = seen.ruleset.rules[0], seen.record
        action = bot.choose(seen)
        if not rules["id_take"] <= action < rules["id_tickets"]:
            continue
        card, hand = int(rules["action_color"][action]), record["hand"][seat]
        shown = [int(one) for one in record["market"] if one not in (NONE, WILD)]
        if WILD in record["market"] and record["phase"] == TURN:
            assert card == WILD
            wilds += 1
        elif record["phase"] == SECOND_DRAW and card < COLORS:
            assert hand[card] == max(hand[one] for one in shown)
    assert wilds > 3


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_haste_lays_something_small(ruleset: str) -> None:
    """If the hand can pay for something, it builds where the planner would draw."""
    bot, planner = level(haste=100), bots.make("planner")
    laid = 0
    for game, seat in moments(ruleset, 2):
        seen = game.observe(seat)
        rules = seen.ruleset.rules[0]
        action, calm = bot.choose(seen), bots.ask(planner, seen)
        if action == calm:
            continue
        assert rules["id_draw"] <= calm < rules["id_tickets"]
        assert rules["action_type"][action] in (CLAIM, SET, TRIO)
        every = kind_of(seen.ruleset).bots.search.proposals(seen, calm)
        claims = [one for one in every if rules["action_type"][one] in (CLAIM, SET)]
        cards = rules["action_colored"] + rules["action_wild"]
        if rules["action_type"][action] != TRIO:
            assert cards[action] == min(cards[one] for one in claims)
        laid += 1
    assert laid > 5


@pytest.mark.slow
def test_whims_come_as_often_as_wanted() -> None:
    bot, planner = level(whims=30), bots.make("planner")
    asked = [
        bot.choose(game.observe(seat)) != bots.ask(planner, game.observe(seat))
        for game, seat in moments("usa", 2)
    ]
    assert 0.08 < np.mean(asked) < 0.35


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["usa", "europe", "switzerland", "card_game"])
@pytest.mark.parametrize(("better", "worse"), [("hard", "easy"), ("medium", "first_ride")])
def test_strength(ruleset: str, better: str, worse: str) -> None:
    """The levels differ by two, and the bounds are far below docs/bot-strength.md, so only a real change
    fails.
    """
    games = list(match.play_games(ws.load_ruleset(ruleset), [better, worse], 60, seed=1))
    assert all(game.finished for game in games)
    wins = sum(game.bots[game.ranks.index(1)] == better for game in games)
    assert wins >= 42
