"""Gas Town's keys among config rows, and the note that each is meant to be."""

import pytest

from fabric.models.note_gastown import gastown_rows


@pytest.mark.parametrize(
    ("row", "key", "settled"),
    [
        pytest.param("kv.memory.feedback.tests", "feedback.tests", True, id="as bd kv stores it"),
        pytest.param("memory.feedback.tests", "feedback.tests", False, id="without bd's kv"),
        pytest.param(
            "kv.memory.memory.user.name", "user.name", False, id="sent through bd remember"
        ),
        pytest.param("kv.memory.project/db", "project.db", False, id="as it is shown"),
        pytest.param("kv.memory.Reference.docs", "reference.docs", False, id="in capitals"),
        pytest.param("kv.memory.general.a.b", "general.a.b", True, id="with more dots"),
    ],
)
def test_a_row_that_names_a_kind_is_the_note_of_that_kind(
    row: str, key: str, settled: bool
) -> None:
    (found,) = gastown_rows({row: "x"})
    assert (found.key, found.kind, found.is_settled) == (key, key.partition(".")[0], settled)
    assert found.problem == ""


@pytest.mark.parametrize(
    "row",
    [
        pytest.param("kv.memory.use-utc", id="an untyped one reads as general as it is"),
        pytest.param("kv.memory.memory.leak", id="a note about memory"),
        pytest.param("kv.memory.feedback", id="a kind without a slug"),
        pytest.param("kv.memory.feedback. ", id="a kind with a blank slug"),
        pytest.param("kv.other.feedback.x", id="another key of bd kv"),
        pytest.param("issue_prefix", id="a setting of bd"),
    ],
)
def test_other_rows_are_none_of_gas_towns(row: str) -> None:
    assert gastown_rows({row: "x"}) == []


def test_a_bare_row_without_a_kind_may_be_a_setting_and_gets_no_key() -> None:
    (found,) = gastown_rows({"memory.cap": "3"})
    assert found.key == ""
    assert "may be a setting" in found.problem


@pytest.mark.parametrize(
    ("row", "text", "problem"),
    [
        pytest.param("memory.user.a\nb", "x", "control", id="a key of two lines"),
        pytest.param("memory.user." + "x" * 300, "x", "characters", id="an endless key"),
        pytest.param("memory.user.a", " \n", "blank", id="a blank text"),
    ],
)
def test_what_cannot_be_a_note_says_why(row: str, text: str, problem: str) -> None:
    (found,) = gastown_rows({row: text})
    assert problem in found.problem


def test_rows_come_by_key() -> None:
    rows = {"memory.user.b": "x", "kv.memory.user.a": "x", "kv.memory.feedback.z": "x"}
    assert [each.row for each in gastown_rows(rows)] == sorted(rows)
