"""Which backups are kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from whistlestop.server.domain.rotation import Rotation

START = datetime(2026, 1, 1, 3, tzinfo=UTC)
TIMES = st.sets(st.integers(0, 1000 * 24).map(lambda hours: START + timedelta(hours=hours)), max_size=60)
ROTATIONS = st.builds(Rotation, st.integers(1, 9), st.integers(0, 9), st.integers(0, 9))


def test_two_years_of_nights() -> None:
    nights = [START + timedelta(days=day) for day in range(730)]
    kept = sorted(set(nights) - Rotation(7, 4, 12).expired(nights))
    assert kept[-7:] == nights[-7:]
    assert [f"{time:%m-%d}" for time in kept[:-7]] == [
        *("01-31", "02-28", "03-31", "04-30", "05-31", "06-30", "07-31", "08-31", "09-30", "10-31", "11-30"),
        *("12-12", "12-19"),  # the other two of four weeks are among the last seven days
    ]


@given(TIMES, ROTATIONS)
def test_the_newest_of_each_period_stays(times: set[datetime], rotation: Rotation) -> None:
    gone = rotation.expired(times)
    assert gone <= times
    kept = times - gone
    assert not times or max(times) in kept
    assert len(kept) <= 1 + rotation.daily + rotation.weekly + rotation.monthly
    days = sorted({time.date() for time in times}, reverse=True)[: rotation.daily]
    assert {max(time for time in times if time.date() == day) for day in days} <= kept
    for time in kept:
        later = {other for other in times if other > time}
        reasons = [
            len({other.date() for other in later} - {time.date()}) < rotation.daily
            and not any(other.date() == time.date() for other in later),
            len({other.isocalendar()[:2] for other in later}) < rotation.weekly
            and not any(other.isocalendar()[:2] == time.isocalendar()[:2] for other in later),
            len({(other.year, other.month) for other in later}) < rotation.monthly
            and not any((other.year, other.month) == (time.year, time.month) for other in later),
        ]
        assert any(reasons) or time == max(times)


@given(TIMES, ROTATIONS)
def test_rotating_again_deletes_nothing(times: set[datetime], rotation: Rotation) -> None:
    kept = times - rotation.expired(times)
    assert not rotation.expired(kept)
