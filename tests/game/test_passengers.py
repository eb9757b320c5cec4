"""Passengers: figures that claims take along, and points for the most of each color (GER-7 to GER-11)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from tests.game.builders import FIVE, GERMANY, cards, player, refuses, start, tell
from tests.game.test_scoring import outcome

import whistlestop as ws
from whistlestop.errors import PositionError, RulesetError
from whistlestop.rulesets import ruleset_from_data

COLORS = ("red", "blue", "green", "yellow", "black", "white")


def on_board(hand: str, figures: dict[str, str], *others: dict[str, Any], **more: Any) -> ws.Game:
    there = {place: cards(text) for place, text in figures.items()}
    return start(GERMANY, player(hand, **more), *(others or (player(),)), market=FIVE, figures=there)


def boarded(place: str, color: str, seat: int = 0) -> dict[str, Any]:
    return {"event": "boarded", "seat": seat, "place": place, "color": color}


def aboard(game: ws.Game, seat: int = 0) -> dict[str, int]:
    found: dict[str, int] = game.view()["players"][seat]["passengers"]
    return found


def test_the_figures_at_the_start() -> None:  # GER-7
    ruleset = ruleset_from_data(GERMANY)
    games = [ws.Game.new(ruleset, 2, seed=seed).view()["figures"] for seed in range(6)]
    for figures in games:
        assert sum(map(Counter, figures.values()), Counter()) == dict.fromkeys(COLORS, 10)
        assert {place: sum(there.values()) for place, there in figures.items()} == GERMANY["passengers"][
            "places"
        ]
    assert len({str(figures) for figures in games}) == 6
    assert (
        ws.Game.new(ruleset, 5, seed=1).view(3)["figures"]
        == ws.Game.new(ruleset, 5, seed=1).view()["figures"]
    )


def test_a_claim_without_a_choice() -> None:  # GER-8, GER-9
    game = on_board("red", {"mainz": "white", "frankfurt": "black*2"})
    told = tell(game, "claim:frankfurt-mainz:red")
    assert told[1:] == [
        boarded("frankfurt", "black"),
        boarded("mainz", "white"),
        {"event": "turn", "seat": 1},
    ]
    assert aboard(game) == {"white": 1, "black": 1}
    assert game.view()["figures"] == {"frankfurt": {"black": 1}}


def test_a_claim_where_nobody_waits() -> None:  # GER-8
    game = on_board("red*2", {"berlin": "red*2 blue"})
    assert [one["event"] for one in tell(game, "claim:lindau-ulm:red*2")] == ["claimed", "turn"]
    assert aboard(game) == {}


def test_choices_at_both_ends() -> None:  # GER-9
    game = on_board("orange*4", {"leipzig": "red blue*2", "berlin": "green yellow"})
    claim = "claim:berlin-leipzig:orange*4"
    assert [one["event"] for one in tell(game, claim)] == ["claimed"]
    view = game.view()
    assert (view["phase"], game.to_act, view["boarding"]) == ("boarding", (0,), ["berlin", "leipzig"])
    assert set(game.legal(0)) == {
        *("board:berlin:green", "board:berlin:yellow"),
        *("board:leipzig:red", "board:leipzig:blue"),
    }
    refuses(game, "board:leipzig:green", "board:koln:red", "draw", "tickets", claim)
    assert tell(game, "board:leipzig:blue") == [boarded("leipzig", "blue")]
    assert game.view()["boarding"] == ["berlin"]
    refuses(game, "board:leipzig:red", "board:leipzig:blue")
    assert tell(game, "board:berlin:green") == [boarded("berlin", "green"), {"event": "turn", "seat": 1}]
    assert aboard(game) == {"blue": 1, "green": 1}
    assert game.view()["figures"] == {"berlin": {"yellow": 1}, "leipzig": {"red": 1, "blue": 1}}


def test_a_choice_at_one_end() -> None:  # GER-8, GER-9
    game = on_board("red", {"mainz": "white", "frankfurt": "black red"})
    assert tell(game, "claim:frankfurt-mainz:red")[1:] == [boarded("mainz", "white")]
    assert game.legal(0) == ["board:frankfurt:black", "board:frankfurt:red"]
    assert game.view()["boarding"] == ["frankfurt"]
    game.play("board:frankfurt:red")
    assert aboard(game) == {"white": 1, "red": 1}


def test_a_country_is_one_place() -> None:  # GER-8, RUL-108
    game = on_board("red*3", {"at": "white"}, player("purple*2"))
    assert tell(game, "claim:at_munchen-munchen:red*3")[1] == boarded("at", "white")
    assert [one["event"] for one in tell(game, "claim:at_lindau-lindau:purple*2")] == ["claimed", "turn"]
    assert aboard(game, 1) == {}


def test_the_last_turn_takes_passengers_too() -> None:  # GER-8, COM-21
    game = start(
        GERMANY,
        player("red", trains=2),
        player(),
        market=FIVE,
        figures={"frankfurt": {"black": 1, "red": 1}},
        final_round={"turns_left": 1, "caused_by": 0},
    )
    game.play("claim:frankfurt-mainz:red")
    assert game.view()["phase"] == "boarding"
    game.play("board:frankfurt:red")
    result = game.outcome()
    assert result is not None
    assert [one["passengers"] for one in result["players"]] == [20, 0]


@pytest.mark.parametrize(
    ("held", "points"),
    [
        (["red*3", "red*2"], [20, 10]),
        (["red*3", ""], [20, 0]),  # RUL-109
        (["red", "red"], [20, 20]),
        (["", ""], [0, 0]),
        (["red*4", "red*2", "red*2"], [20, 10, 10]),
        (["red*3", "red*3", "red*2"], [20, 20, 0]),
        (["red*2 blue", "red blue*2", "red"], [30, 30, 10]),
        (["red*5", "red*2", "red", ""], [20, 10, 0, 0]),
        (["red blue green", "yellow black white", "", ""], [60, 60, 0, 0]),
    ],
)
def test_points(held: list[str], points: list[int]) -> None:  # GER-10
    found = outcome(GERMANY, *(player(passengers=cards(text)) for text in held))
    assert [one["passengers"] for one in found] == points
    assert [one["score"] for one in found] == points


def by_sorting(held: list[dict[str, int]]) -> list[int]:
    """Score the majorities from the sorted numbers of each color, an independent model of GER-10."""
    points = [0] * len(held)
    for color in COLORS:
        numbers = [one.get(color, 0) for one in held]
        first, *rest = sorted(numbers, reverse=True)
        for seat, number in enumerate(numbers):
            if number and number == first:
                points[seat] += 20
            elif number and rest[0] != first and number == rest[0]:
                points[seat] += 10
    return points


def test_points_of_random_players() -> None:  # GER-10
    rnd = random.Random(8)
    seen = set()
    for _ in range(150):
        held: list[dict[str, int]] = [{} for _ in range(rnd.randint(2, 5))]
        for color in COLORS:
            for _ in range(rnd.choice([0, 1, 3, 6, 10])):
                one = rnd.choice(held)
                one[color] = one.get(color, 0) + 1
        expected = by_sorting(held)
        found = outcome(GERMANY, *(player(passengers=one) for one in held))
        assert [one["passengers"] for one in found] == expected
        seen.update(expected)
    assert len(seen) > 9


def test_winner() -> None:  # GER-11
    tied = ({"red": 2, "blue": 1}, {"red": 1, "blue": 2, "green": 0})
    found = outcome(GERMANY, *(player(passengers=dict(one)) for one in tied))
    assert [one["rank"] for one in found] == [1, 1]
    found = outcome(
        GERMANY,
        player(passengers={"red": 3}, score=7),
        player(passengers={"red": 3, "blue": 0, "green": 0}, score=7),
        player(passengers={"red": 2}, score=27),
    )
    assert [one["score"] for one in found] == [27, 27, 27]
    assert [one["rank"] for one in found] == [1, 1, 3], "three passengers are more than two"


@pytest.mark.parametrize("seed", range(4))
def test_positions_are_read_as_written(seed: int) -> None:
    game = ws.Game.new(ruleset_from_data(GERMANY), 3, seed=seed)
    rnd = random.Random(seed)
    choices = 0
    while not game.over:
        position = game.position()
        assert ws.Game.from_position(position).position() == position
        seat = rnd.choice(game.to_act)
        legal = game.legal(seat)
        claims = [action for action in legal if action.startswith("claim:")]
        choices += legal[0].startswith("board:")
        game.play(rnd.choice(claims or legal), seat)
    assert choices


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"figures": {"paris": {"red": 1}}}, "unknown city or country"),
        ({"figures": {"berlin": {"red": 6}}}, "more than were put on berlin"),
        ({"figures": {"ulm": {"orange": 1}}}, "no figures of the color 'orange'"),
        ({"boarding": ("ulm",)}, "required in the phase boarding"),
        ({"phase": "boarding"}, "required in the phase boarding"),
        ({"phase": "boarding", "boarding": ("ulm",), "figures": {"ulm": {"red": 1}}}, "no choice at ulm"),
        ({"boarding": ("ulm", "ulm")}, "each once"),
    ],
)
def test_positions_that_cannot_be(more: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        start(GERMANY, player(), **more)


def test_players_that_cannot_be() -> None:
    with pytest.raises(PositionError, match="more than 10 are red"):
        start(GERMANY, player(passengers={"red": 11}))
    with pytest.raises(PositionError, match="no figures of the color"):
        start("usa", player(passengers={"red": 1}))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"each": 9}, "there are 54 figures"),
        ({"colors": ["red"] * 6}, "red is listed twice"),
        (
            {"places": {"berlin": 10, "atlantis": 20, "ulm": 20, "kiel": 10}},
            "unknown city or country 'atlantis'",
        ),
    ],
)
def test_boards_that_cannot_be(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        ruleset_from_data(GERMANY | {"passengers": GERMANY["passengers"] | changes})


def test_boards_without_passengers_have_none() -> None:
    view = start("usa", player(), market=FIVE).view()
    assert "figures" not in view
    assert "passengers" not in view["players"][0]
