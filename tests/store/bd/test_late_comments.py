"""Comments that are read at the first look behave like an ordinary tuple."""

from dataclasses import replace

import pytest

from fabric.models.bead import Comment
from fabric.store.bd.late_comments import LateComments
from tests.store.beads import OLD, bead

TWO = (Comment("Ada", "One", OLD), Comment("Bob", "Two", OLD))


def late(comments: tuple[Comment, ...] = TWO, counted: int = 2) -> tuple[LateComments, list[int]]:
    """Return late comments and a list that grows with each reading."""
    readings: list[int] = []

    def load() -> tuple[Comment, ...]:
        readings.append(1)
        return comments

    return LateComments(counted, load), readings


def test_counting_them_reads_nothing() -> None:
    found, readings = late()
    assert (len(found), bool(found)) == (2, True)
    assert "2 not read yet" in repr(found)
    assert found != ()
    assert found != TWO[:1]
    assert readings == []


def test_they_are_read_once_whatever_is_done_with_them() -> None:
    found, readings = late()
    assert tuple(found) == TWO
    assert [*found] == list(TWO)
    assert (found[0], found[-1], found[:1]) == (TWO[0], TWO[1], TWO[:1])
    assert TWO[0] in found
    assert Comment("x", "y", OLD) not in found
    assert repr(found) == f"LateComments({TWO!r})"
    assert (*found, TWO[0]) == (*TWO, TWO[0])
    assert sorted(found, key=lambda each: each.text) == list(TWO)
    assert readings == [1]


def test_they_equal_an_ordinary_tuple_from_both_sides() -> None:
    one, other = late()[0], late()[0]
    assert one == TWO
    assert TWO == other  # noqa: SIM300  # the other side is the point
    assert late()[0] == late()[0]
    assert (late()[0] != TWO, late()[0] == [*TWO]) == (False, False)
    assert replace(bead("a"), comments=late()[0]) == replace(bead("a"), comments=TWO)


def test_what_was_read_counts_and_not_what_was_announced() -> None:
    found, _ = late(TWO, counted=1)
    assert len(found) == 1
    assert list(found) == list(TWO)
    assert len(found) == 2


def test_a_reading_that_fails_may_be_tried_again() -> None:
    tries: list[int] = []

    def load() -> tuple[Comment, ...]:
        tries.append(1)
        if len(tries) == 1:
            raise OSError("no")
        return TWO

    found = LateComments(2, load)
    with pytest.raises(OSError, match="no"):
        list(found)
    assert list(found) == list(TWO)
