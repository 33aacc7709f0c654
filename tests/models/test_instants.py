"""Instants as text: read tolerantly, written in one form."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.models.instants import format_instant, is_instant, latest_instant, parse_instant

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        pytest.param("2026-03-02", datetime(2026, 3, 2, tzinfo=UTC), id="a date is midnight UTC"),
        pytest.param("2026-03-02T09:00:00Z", NINE, id="bd's form"),
        pytest.param(" 2026-03-02T09:00:00Z\n", NINE, id="blanks around"),
        pytest.param("2026-03-02t09:00:00z", NINE, id="small letters"),
        pytest.param("2026-03-02 09:00:00", NINE, id="a database's form, no zone"),
        pytest.param("2026-03-02T09:00", NINE, id="no seconds"),
        pytest.param("2026-03-02T16:00:00+07:00", NINE, id="an offset to the east"),
        pytest.param("2026-03-02T03:15:00-05:45", NINE, id="an odd offset to the west"),
        pytest.param("2026-03-01T23:00:00-10:00", NINE, id="another day there"),
        pytest.param("2026-03-02T09:00:00-00:00", NINE, id="an unknown offset"),
        pytest.param(
            "2026-03-02T09:00:00.5Z", NINE + timedelta(milliseconds=500), id="a short fraction"
        ),
        pytest.param(
            "2026-03-02T09:00:00.123456+00:00",
            NINE + timedelta(microseconds=123456),
            id="microseconds",
        ),
        pytest.param(
            "2026-03-02T16:00:00.123456999+07:00",
            NINE + timedelta(microseconds=123456),
            id="nanoseconds are cut, not rounded",
        ),
        pytest.param("0001-01-01T00:00:00Z", datetime.min.replace(tzinfo=UTC), id="the first"),
        pytest.param(
            "9999-12-31T23:59:59.999999Z", datetime.max.replace(tzinfo=UTC), id="the last"
        ),
    ],
)
def test_an_instant(text: str, instant: datetime) -> None:
    assert parse_instant(text) == instant
    assert is_instant(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "soon", "null", "2026", "2026-03", "20260302", "2026-W10-1", "2026-061"),
        *("2026-3-2", "2026-02-30", "2026-13-01", "0000-01-01", "10000-01-01", "-2026-03-02"),
        *("2026-03-02T", "2026-03-02T09", "2026-03-02T24:00:00Z", "2026-03-02T09:60:00Z"),
        *("2026-03-02T09:00:60Z", "2026-03-02T09:00:00+24:00", "2026-03-02T09:00:00+0700"),
        *("2026-03-02T09:00:00,5Z", "2026-03-02T09:00.5Z", "2026-03-02T09:00:00Z tomorrow"),
        *("\uff12\uff10\uff12\uff16-03-02", "\u0662\u0660\u0662\u0666-03-02"),
        *("0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"),
        *(None, 5, True, 2026.5, ["2026-03-02"], datetime(2026, 3, 2, tzinfo=UTC)),
    ],
    ids=repr,
)
def test_what_is_no_instant(text: object) -> None:
    assert parse_instant(text) is None
    assert not is_instant(text)


@given(st.datetimes(timezones=st.just(UTC)))
def test_what_is_written_is_read_back_to_the_second(instant: datetime) -> None:
    text = format_instant(instant)
    assert len(text) == len("2026-03-02T09:00:00Z")
    assert parse_instant(text) == instant.replace(microsecond=0)


@given(st.text(alphabet="0123456789-:.TZ+ ", max_size=30))
def test_any_text_is_an_instant_or_none(text: str) -> None:
    read = parse_instant(text)
    assert read is None or read.tzinfo is UTC


def test_an_instant_elsewhere_is_written_in_utc() -> None:
    there = datetime(2026, 3, 2, 16, 0, 0, 999_999, tzinfo=timezone(timedelta(hours=7)))
    assert format_instant(there) == "2026-03-02T09:00:00Z"
    assert format_instant(datetime(33, 4, 3, 15, tzinfo=UTC)) == "0033-04-03T15:00:00Z"


@given(
    st.lists(
        st.one_of(
            st.text(max_size=8),
            st.datetimes().map(lambda time: f"{time:%Y-%m-%dT%H:%M:%SZ}"),
            st.datetimes().map(lambda time: f"{time:%Y-%m-%dT%H:%M:%S.%fZ}"),
            st.datetimes().map(lambda time: f"{time:%Y-%m-%dT%H:%M:%S}+02:00"),
            st.just("9999-99-99T99:99:99Z"),
        )
    )
)
def test_the_latest_of_many_is_the_latest_of_those_that_can_be_read(texts: list[str]) -> None:
    known = [each for each in map(parse_instant, texts) if each is not None]
    assert latest_instant(texts) == max(known, default=None)
