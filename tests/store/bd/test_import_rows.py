"""The lines of an import, and what its answer tells."""

import json

import pytest

from fabric.errors import HalfWritten, VersionsMoved
from fabric.models.bead import Comment
from fabric.store.bd.import_rows import check_import, import_lines
from fabric.store.bd.steps import Addition, Load
from tests.store.beads import NOW, OLD, bead, edge

ADDED = Addition(
    bead("w-1", labels=("x",)), ("y",), (edge("w-1", "m-1"),), (Comment("Ada", "Hi", NOW),)
)
LOAD = Load(new=(bead("n-1"),), additions=(ADDED,), amended=(bead("c-1"),), notes={"k": "v"})
DONE = {"created": 3, "ids": ["n-1", "w-1", "c-1"], "memories": 1}


def rows(load: Load, **latest: dict[str, object]) -> dict[str, dict[str, object]]:
    lines = [json.loads(line) for line in import_lines(load, latest).splitlines()]
    return {line.get("id", line["_type"]): line for line in lines}


def test_an_addition_carries_the_whole_bead_its_time_and_only_what_is_new() -> None:
    row = rows(LOAD)["w-1"]
    assert (row["title"], row["status"], row["updated_at"]) == ("Title of w-1", "open", OLD)
    assert row["labels"] == ["y"]
    assert [each["depends_on_id"] for each in row["dependencies"]] == ["m-1"]  # type: ignore[attr-defined]
    assert [each["text"] for each in row["comments"]] == ["Hi"]  # type: ignore[attr-defined]


def test_an_addition_carries_what_bd_answered_since() -> None:
    latest: dict[str, object] = {
        "id": "w-1",
        "title": "New",
        "updated_at": NOW,
        "metadata": {"a": 1},
    }
    row = rows(LOAD, **{"w-1": latest})["w-1"]
    assert (row["title"], row["updated_at"], row["metadata"]) == ("New", NOW, {"a": 1})
    assert row["labels"] == ["y"]


def test_an_amended_row_is_one_second_newer_than_what_bd_has() -> None:
    assert rows(LOAD)["c-1"]["updated_at"] == "2026-03-01T10:00:01Z"
    latest = {"c-1": {"updated_at": NOW}}
    assert rows(LOAD, **latest)["c-1"]["updated_at"] == "2026-04-01T12:00:01Z"  # type: ignore[arg-type]


def test_a_note_is_a_line_of_its_own() -> None:
    assert rows(LOAD)["memory"] == {"_type": "memory", "key": "k", "value": "v"}


def test_times_come_in_the_one_form_that_bd_reads_and_others_not_at_all() -> None:
    strange = bead(
        "n-1",
        status="closed",
        closed_at="2026-03-05",
        created_at="2026-03-05T10:00:00.123456789+02:00",
        updated_at="last week",
        extra={"defer_until": "2026-03-06 01:00", "due_at": "soon", "kept": "2026-03-06"},
        dependencies=(edge("n-1", "m-1", created_at="2026-03-05"),),
    )
    row = rows(Load(new=(strange,)))["n-1"]
    assert row["closed_at"] == "2026-03-05T00:00:00Z"
    assert row["created_at"] == "2026-03-05T08:00:00Z"
    assert row["defer_until"] == "2026-03-06T01:00:00Z"
    assert {"updated_at", "due_at"} & set(row) == set()
    assert row["kept"] == "2026-03-06"
    assert row["dependencies"][0]["created_at"] == "2026-03-05T00:00:00Z"  # type: ignore[index]


def test_no_text_breaks_a_line_or_its_encoding() -> None:
    text = import_lines(Load(new=(bead("n-1", title="a\nb\u2028c \ud800 é"),)), {})
    assert text.isascii()
    assert len(text.splitlines()) == 1


def test_an_import_that_did_all_is_quiet() -> None:
    check_import(LOAD, DONE)
    check_import(LOAD, {**DONE, "tie_kept_local_ids": ["w-1"], "updated_issues": [{"id": "c-1"}]})


@pytest.mark.parametrize(
    ("told", "moved"),
    [
        ({"stale_skipped_ids": ["w-1"]}, ("w-1",)),
        ({"stale_skipped_ids": ["c-1"], "tie_kept_local_ids": ["n-1"]}, ("c-1", "n-1")),
        ({"tie_kept_local_ids": ["c-1", "w-1"]}, ("c-1",)),
    ],
    ids=["an older row", "a new id that is taken", "a row of the same second"],
)
def test_rows_that_others_changed_meanwhile_are_named(
    told: dict[str, object], moved: tuple[str, ...]
) -> None:
    with pytest.raises(VersionsMoved) as caught:
        check_import(LOAD, {**DONE, **told})
    assert caught.value.moved == moved


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"updated_issues": [{"id": "n-1", "changes": "title"}]}, "made n-1 at the same moment"),
        (
            {"skipped_dependencies": ["w-1 -> m-1: target not found"]},
            "w-1 -> m-1: target not found",
        ),
        ({"skipped_dependencies": list("abcd")}, "a, b, c and 1 more"),
        ({"ids": ["n-1", "w-1"]}, "did not take c-1"),
        ({"memories": 0}, "did not take every note"),
    ],
)
def test_what_bd_overwrote_or_dropped_is_told(told: dict[str, object], words: str) -> None:
    with pytest.raises(HalfWritten, match=words) as caught:
        check_import(LOAD, {**DONE, **told})
    assert caught.value.remedy
