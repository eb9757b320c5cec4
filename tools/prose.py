"""Check the style of texts: `python tools/prose.py [PATHS]`. The rules are in tools/prose.toml.

It reads Markdown, docstrings, comments of the client, and the English catalogues. Code, links and names in backticks
are ignored. codespell checks the spelling of Markdown and catalogues.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RULES: dict[str, Any] = tomllib.loads((ROOT / "tools" / "prose.toml").read_text(encoding="utf-8"))
COMMENT = re.compile(
    r"/\*.*?\*/|<!--.*?-->|(?:^[ \t]*// [^\n]*\n?)+|(?<=[;{,] )// [^\n]*", re.MULTILINE | re.DOTALL
)
KINDS = ("*.md", "*.py", "src/whistlestop/languages/en/*.json", "web/*.ts", "web/*.svelte", "web/*.css")


@dataclass(frozen=True)
class Text:
    """A paragraph, a docstring or a message, and the line it starts at."""

    file: str
    line: int
    kind: str
    text: str


def blank(found: re.Match[str]) -> str:
    """Return the line breaks of a match without its text, so that line numbers stay the same."""
    return "\n" * found[0].count("\n")


def prose(text: str) -> str:
    """Return Markdown without code, comments, HTML tags and link targets."""
    text = re.sub(r"^( *)```.*?^\1```", blank, text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"<!--.*?-->", blank, text, flags=re.DOTALL)
    text = re.sub(r"``.+?``|`[^`\n]+(?:\n[^`\n]+)?`", lambda found: "`x`" + blank(found), text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return re.sub(r"<[^>\n]+>", "", text)


def markdown(path: Path, name: str) -> Iterator[Text]:
    """Yield paragraphs, list items and rows of tables."""
    started, lines = 1, list[str]()
    for number, line in enumerate([*prose(path.read_text(encoding="utf-8")).split("\n"), ""], start=1):
        if lines and (not line.strip() or re.match(r"\s*([*-]|\d+\.|#+|\|) ", line)):
            yield Text(name, started, "docs", "\n".join(lines))
            lines = []
        if line.strip():
            if not lines:
                started = number
            lines.append(line)


def docstrings(path: Path, name: str) -> Iterator[Text]:
    """Yield the docstrings of a module, including those of attributes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        value = node.value if isinstance(node, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield Text(name, value.lineno, "docstrings", prose(value.value))


def messages(path: Path, name: str) -> Iterator[Text]:
    """Yield the messages of a catalogue."""
    text = path.read_text(encoding="utf-8")
    keys = re.finditer(r'^ +"([^"]+)":', text, re.MULTILINE)
    lines = {found[1]: text.count("\n", 0, found.start()) + 1 for found in keys}
    for key, message in json.loads(text).items():
        if isinstance(message, str):
            yield Text(name, lines[key], "interface", message)


def comments(path: Path, name: str) -> Iterator[Text]:
    """Yield the comments of a file in TypeScript, Svelte or CSS; consecutive lines are one text."""
    text = path.read_text(encoding="utf-8")
    for found in COMMENT.finditer(text):
        yield Text(name, text.count("\n", 0, found.start()) + 1, "docstrings", prose(found[0]))


READERS = {
    ".md": markdown,
    ".py": docstrings,
    ".json": messages,
    ".ts": comments,
    ".svelte": comments,
    ".css": comments,
}


def files(chosen: list[str]) -> list[str]:
    """Return the chosen files, or all that are not listed as unfinished."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *KINDS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    if chosen:
        return [name for name in listed if any(name.startswith(path.rstrip("/")) for path in chosen)]
    return [name for name in listed if not unfinished(name) and (ROOT / name).exists()]


def unfinished(name: str) -> bool:
    """Return whether a file is listed as unfinished; a listed package stands for its modules, not for its README."""
    return any(
        name == listed or (listed.endswith("/") and name.startswith(listed) and name.endswith(".py"))
        for listed in RULES["not_yet_clean"]
    )


def faults(text: Text) -> Iterator[str]:
    """List the violations in a text: file, line, rule, words and advice."""
    for rule in RULES["rule"]:
        if text.kind not in rule.get("in", (text.kind,)):
            continue
        if rule["name"] == "typographic character" and text.file in RULES["foreign_words"]:
            continue
        for position, words in violations(rule, text.text):
            line = text.line + text.text.count("\n", 0, position)
            yield f"{text.file}:{line}: {rule['name']}: '{words}'; {rule['advice']}"


def violations(rule: dict[str, Any], text: str) -> Iterator[tuple[int, str]]:
    """Yield the position and the words of each violation."""
    if "pattern" in rule:
        flags = re.IGNORECASE if rule["name"] != "headless relative at the start of a sentence" else 0
        for found in re.finditer(rule["pattern"], text.replace("\n", " "), flags):
            yield found.start(), found[0].strip()
        return
    start = 0
    for sentence in re.split(r"(?<=[.!?:;|])\s|\|", text):
        if len(sentence.split()) > rule["words"]:
            yield text.find(sentence, start), " ".join(sentence.split()[:6]) + " ..."
        start += len(sentence)


def misspellings(names: list[str]) -> list[str]:
    """Return the misspellings that codespell finds in Markdown and catalogues."""
    checked = [
        name for name in names if name.endswith((".md", ".json")) and name not in RULES["foreign_words"]
    ]
    if not checked or importlib.util.find_spec("codespell_lib") is None:
        return []
    options = [
        "--builtin",
        "clear,en-GB_to_en-US",
        "--ignore-words-list",
        ",".join(RULES["accepted_spellings"]),
    ]
    command = [sys.executable, "-m", "codespell_lib", *options, *checked]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.splitlines()


def main(chosen: list[str]) -> int:
    """Check the files and print the violations; return the exit code."""
    names = files(chosen)
    found = misspellings(names)
    for name in names:
        path = ROOT / name
        found += [fault for text in READERS[path.suffix](path, name) for fault in faults(text)]
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
