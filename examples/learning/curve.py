"""Draw the learning curve of docs/environments.md from the file that `ppo.py` wrote."""

from __future__ import annotations

import json
import math
import textwrap
from pathlib import Path
from typing import Any

CURVE = Path(__file__).with_name("curve.json")
PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
PLOT = PAGE.parent / "images" / "learning.svg"
BEGIN, END = "<!-- learning: made by examples/learning/curve.py -->", "<!-- end of learning -->"
COLORS = ("#4a7fb5", "#d9812b", "#5d9a4c")


def percent(won: dict[str, float]) -> str:
    return f"{100 * won['mean']:.1f}% ({100 * won['low']:.1f} to {100 * won['high']:.1f})"


def draw(told: dict[str, Any]) -> str:
    """Draw the learning curve as SVG: games won over time, with 95% intervals."""
    left, top, wide, high = 48, 16, 420, 240
    points = told["points"]
    minutes = [point["cpu_seconds"] / 60 for point in points]
    ticks = range(0, math.ceil(minutes[-1]) + 1, max(1, round(minutes[-1] / 6)))

    def x(minute: float) -> str:
        return f"{left + wide * minute / max(minutes[-1], ticks[-1]):.1f}"

    def y(part: float) -> str:
        return f"{top + high * (1 - part):.1f}"

    end = x(max(minutes[-1], ticks[-1]))
    marks = [f'<path d="M{left} {y(part / 4)}H{end}" stroke="#8884"/>' for part in range(5)]
    marks += [
        f'<text x="{left - 6}" y="{float(y(part / 4)) + 4}" text-anchor="end">{part * 25}%</text>'
        for part in range(5)
    ]
    marks += [f'<text x="{x(n)}" y="{top + high + 18}" text-anchor="middle">{n}</text>' for n in ticks]
    for bot, color in zip(points[0]["wins"], COLORS, strict=False):
        won = [point["wins"][bot] for point in points]
        line = "L".join(f"{x(at)} {y(each['mean'])}" for at, each in zip(minutes, won, strict=True))
        marks.append(f'<path d="M{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        for at, each in zip(minutes, won, strict=True):
            marks.append(f'<path d="M{x(at)} {y(each["low"])}V{y(each["high"])}" stroke="{color}"/>')
        marks.append(
            f'<text x="{float(end) + 6}" y="{y(won[-1]["mean"])}" fill="{color}">against {bot}</text>'
        )
    width, height = left + wide + 100, top + high + 46
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11" fill="#888">\n'
        "<title>Games that the learner wins, by how long it has learned</title>\n"
        + "\n".join(marks)
        + f'\n<text x="{left + wide / 2}" y="{height - 8}" text-anchor="middle">'
        "games won, by CPU minutes of training</text>\n"
        "</svg>\n"
    )


def report(told: dict[str, Any], page: str) -> str:
    """Return the page with the results of the training."""
    settings, on, last = told["settings"], told["machine"], told["points"][-1]
    final = told["final"]
    rows = [f"| `{bot}` | {percent(won)} |" for bot, won in final["wins"].items()]
    done = last["decisions"] // (settings["games"] * settings["steps"])
    text = (
        f"After {last['decisions'] / 1e6:.1f} million decisions and {last['cpu_seconds'] / 60:.1f} CPU minutes on "
        f"{on['processor']}, Python {on['python']} (update {done} of {settings['updates']}, seed {settings['seed']}). "
        f"Each point of the curve is {settings['judged']} games against each bot. In training, "
        f"{100 * settings['taught']:.0f}% of the games were against `{settings['teacher']}`, none against `planner`."
    )
    lines = [
        f"![Games that the learner wins, by minutes of training](images/{PLOT.name})",
        "",
        f"| {final['games']:,} games against | `Learned` wins (95% interval) |",
        "| --- | --- |",
        *rows,
        "",
        *textwrap.wrap(text, 120),
    ]
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n\n" + "\n".join(lines) + "\n\n" + END + after


if __name__ == "__main__":
    told = json.loads(CURVE.read_text("utf-8"))
    PLOT.write_text(draw(told), "utf-8", newline="\n")
    PAGE.write_text(report(told, PAGE.read_text("utf-8")), "utf-8", newline="\n")
