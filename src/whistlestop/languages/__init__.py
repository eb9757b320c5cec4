"""The texts that people read, a folder for each language: the client's build and the server read the same files.

`languages.json` lists the languages. A text that is missing from a language is shown in English. docs/translating.md is
the guide.
"""

from __future__ import annotations

import functools
import json
import re
from importlib import resources
from typing import Any

HERE = resources.files(__name__)
FALLBACK = "en"

LANGUAGES: dict[str, dict[str, Any]] = json.loads((HERE / "languages.json").read_text(encoding="utf-8"))
"""For each code the language's own name, and what `bound` and `renamed` need."""

NO_BREAK = "\N{NO-BREAK SPACE}"


def bound(language: str, message: str) -> str:
    """Return an ICU message with the no-break spaces that it needs, as `web/plugins/languages.ts` does.

    `binding` in languages.json lists words that stay on the line of the next word. A language that has such words
    keeps a number with its noun and a dash with what is before it, too.
    """
    message = message.replace(" ± ", f"{NO_BREAK}±{NO_BREAK}")
    # French has spaces before these signs and within its quotation marks.
    message = re.sub(r" (?=[%:;!?»])|(?<=«) ", NO_BREAK, message)
    words = LANGUAGES[language].get("binding")
    if words is None:
        return message
    one = "|".join(words.split())
    message = re.sub(rf"(?<![^\s{{}}(„“«])({one}) (?=\S)", rf"\1{NO_BREAK}", message, flags=re.IGNORECASE)
    return re.sub(r"([\d#]) (?=[^\W\d_])", rf"\1{NO_BREAK}", message).replace(
        " \N{EN DASH} ", f"{NO_BREAK}\N{EN DASH} "
    )


def renamed(language: str, message: str) -> str:
    """Return an ICU message with `{wild}` instead of the words for locomotives, as `web/plugins/languages.ts` does.

    It is for boards that have a name of their own for locomotives (MECH-6). `locomotive` in languages.json lists the
    words with what replaces them; a capital remains.
    """
    words = {word.lower(): own for word, own in LANGUAGES[language].get("locomotive", {}).items()}
    if not words:
        return message
    one = "|".join(sorted(map(re.escape, words), key=len, reverse=True))

    def own(found: re.Match[str]) -> str:
        text: str = words[found[0].lower()]
        return text if found[0][0].islower() else text[0].upper() + text[1:]

    return re.sub(rf"(?<![^\W\d_])(?:{one})(?![^\W\d_])", own, message, flags=re.IGNORECASE)


@functools.cache
def catalogue(language: str, part: str, own_wild: bool = False) -> dict[str, str]:
    """Return the messages of one file, those that the language lacks in English.

    A language that does not exist is English. own_wild: whether they have `{wild}` instead of words for locomotives.
    """
    code = language if language in LANGUAGES else FALLBACK
    english = _read(FALLBACK, part)
    own = english if code == FALLBACK else _read(code, part)
    named = renamed if own_wild else (lambda _, message: message)
    return {
        key: bound(code, named(code, own[key])) if key in own else named(FALLBACK, message)
        for key, message in english.items()
    }


def _read(language: str, part: str) -> dict[str, str]:
    file = HERE / language / f"{part}.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def title_of(language: str, ruleset: str, name: str) -> str:
    """Return the title of a built-in game in a language, by the id of its ruleset; `name` for other boards."""
    return catalogue(language, "names").get(f"names.{ruleset}", name)


def places_of(language: str, ruleset: str) -> dict[str, dict[str, str]]:
    """Return the names of a game's cities and countries that a language has, by their ids."""
    own = _read(language, "names")
    return {
        part: {
            key.removeprefix(start): bound(language, name)
            for key, name in own.items()
            if key.startswith(start)
        }
        for part, start in (
            ("cities", f"names.{ruleset}.city."),
            ("countries", f"names.{ruleset}.country."),
        )
    }


def say(language: str, part: str, message: str, **values: str) -> str:
    """Return a message of the server with its values. `wild` is the board's own name of locomotives, if any (MECH-6).

    Messages of the server are ICU messages with plain arguments, such as `{name}`, and nothing else: none of them
    counts anything, and the libraries that read all of ICU bring 16 MB of its data. `tests/languages` checks that.
    """
    text = catalogue(language, part, "wild" in values)[message]
    return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], text)
