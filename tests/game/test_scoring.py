"""Final scoring: tickets, stations, longest path, ranking."""

from __future__ import annotations

from typing import Any

import pytest
from tests.game.builders import board, player, start


def outcome(ruleset: str | dict[str, Any], *players: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the results of a game that is over in this position."""
    result = start(ruleset, *players, phase="over").outcome()
    assert result is not None
    found: list[dict[str, Any]] = result["players"]
    assert result["winners"] == [one["seat"] for one in found if one["rank"] == 1]
    return found


def parts(result: dict[str, Any]) -> tuple[int, ...]:
    return tuple(result[part] for part in ("routes", "tickets", "stations", "longest", "score"))


def test_parts_and_sum() -> None:  # USA-32, USA-33, COM-12, COM-18, INV-5
    mine = player(routes="denver-santa_fe el_paso-santa_fe", tickets="denver-el_paso boston-miami")
    first, second = outcome(
        "usa", mine, player(routes="chicago-omaha denver-omaha", tickets="calgary-phoenix")
    )
    assert parts(first) == (2 + 2, 4 - 12, 0, 0, -4)
    assert parts(second) == (7 + 7, -13, 0, 10, 11)
    assert first["tickets_completed"] == 1
    scored = {ticket["id"]: (ticket["state"], ticket["scored"]) for ticket in first["tickets_list"]}
    assert scored == {"denver-el_paso": ("done", 4), "boston-miami": ("failed", -12)}


def test_routes_of_others_do_not_connect() -> None:  # COM-12, USA-33
    first, second = outcome(
        "usa", player(routes="denver-santa_fe", tickets="denver-el_paso"), player(routes="el_paso-santa_fe")
    )
    assert first["tickets"] == -4
    assert second["tickets"] == 0


def test_equal_tickets_count_each_for_itself() -> None:  # USA-33
    small = board("a-b:2:red b-c:2:red", "a-c:5 a-c/2:5 a-b:3")
    assert outcome(small, player(routes="a-b b-c", tickets="a-c a-c/2"))[0]["tickets"] == 10
    assert outcome(small, player(tickets="a-c a-c/2"))[0]["tickets"] == -10


def test_longest_path() -> None:  # USA-34, COM-13, EUR-33, SWI-16
    loop = player(routes="a-b b-c a-c")
    small = board("a-b:2:red b-c:3:red a-c:4:red c-d:2:red c-e:6:red", "a-c:5 a-b:3 a-d:4")
    first, second = outcome(small, loop, player(routes="c-e c-d"))
    assert (first["longest_path"], first["longest"]) == (9, 10)  # a loop: cities repeat, routes do not
    assert (second["longest_path"], second["longest"]) == (8, 0)
    assert sorted(first["trail"]) == ["a-b", "a-c", "b-c"]
    branch = outcome(small, player(routes="a-c c-d c-e"))[0]
    assert branch["longest_path"] == 10  # not all three
    walk = outcome(small, player(routes="a-b b-c a-c c-e"))[0]
    assert walk["longest_path"] == 15
    assert walk["trail"][-1] == "c-e" or walk["trail"][0] == "c-e"


def test_all_with_the_longest_path_score() -> None:  # USA-34, RUL-45
    results = outcome(
        "usa", player(routes="denver-omaha"), player(routes="chicago-omaha"), player(routes="dallas-houston")
    )
    assert [result["longest"] for result in results] == [10, 10, 0]


def test_nobody_has_a_route() -> None:  # USA-34, RUL-44
    results = outcome("usa", player(), player())
    assert [result["longest"] for result in results] == [0, 0]
    assert [result["longest_path"] for result in results] == [0, 0]
    assert [result["rank"] for result in results] == [1, 1]


TIES = board(
    "a-b:1:red b-c:1:red c-d:1:red d-e:1:red e-f:1:red a-g:2:blue g-h:1:blue h-i:3:red",
    "a-c:2 c-e:2 a-d:4 d-f:2 b-c:4 e-f:1 b-d:2 g-h:3 a-h:9",
    opening={"regular": 1, "keep": 1},
    scoring={"longest": 10, "tie_breaks": ["tickets", "bonus"]},
)


def ranks(*players: dict[str, Any], ruleset: str | dict[str, Any] = "usa") -> list[int]:
    return [result["rank"] for result in outcome(ruleset, *players)]


def test_the_highest_score_wins() -> None:  # USA-35, COM-22
    assert ranks(player(routes="dallas-houston"), player(routes="denver-omaha"), player()) == [2, 1, 3]


def test_most_tickets_break_a_tie() -> None:  # USA-35, RUL-48
    one = player(routes="a-b b-c c-d", tickets="a-d", score=6)  # 4 points by one ticket
    two = player(routes="d-e e-f", tickets="d-f", score=8)  # 2 points by one
    results = outcome(TIES, one, two)
    assert results[0]["longest"] == 10
    many = player(routes="a-b b-c", tickets="a-c", score=10)
    few = player(routes="c-d d-e", tickets="c-e b-c", score=14)
    results = outcome(TIES, many, few)
    assert [result["score"] for result in results] == [22, 22]
    assert [result["tickets_completed"] for result in results] == [1, 1]
    assert [result["rank"] for result in results] == [1, 1]
    more = player(routes="a-b b-c", tickets="a-c b-c", score=10)  # 2 tickets, 6 points
    fewer = player(routes="d-e e-f", tickets="d-f", score=14)  # 1 ticket, 2 points
    results = outcome(TIES, fewer, more)
    assert [result["score"] for result in results] == [26, 26]
    assert [result["rank"] for result in results] == [2, 1]  # the number of cards, not their value


def test_the_bonus_breaks_a_tie() -> None:  # USA-35, RUL-46
    holder, other = player(routes="a-g", score=10), player(routes="a-b", score=20)
    third = player(routes="g-h", score=20)
    results = outcome(TIES, other, holder, third)
    assert [result["score"] for result in results] == [20, 20, 20]
    assert [result["rank"] for result in results] == [2, 1, 2]  # RUL-46: shared after the last tie-breaker


def test_ties_in_switzerland() -> None:  # SWI-18, RUL-47
    country = player(routes="basel-de_basel", tickets="")
    assert ranks(country, player(routes="brig-it_brig", score=1), ruleset="switzerland") == [2, 1]
    # A country ticket with at least one target is one completed ticket.
    swiss = player(
        routes="basel-de_basel basel-delemont delemont-fr_delemont",
        tickets="de-countries fr-countries",
        score=4,
    )
    result = outcome("switzerland", swiss)[0]
    assert result["tickets_completed"] == 2


# Europe


def test_ranking_in_europe() -> None:  # EUR-34, RUL-49
    """Tickets, then stations built, then the bonus."""
    few, many = player(score=0, stations="wien"), player(score=4, stations="roma paris")
    results = outcome("europe", many, few)
    assert [result["score"] for result in results] == [8, 8]
    assert [result["rank"] for result in results] == [2, 1]  # fewest stations built, used or not
    bonus = player(routes="budapest-wien", score=0, stations="wien")
    other = player(score=10, stations="roma")
    assert [result["rank"] for result in outcome("europe", other, bonus)] == [2, 1]
    ticket = player(routes="berlin-frankfurt", tickets="", score=1, stations="wien roma")
    assert outcome("europe", ticket, player(score=14, stations="paris"))[0]["rank"] == 2


def test_unbuilt_stations() -> None:  # EUR-26, EUR-32, RUL-41
    results = outcome("europe", player(), player(stations="wien roma paris"))
    assert [result["stations"] for result in results] == [12, 0]
    assert outcome("europe", player(stations="wien"))[0]["score"] == 8


def test_a_station_uses_a_route_of_another_player() -> None:  # EUR-27, EUR-30, RUL-37
    mine = player(routes="budapest-wien", tickets="budapest-sofia", stations="budapest")
    theirs = player(routes="budapest-sarajevo sarajevo-sofia")
    first, _ = outcome("europe", mine, theirs)
    assert first["tickets"] == -5  # one route of a chain of two
    near = player(tickets="budapest-sofia", routes="sarajevo-sofia", stations="budapest")
    first, second = outcome("europe", near, player(routes="budapest-sarajevo"))
    assert first["tickets"] == 5
    assert first["station_routes"] == {"budapest": "budapest-sarajevo"}
    assert (first["longest_path"], second["longest_path"]) == (2, 3)  # EUR-33: not counted for the bonus
    assert second["longest"] == 10


def test_one_route_for_all_tickets() -> None:  # EUR-28
    small = board(
        "a-b:2:red b-c:2:red b-d:2:red c-e:2:red d-f:2:red",
        "a-c:5 a-d:7 a-e:3",
        stations={"count": 3, "value": 4},
    )
    mine = player(routes="a-b", tickets="a-c a-d", stations="b")
    result = outcome(small, mine, player(routes="b-c b-d"))[0]
    assert result["tickets"] == 7 - 5
    assert result["station_routes"] == {"b": "b-d"}
    both = outcome(small, player(routes="a-b", tickets="a-c a-d", stations="b c"), player(routes="b-c b-d"))[
        0
    ]
    assert both["tickets"] == 12
    assert both["station_routes"] == {"b": "b-d", "c": "b-c"}


def test_what_cannot_be_used() -> None:  # EUR-29, RUL-39, RUL-40
    small = board(
        "a-b:2:red b-c:2:red c-d:2:red", "a-b:5 a-c:7 b-d:6 a-d:4", stations={"count": 3, "value": 4}
    )
    nobody = outcome(small, player(routes="a-b", tickets="a-c", stations="b"), player())[0]
    assert nobody["tickets"] == -7  # an open route
    # A route that seat 1 only uses through its own station is not "owned by another player" (RUL-39) ...
    three = outcome(
        small,
        player(tickets="a-c", routes="a-b", stations="c"),
        player(tickets="b-d", routes="c-d", stations="b"),
        player(routes="b-c"),
    )
    # ... but both may use the same route of the third (RUL-40).
    assert three[0]["station_routes"] == {"c": "b-c"}
    assert three[1]["station_routes"] == {"b": "b-c"}
    assert (three[0]["tickets"], three[1]["tickets"]) == (7, 6)
    own = outcome(small, player(routes="a-b", tickets="a-b", stations="a b"), player(routes="c-d"))[0]
    assert own["station_routes"] == {}


def test_fewest_stations_and_first_routes() -> None:  # EUR-31, RUL-38
    small = board(
        "a-b:1:red a-b/2:1:blue b-c:1:red b-c/2:1:blue",
        "a-c:5 a-b:2 b-c:3",
        stations={"count": 3, "value": 4},
    )
    other = player(routes="a-b/2 b-c")
    result = outcome(small, player(tickets="a-c", stations="a b c"), other)[0]
    assert result["tickets"] == 5
    # Two stations are enough, and a-b/2, b-c comes first; the rule does not say which stations use them.
    assert list(result["station_routes"].values()) == ["a-b/2", "b-c"]
    alone = outcome(small, player(stations="a b c"), other)[0]
    assert alone["station_routes"] == {}


def test_more_tickets_before_fewer_stations() -> None:
    """EUR-31: first the sum of the values, then the number of completed tickets."""
    small = board(
        "a-b:1:red b-c:1:red b-d:1:red b-e:1:red", "a-c:2 a-d:1 a-e:1", stations={"count": 3, "value": 4}
    )
    mine = player(routes="a-b", tickets="a-c a-d a-e", stations="b")
    theirs = player(routes="b-c b-d b-e")
    result = outcome(small, mine, theirs)[0]
    assert result["station_routes"] == {"b": "b-c"}
    assert result["tickets"] == 2 - 1 - 1


# Switzerland


def test_city_tickets_in_switzerland() -> None:  # SWI-12
    done = player(routes="bern-solothurn basel-olten olten-solothurn", tickets="basel-bern")
    assert outcome("switzerland", done)[0]["tickets"] == 5
    assert outcome("switzerland", player(tickets="basel-bern"))[0]["tickets"] == -5


@pytest.mark.parametrize(
    ("routes", "value"),
    [
        ("", -5),  # none: minus the smallest value
        ("basel-de_basel", -5),
        ("basel-de_basel basel-delemont delemont-fr_delemont", 5),
        ("de_st_gallen-st_gallen at_st_gallen-st_gallen basel-de_basel", 5),
        ("de_st_gallen-st_gallen basel-delemont delemont-fr_delemont", -5),  # no passing through a country
    ],
)
def test_country_tickets(routes: str, value: int) -> None:  # SWI-13, SWI-14, SWI-4, RUL-50, RUL-57, RUL-58
    result = outcome("switzerland", player(routes=routes, tickets="de-countries"))[0]
    assert result["tickets"] == value
    assert result["tickets_completed"] == (value > 0)


def test_only_the_best_target_counts() -> None:  # SWI-14
    small = board(
        "a-x_one:1:red a-y_one:1:red a-z_one:1:red b-x_two:1:red b-z_two:1:red",
        "x-y|z:4|9 a-x|y|z:3|5|7",
    )
    both = outcome(small, player(routes="a-x_one a-y_one a-z_one", tickets="x-y_z a-x_y_z"))[0]
    assert both["tickets"] == 9 + 7  # once each
    one = outcome(small, player(routes="a-x_one a-y_one", tickets="x-y_z a-x_y_z"))[0]
    assert one["tickets"] == 4 + 5
    # RUL-50: two border nodes of one country are not connected with each other.
    apart = outcome(small, player(routes="b-x_two a-y_one", tickets="x-y_z"))[0]
    assert apart["tickets"] == -4
    # RUL-58: any border route of the origin.
    other = outcome(small, player(routes="b-x_two b-z_two", tickets="x-y_z"))[0]
    assert other["tickets"] == 9


def test_one_path_for_several_tickets() -> None:  # EX-16, SWI-15, RUL-52
    routes = "basel-de_basel basel-delemont delemont-fr_delemont"
    result = outcome(
        "switzerland", player(routes=routes, tickets="de-countries de-countries/2 fr-countries")
    )[0]
    assert result["tickets"] == 5 + 5 + 5
    assert result["tickets_completed"] == 3


def test_routes_to_countries_in_the_longest_path() -> None:  # SWI-16, SWI-4
    routes = "basel-de_basel basel-delemont delemont-fr_delemont"
    first, second = outcome("switzerland", player(routes=routes), player(routes="brig-sion"))
    assert (first["longest_path"], first["longest"]) == (5, 10)
    assert second["longest_path"] == 3
    # A path cannot continue beyond a border node.
    two = outcome(
        "switzerland", player(routes="de_kreuzlingen_east-kreuzlingen de_kreuzlingen_west-kreuzlingen")
    )[0]
    assert two["longest_path"] == 2


def test_tickets_are_open_at_the_end() -> None:  # COM-16
    game = start("usa", player(tickets="boston-miami"), player(tickets="denver-el_paso"), phase="over")
    result = game.view(None)["outcome"]
    assert [[ticket["id"] for ticket in one["tickets_list"]] for one in result["players"]] == [
        ["boston-miami"],
        ["denver-el_paso"],
    ]
    assert game.view(None)["hand"] is None


def test_the_outcome_is_none_before_the_end() -> None:  # EUR-30
    game = start("europe", player(routes="budapest-wien", stations="wien"), market="red*5")
    assert game.outcome() is None
    assert game.observe(None).record["lent"].max() == -1
    assert game.view()["outcome"] is None
