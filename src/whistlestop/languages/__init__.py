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

LANGUAGES: dict[str, dict[str, str]] = json.loads((HERE / "languages.json").read_text(encoding="utf-8"))
"""For each code the language's own name, and what `bound` needs."""

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


@functools.cache
def catalogue(language: str, part: str) -> dict[str, str]:
    """Return the messages of one file, those that the language lacks in English.

    A language that does not exist is English.
    """
    code = language if language in LANGUAGES else FALLBACK
    english = _read(FALLBACK, part)
    own = english if code == FALLBACK else _read(code, part)
    return {key: bound(code, own[key]) if key in own else message for key, message in english.items()}


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
    """Return a message of the server with its values.

    Messages of the server are ICU messages with plain arguments, such as `{name}`, and nothing else: none of them
    counts anything, and the libraries that read all of ICU bring 16 MB of its data. `tests/languages` checks that.
    """
    text = catalogue(language, part)[message]
    return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], text)
