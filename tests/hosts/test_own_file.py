"""Whole files of ours: written, renewed, taken away; never over somebody's own."""

import pytest

from fabric.hosts.agents import cursor
from fabric.hosts.own_file import OwnFile
from fabric.hosts.unfit import Unfit

RULE = cursor.RULE
OLDER = OwnFile(RULE.host, RULE.text + "older words\n")


def test_a_new_file_is_ours_and_goes_again() -> None:
    made = RULE.put(None)
    assert RULE.count(made) == 1
    assert RULE.put(made) == made
    assert RULE.take(made).after is None


def test_a_checkout_with_other_line_ends_is_still_ours() -> None:
    windows = RULE.put(None).replace("\n", "\r\n")
    assert RULE.put(windows) == windows
    assert RULE.take(windows).after is None


def test_what_an_older_release_wrote_is_renewed_and_goes() -> None:
    older = OLDER.put(None)
    assert RULE.put(older) == RULE.put(None)
    assert RULE.take(older).after is None
    assert RULE.put(older.replace("\n", "\r\n")) == RULE.put(None).replace("\n", "\r\n")


def test_what_somebody_changed_stays_as_it_is() -> None:
    changed = RULE.put(None) + "My own words.\n"
    assert RULE.put(changed) == changed
    taken = RULE.take(changed)
    assert taken.after == changed
    assert "changed by hand" in taken.remark


def test_a_file_that_is_not_ours_is_neither_written_over_nor_taken() -> None:
    with pytest.raises(Unfit, match="not ours"):
        RULE.put("---\nalwaysApply: true\n---\n")
    taken = RULE.take("---\nalwaysApply: true\n---\n")
    assert (taken.after, taken.copies) == ("---\nalwaysApply: true\n---\n", 0)
