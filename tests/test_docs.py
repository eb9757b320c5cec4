"""The documentation is correct: ids exist, links work, commands and examples run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.rule_ids import DEFINED, RULES, cited
from typer.main import get_command

import whistlestop as ws
from whistlestop.cli.app import app
from whistlestop.kinds import AnyHint, AnyPlan, AnySummary

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "src").rglob("*.md"),
        *(ROOT / "research").glob("*.md"),
        *(ROOT / "web").glob("*.md"),
    ]
)
SOURCES = sorted(
    path
    for folder in ("src", "tests", "tools", "research", "web/src", "web/test")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".ts", ".svelte", ".toml"} and "node_modules" not in path.parts
)
PROTOCOL = sorted((ROOT / "docs" / "protocol").glob("*.md"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_rule_ids_are_defined_once_and_can_be_linked() -> None:
    assert len(DEFINED) == len(set(DEFINED)) > 250
    anchors = re.findall(r'<a id="([A-Z]+-\d+)"></a>', RULES)
    assert set(anchors) == {rule for rule in DEFINED if not rule.startswith("INV")}


@pytest.mark.parametrize("path", [*SOURCES, *PAGES], ids=name)
def test_cited_rules_exist(path: Path) -> None:
    if path == Path(__file__):
        return
    missing = set(cited(path.read_text(encoding="utf-8"))) - set(DEFINED)
    assert not missing, f"docs/rules.md has no {', '.join(sorted(missing))}"


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page."""
    text = page.read_text(encoding="utf-8")
    headings = (
        re.sub(r"[^\w\- ]", "", line.lower()) for line in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    )
    return {heading.replace(" ", "-") for heading in headings} | set(re.findall(r'<a id="([^"]+)">', text))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        linked = (page.parent / file).resolve() if file else page
        assert linked.exists(), f"{name(page)} links to {target}"
        if anchor and linked.suffix == ".md":
            assert anchor in anchors(linked), f"{name(page)} links to {target}"


def fenced(page: Path, language: str = "") -> list[str]:
    """Return the code blocks of a page in a language."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [text for named, text in blocks if named == language]


def command_lines(page: Path, program: str) -> list[list[str]]:
    """Return the words after a program's name, in code blocks and inline code."""
    inline = re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8"))
    lines = [line for block in fenced(page) for line in block.splitlines()] + inline
    return [line.split()[1:] for line in lines if line.startswith(f"{program} ")]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_and_options_exist(page: Path) -> None:
    for words in command_lines(page, "whistlestop"):
        command: Any = get_command(app)
        known = {"--help", "--version"}
        for word in words:
            if word.startswith("-"):
                break
            if word in (inner := getattr(command, "commands", {})):
                command = inner[word]
            elif inner:
                pytest.fail(f"there is no command `whistlestop {' '.join(words)}`")
            known |= {option for parameter in command.params for option in parameter.opts}
        options = {word.split("=")[0] for word in words if word.startswith("--")}
        assert options <= known, f"whistlestop {' '.join(words)}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_targets_of_make_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^TASKS := (.*)$", makefile, re.MULTILINE)[0].split()
    for words in command_lines(page, "make"):
        assert words[0] in targets, f"make {' '.join(words)}"


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/notation.md",
        "docs/python.md",
        "docs/bots.md",
        "docs/writing-a-bot.md",
        "docs/simulation.md",
        "docs/environments.md",
        "docs/statistics.md",
        "docs/review.md",
        "docs/adding-a-board.md",
        "docs/board-format.md",
    ],
)
def test_examples_in_python_run(page: str) -> None:
    environment = dict(os.environ)
    if page in {
        "docs/environments.md",
        "docs/simulation.md",
        "docs/statistics.md",
        "docs/adding-a-board.md",
        "docs/board-format.md",
    }:  # compiling takes longer than all of them, and the results are the same
        environment["NUMBA_DISABLE_JIT"] = "1"
    for code in fenced(ROOT / page, "python"):
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


def test_only_rulesets_name_titles() -> None:
    """The third rule of docs/ARCHITECTURE.md."""
    titles = re.compile(rf"\b({'|'.join(ws.ruleset_ids())})\b(?!-\d)", re.IGNORECASE)
    package = ROOT / "src" / "whistlestop"
    named = [
        f"{name(path)}: {found[0]}"
        for path in package.rglob("*.py")
        if package / "rulesets" not in path.parents
        for found in titles.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not named


def messages() -> list[Any]:
    """Return the JSON examples in docs/protocol."""
    return [json.loads(block) for page in PROTOCOL for block in fenced(page, "json")]


def test_views_in_the_protocol_are_of_shipped_games() -> None:
    """The views have the fields of real ones, and name existing tickets, routes and actions."""
    examples = messages()
    views = [example for example in examples if "phase" in example]
    assert {view["machine"] for view in views} == {"network", "yard"}
    for shown in views:
        ruleset = ws.load_ruleset(shown["ruleset"])
        real = ws.Game.new(ruleset, shown["players_count"], seed=1).view(0)
        assert set(shown) == set(real)
        assert set(shown["players"][0]) == set(real["players"][0])
        held = {"hand": shown["hand"], "tickets": [ticket["id"] for ticket in shown["tickets"]]}
        others: list[dict[str, Any]] = [{} for _ in range(shown["players_count"] - 1)]
        game = ws.Game.from_position(
            {"ruleset": ruleset.id, "players": [held, *others], "market": shown["market"]}
        )
        assert game.view(0)["tickets"] == shown["tickets"]
        assert set(shown["legal"]) <= set(game.legal(0))
        for player in shown["players"]:
            assert set(player.get("routes", ())) <= set(ruleset.route_index)


def test_the_summary_in_the_protocol_has_the_fields_of_one() -> None:
    examples = messages()
    summaries = [example for example in examples if "after" in example]
    assert len(summaries) == 1
    assert msgspec.to_builtins(msgspec.convert(summaries[0], AnySummary)) == summaries[0]


def test_plans_and_hints_in_the_protocol_are_of_shipped_games() -> None:
    examples = messages()
    advice = [
        example
        for example in examples
        if "version" in example and "phase" not in example and "machine" in example
    ]
    assert len(advice) == 3
    names = {
        kind: {one.id for name in ws.ruleset_ids() for one in getattr(ws.load_ruleset(name), kind)}
        for kind in ("tickets", "routes")
    }
    for shown in advice:
        msgspec.convert(shown, AnyHint if "action" in shown else AnyPlan, strict=True)
        assert {ticket["id"] for ticket in shown.get("tickets", [])} <= names["tickets"]
        assert set(shown.get("routes", [])) <= names["routes"]
        for part in (*shown.get("tickets", []), *shown.get("reasons", [])):
            assert set(part.get("routes", [])) <= names["routes"]
            assert set(part.get("tickets", [])) <= names["tickets"]


def test_rows_of_tables_are_those_of_shipped_games() -> None:
    tables = [
        path.read_text(encoding="utf-8").splitlines()
        for path in (ROOT / "src" / "whistlestop" / "rulesets").rglob("*.csv")
    ]
    blocks = [block.splitlines() for block in fenced(ROOT / "docs" / "board-format.md")]
    examples = [lines for lines in blocks if lines[0].startswith("id,")]
    assert len(examples) == 6
    for header, *rows in examples:
        # A table may have more columns at the end, such as `variants`.
        same = [table for table in tables if f"{table[0]},".startswith(f"{header},")]
        cells = header.count(",") + 1
        shipped = {",".join(row.split(",")[:cells]) for table in same for row in table}
        assert set(rows) <= shipped


@pytest.mark.parametrize("file", sorted(ROOT.glob("requirements*.txt")), ids=name)
def test_pins_are_exact_and_name_no_registry(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "://" not in text
    for line in text.splitlines():
        assert line.startswith("#") or re.match(r"[a-z0-9._-]+(\[[a-z,]+\])?==[0-9][^ ]*( ; .+)?$", line), (
            line
        )


def test_lock_of_the_client_names_no_registry() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    addresses = {package["resolved"] for package in lock["packages"].values() if "resolved" in package}
    assert not addresses


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_tables_have_no_gaps(path: Path) -> None:
    """A row after an empty line is no longer part of the table, unless it is the header of another one."""
    text = path.read_text(encoding="utf-8")
    gaps = re.findall(r"^\|.*\n\n(\|.*)\n(?!\| ?:?-)", text, re.MULTILINE)
    assert gaps == []
