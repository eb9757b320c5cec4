"""Formats of texts and numbers that the server receives and stores."""

from typing import Annotated

from msgspec import Meta


def made_of(characters: str, most: int) -> Meta:
    """Return constraints for a string of at most `most` characters, all of which match the pattern.

    In Python `$` also matches before a trailing newline; in other languages, in which programs read this pattern, it
    does not.
    """
    return Meta(
        min_length=1,
        max_length=most,
        pattern=rf"^{characters}\Z",
        extra_json_schema={"pattern": f"^{characters}$"},
    )


Slug = Annotated[str, made_of("[a-z0-9][a-z0-9_:=,.-]*", 64)]
Delay = Annotated[int, Meta(ge=0, le=900)]
ClubId = Annotated[str, made_of("[A-Za-z0-9_-]+", 16)]
