"""The texts that the server uses; `web/test/catalogues.test.ts` checks all messages of all languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from whistlestop import languages
from whistlestop.languages import LANGUAGES, bound, catalogue, places_of, renamed, say, title_of

FOLDER = Path(str(languages.HERE))
FILES = [file for code in LANGUAGES for file in sorted((FOLDER / code).glob("*.json"))]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_files_are_written_as_translators_programs_write_them(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    if file.stem != "notes":
        assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"


@pytest.mark.parametrize("part", ["emails", "notifications", "pages", "print"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_of_the_server_have_plain_arguments_only(language: str, part: str) -> None:
    english = catalogue("en", part)
    for key, message in catalogue(language, part).items():
        assert sorted(re.findall(r"\{(\w+)\}", message)) == sorted(re.findall(r"\{(\w+)\}", english[key])), (
            key
        )
        assert not re.search(r"[{}']", re.sub(r"\{\w+\}", "", message)), key


def test_values_are_put_in_as_they_are() -> None:
    assert say("en", "notifications", "turn.after", name="{board} #1") == "Last move: {board} #1"


def test_titles_are_those_of_the_language() -> None:
    assert title_of("cs", "switzerland", "Switzerland") == "Švýcarsko"
    assert title_of("cs", "my_board", "My board") == "My board"


def test_places_are_those_that_the_language_names() -> None:
    assert places_of("hu", "europe")["cities"]["wien"] == "Bécs"
    assert places_of("en", "europe") == {"cities": {}, "countries": {}}
    assert set(places_of("en", "switzerland")["countries"]) == {"at", "de", "fr", "it"}


def test_what_a_language_lacks_is_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for code, messages in (("en", {"one": "One", "two": "Two"}), ("xx", {"one": "V lese"})):
        (tmp_path / code).mkdir()
        (tmp_path / code / "emails.json").write_text(json.dumps(messages), encoding="utf-8")
    monkeypatch.setattr(languages, "HERE", tmp_path)
    monkeypatch.setattr(
        languages, "LANGUAGES", {"en": {"name": "English"}, "xx": {"name": "X", "binding": "v"}}
    )
    languages.catalogue.cache_clear()
    try:
        assert catalogue("xx", "emails") == {"one": "V\N{NO-BREAK SPACE}lese", "two": "Two"}
        assert catalogue("yy", "emails") == {"one": "One", "two": "Two"}
    finally:
        languages.catalogue.cache_clear()


@pytest.mark.parametrize(
    ("language", "message", "expected"),
    [
        ("cs", "Jdi k městu a v lese {a} mezi", "Jdi k_městu a_v_lese {a} mezi"),
        ("cs", "few {# karty} other {V 3 tazích}", "few {#_karty} other {V_3_tazích}"),
        ("pl", "W grze i „o włos” z {name}", "W_grze i_„o_włos” z_{name}"),
        (
            "cs",
            "od 1 \N{EN DASH} 5, hráč {name} \N{EN DASH} tah",
            "od 1_\N{EN DASH} 5, hráč {name}_\N{EN DASH} tah",
        ),
        ("ro", "a 2 cărți, {a} ± {b}, {c} %", "a 2 cărți, {a}_±_{b}, {c}_%"),
        ("fr", "Prêt ? « {name} » : oui ; non !", "Prêt_? «_{name}_»_: oui_; non_!"),
    ],
)
def test_no_break_spaces(language: str, message: str, expected: str) -> None:
    assert bound(language, message) == expected.replace("_", "\N{NO-BREAK SPACE}")


# `web/test/catalogues.test.ts` has the same examples.
@pytest.mark.parametrize(
    ("language", "message", "expected"),
    [
        ("en", "Locomotives stay; pay a locomotive.", "“{wild}” cards stay; pay one “{wild}” card."),
        (
            "en",
            "{n, plural, one {# locomotive} other {# locomotives}} or a locomotive symbol",
            "{n, plural, one {# “{wild}” card} other {# “{wild}” cards}} or a locomotive symbol",
        ),
        ("en", "No locomotivesque word", "No locomotivesque word"),
        ("pl", "Lokomotywą płacisz za symbol lokomotywy", "Kartą „{wild}” płacisz za symbol lokomotywy"),
        ("hu", "A mozdony és a mozdonyjel", "A(z) „{wild}” lap és a mozdonyjel"),
        ("de", "Jede Lokomotive für das Lokomotivsymbol", "Jede Karte „{wild}“ für das Lokomotivsymbol"),
    ],
)
def test_locomotives_with_a_name_of_the_board(language: str, message: str, expected: str) -> None:
    assert renamed(language, message) == expected  # MECH-6


def test_only_boards_that_name_locomotives_have_other_messages() -> None:
    usual = "Locomotives count as any color."
    assert say("en", "aid", "aid.wilds") == usual
    own = say("en", "aid", "aid.wilds", wild="{name} & Co.")  # MECH-6
    assert own == "“{name} & Co.” cards count as any color."
    # The spaces within French quotation marks do not break.
    assert "«\N{NO-BREAK SPACE}Express\N{NO-BREAK SPACE}»" in say("fr", "aid", "aid.wilds", wild="Express")
    assert say("en", "print", "print.glue") == say("en", "print", "print.glue", wild="Express")
