"""The short forms of campaigns, and how their results add up."""

from __future__ import annotations

import signal
from functools import partial
from typing import TYPE_CHECKING

import grimp
import pytest
from tests.campaigns import __main__ as command
from tests.campaigns import frame, store
from tests.campaigns.catalogue import CAMPAIGNS
from tests.campaigns.frame import Campaign, Fault, Figure, Result, Trial, Unavailable
from tests.campaigns.watched import UNPLAYED, UNUSED

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize("name", [campaign.name for campaign in CAMPAIGNS.values() if campaign.short])
def test_short_form(name: str, tmp_path: Path) -> None:
    campaign = CAMPAIGNS[name]
    try:
        result = campaign.carry_out(Trial(11, campaign.short, tmp_path, print))
    except Unavailable as missing:
        pytest.skip(str(missing))
    assert result.faults == []
    assert result.figures[0].done >= campaign.short


@pytest.mark.parametrize("campaign", CAMPAIGNS.values(), ids=lambda campaign: campaign.name)
def test_what_is_watched_exists(campaign: Campaign) -> None:
    assert len(store.fingerprint(campaign.watches)) == 16


def test_what_is_left_out_of_a_folder_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "ROOT", tmp_path)
    for name in ("rules.py", "told.py", "bots/greedy.py"):
        path = tmp_path / "games" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("limit = 1\n")
    watches = ("games", "!told.py", "!bots")
    before, all_before = store.fingerprint(watches), store.fingerprint(("games",))
    for name in ("told.py", "bots/greedy.py"):
        (tmp_path / "games" / name).write_text("limit = 2\n")
    assert store.fingerprint(watches) == before
    assert store.fingerprint(("games",)) != all_before
    (tmp_path / "games" / "rules.py").write_text("limit = 2\n")
    assert store.fingerprint(watches) != before


def test_the_rules_import_nothing_that_is_left_out() -> None:
    graph = grimp.build_graph("whistlestop", exclude_type_checking_imports=True, cache_dir=None)
    rules = {
        module
        for module in graph.modules
        if module.startswith("whistlestop.games.") and module.rpartition(".")[2] in {"rules", "machine"}
    }
    used = rules.union(*map(graph.find_upstream_modules, rules))
    assert "whistlestop.games.network.board.links" in used
    left_out = {name.removeprefix("!").removesuffix(".py") for name in (*UNUSED, *UNPLAYED)}
    assert [module for module in used if not left_out.isdisjoint(module.split("."))] == []


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults and exceeded limits are shown, but exceeded times only if the machine was otherwise idle."""

    def run(trial: Trial) -> list[Figure]:
        rounds = 0
        while trial.goes_on(rounds):
            rounds += 1
            if rounds == 3:
                raise Fault("lost")
        return [
            Figure("most", 5, 4, "most"),
            Figure("wall", 5, 4, "most", wall=True),
            Figure("least", 5, 4, "least"),
        ]

    campaign = Campaign("some", "something", "rounds", 10, 0, run, ())
    for load, faults in ((99.0, ["most: 5, and not 4"]), (0.0, ["most: 5, and not 4", "wall: 5, and not 4"])):
        monkeypatch.setattr(frame, "load_average", lambda load=load: load)
        result = campaign.carry_out(Trial(1, 2, tmp_path, print))
        assert (result.figures[0].done, result.faults) == (2, faults)
    cut_short = campaign.carry_out(Trial(1, 2, tmp_path, print, minutes=0))
    assert cut_short.figures[0].done == 0
    failed = campaign.carry_out(Trial(1, 4, tmp_path, print))
    assert (failed.figures, failed.faults) == ([Figure("rounds", 2, 10)], ["seed 1: lost"])


Site = tuple["Callable[..., Campaign]", "Path"]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A folder of results and one of sources, and a function that makes a campaign that counts rounds and watches the
    sources.
    """
    monkeypatch.setattr(store, "ROOT", tmp_path)
    monkeypatch.setattr(store, "KEPT", tmp_path / "kept")
    source = tmp_path / "source.py"
    source.write_text("limit = 1\n")

    def make(name: str = "some", goal: int = 10, minutes: float = 0.0, at_once: int = 4) -> Campaign:
        def run(trial: Trial) -> list[Figure]:
            befores.append(trial.before)
            rounds = 0
            while rounds < at_once and trial.goes_on(rounds):
                rounds += 1
            trial.done = rounds
            return [Figure("moves", 10 * rounds), Figure("longest, s", rounds / 10, kind="most")]

        befores: list[int] = []
        campaign = Campaign(name, "something", "rounds", goal, 0, run, ("source.py",), minutes)
        vars(run).update(befores=befores)
        return campaign

    return make, source


def test_runs_add_up_to_the_goal(site: Site) -> None:
    make, source = site
    campaign = make()
    assert command.Session([campaign], 1).run() == 0
    result = store.stored(campaign)
    assert result is not None
    assert result.figures == [
        Figure("rounds", 10, 10),
        Figure("moves", 100),
        Figure("longest, s", 0.4, kind="most"),
    ]
    assert (result.runs, result.lacking) == (3, 0)
    assert vars(campaign.run)["befores"] == [0, 4, 8]
    source.write_text('"""Comments change nothing."""\n\nlimit = 1  # nor does this\n')
    assert store.stored(campaign) == result
    source.write_text("limit = 2\n")
    assert store.stored(campaign) is None
    assert command.Session([campaign], 1).run() == 0
    again = store.stored(campaign)
    assert again is not None
    assert (again.done, again.runs) == (10, 3)


def test_the_cheapest_comes_first_and_nothing_runs_without_time(site: Site) -> None:
    make, _ = site
    dear, cheap = make("dear", goal=1000), make("cheap")
    for campaign in (dear, cheap):
        run = Result(campaign.name, "", [Figure("rounds", 4, campaign.goal)], [], "", "", "", 9.0, 9.0, 0.0)
        store.add(campaign, run, store.fingerprint(campaign.watches))
    waiting = command.Session([dear, cheap], 1)
    assert waiting._cheapest() is cheap
    assert command.Session([dear, cheap], 0).run() == 0
    assert [found.runs for found in map(store.stored, (dear, cheap)) if found] == [1, 1]


def test_a_fault_stays_and_stops_the_campaign(site: Site) -> None:
    make, _ = site
    campaign = make()

    def fail(trial: Trial) -> list[Figure]:
        trial.goes_on(2)
        raise Fault("lost")

    failing = Campaign("some", "", "rounds", 10, 0, fail, ("source.py",))
    assert command.Session([failing], 1).run() == 1
    result = store.stored(campaign)
    assert result is not None
    assert (result.done, len(result.faults), result.runs) == (2, 1, 1)
    assert command.Session([campaign], 1).run() == 1
    assert store.stored(campaign) == result


def test_of_single_runs_the_longest_is_kept(site: Site) -> None:
    make, _ = site
    campaign = make(minutes=1)

    def result(done: int, *faults: str) -> Result:
        return Result("some", "", [Figure("rounds", done, 10)], list(faults), "", "", "", 1.0, 1.0, 0.0)

    add = partial(store.add, campaign, watched=store.fingerprint(campaign.watches))
    assert [add(result(done)).done for done in (5, 4, 6)] == [5, 5, 6]
    assert add(result(1, "lost")).faults == ["lost"]
    assert add(result(9)).faults == ["lost"]


def test_a_signal_ends_the_run_and_stores_it(site: Site) -> None:
    make, _ = site
    campaign = make(goal=1000)

    def interrupted(trial: Trial) -> list[Figure]:
        rounds = 0
        while trial.goes_on(rounds):
            rounds += 1
            if rounds == 7:
                signal.raise_signal(signal.SIGTERM)
        return []

    campaign = Campaign("some", "", "rounds", 1000, 0, interrupted, ("source.py",))
    before = signal.getsignal(signal.SIGTERM)
    assert command.Session([campaign], 1).run() == 0
    assert signal.getsignal(signal.SIGTERM) == before
    result = store.stored(campaign)
    assert result is not None
    assert (result.done, result.runs) == (7, 1)
