"""Beads as records: read tolerantly, written in one order, nothing lost."""

import json
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest
from hypothesis import given

from fabric.errors import UnreadableRecord
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_from_record, bead_to_record
from fabric.models.dependency import Dependency
from fabric.models.version import ABSENT, bead_version
from tests.models.records import COUNTS, FLAGS, KNOWN, LISTS, TEXT_FIELDS, json_objects, records


def read(**fields: object) -> Bead:
    return bead_from_record({"id": "a-1", **fields})


def written(**fields: object) -> dict[str, object]:
    return bead_to_record(read(**fields))


@given(json_objects)
def test_no_object_raises_anything_but_unreadable_record(record: dict[str, object]) -> None:
    bead_id = record.get("id")
    if isinstance(bead_id, str) and bead_id.strip():
        assert bead_from_record(record).id == bead_id
    else:
        with pytest.raises(UnreadableRecord) as refused:
            bead_from_record(record)
        assert refused.value.remedy


@given(records)
def test_what_was_read_is_written_and_read_again_alike(record: dict[str, object]) -> None:
    bead = bead_from_record(record)
    again = bead_to_record(bead)
    assert bead_from_record(again) == bead
    assert bead_to_record(bead_from_record(again)) == again


@given(records)
def test_every_field_of_a_record_survives(record: dict[str, object]) -> None:
    assert lost(record, bead_to_record(bead_from_record(record))) == []


@given(records)
def test_a_bead_survives_the_way_through_json_text(record: dict[str, object]) -> None:
    bead = bead_from_record(record)
    assert bead_from_record(json.loads(json.dumps(bead_to_record(bead)))) == bead


@pytest.mark.parametrize("bad", [None, "", "  ", 5, ["a"], {"a": 1}, True], ids=repr)
def test_a_record_without_a_usable_id_is_unreadable(bad: object) -> None:
    with pytest.raises(UnreadableRecord, match="no id"):
        bead_from_record({"id": bad, "title": "T"})


def test_a_note_line_is_no_bead() -> None:
    with pytest.raises(UnreadableRecord):
        bead_from_record({"_type": "memory", "key": "k", "value": "v"})


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({}, id="absent"),
        pytest.param(dict.fromkeys(KNOWN[1:]), id="null"),
        pytest.param(dict.fromkeys(KNOWN[1:], ""), id="empty texts, as a table dump writes them"),
        pytest.param(dict.fromkeys(FLAGS, 0) | {"metadata": "{}", "labels": []}, id="zeros"),
        pytest.param({"metadata": "null", "_type": "issue"}, id="null as text"),
        pytest.param(dict.fromkeys(COUNTS, 7), id="derived counts"),
    ],
)
def test_what_says_nothing_leaves_a_bead_as_it_is_by_default(fields: dict[str, object]) -> None:
    assert read(**fields) == Bead("a-1")
    assert written(**fields) == {
        "_type": "issue",
        "id": "a-1",
        "title": "",
        "status": "open",
        "priority": 2,
        "issue_type": "task",
    }


@pytest.mark.parametrize("flag", FLAGS)
@pytest.mark.parametrize(
    ("value", "is_set"),
    [(True, True), (1, True), (False, False), (0, False)],
    ids=["true", "1", "false", "0"],
)
def test_a_flag_is_read_as_a_boolean_or_as_0_and_1(flag: str, value: object, is_set: bool) -> None:
    assert getattr(read(**{flag: value}), flag) is is_set


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *((key, 5) for key in TEXT_FIELDS),
        *((key, "yes") for key in FLAGS),
        *((key, 2) for key in FLAGS),
        *((key, 1.0) for key in FLAGS),
        ("priority", "2"),
        ("priority", True),
        ("priority", 2**40),
        ("labels", "memory,mem-hard"),
        ("labels", {"memory": True}),
        ("metadata", [1, 2]),
        ("metadata", "no json"),
        ("metadata", "[" * 10_000),
        ("metadata", 7),
        ("dependencies", {"a": 1}),
        ("comments", "none"),
    ],
)
def test_a_known_field_of_a_wrong_type_is_kept_as_it_came(key: str, value: object) -> None:
    bead = read(**{key: value})
    assert getattr(bead, key) == getattr(Bead("a-1"), key)
    assert bead.extra == {key: value}
    assert written(**{key: value})[key] == value


def test_unknown_keys_survive_null_included() -> None:
    unknown = {"x_unknown": {"keep": [1, None]}, "content_hash": "h", "nothing": None, "extra": 1}
    assert read(**unknown).extra == unknown
    assert unknown.items() <= written(**unknown).items()


def test_a_line_of_another_type_stays_of_that_type() -> None:
    assert written(_type="gate")["_type"] == "gate"
    assert written(_type="issue")["_type"] == written()["_type"] == "issue"


def test_labels_are_sorted_and_those_that_are_no_text_survive_beside_them() -> None:
    bead = read(labels=["b", 5, "a", "b", None])
    assert bead.labels == ("a", "b")
    assert bead_to_record(bead)["labels"] == ["a", "b", 5, None]


def test_metadata_that_a_table_dump_holds_as_text_is_read() -> None:
    assert read(metadata='{"owner": "team"}').metadata == {"owner": "team"}
    assert written(metadata='{"owner": "team"}')["metadata"] == {"owner": "team"}


def test_edges_are_sorted_said_once_and_those_that_cannot_be_read_survive() -> None:
    blocks = {"issue_id": "a-1", "depends_on_id": "a-3", "type": "blocks"}
    relates = {"issue_id": "a-1", "depends_on_id": "a-2", "type": "relates-to"}
    given_edges = [blocks, "a-9", {"type": "blocks"}, relates, blocks]
    bead = read(dependencies=given_edges)
    assert [edge.order for edge in bead.dependencies] == [("a-2", "relates-to"), ("a-3", "blocks")]
    assert bead_to_record(bead)["dependencies"] == [
        relates | {"metadata": "{}"},
        blocks | {"metadata": "{}"},
        "a-9",
        {"type": "blocks"},
    ]


def test_an_edge_keeps_its_metadata_its_thread_and_what_we_do_not_know() -> None:
    edge = {
        "issue_id": "a-1",
        "depends_on_id": "a-2",
        "type": "governed-by",
        "created_at": "2026-03-01T00:00:00Z",
        "created_by": "ada",
        "metadata": '{"k":1}',
        "thread_id": "t",
        "weight": 3,
    }
    assert written(dependencies=[edge])["dependencies"] == [edge]


@pytest.mark.parametrize(
    "oddity",
    [{"metadata": {"k": 1}}, {"created_at": 5}, {"thread_id": None}, {"issue_id": "a-7"}],
    ids=["metadata as an object", "a number for a time", "null", "the id of another bead"],
)
def test_an_odd_edge_belongs_to_its_bead_and_is_written_as_it_came(
    oddity: dict[str, object],
) -> None:
    edge = {"issue_id": "a-1", "depends_on_id": "a-2", "type": "blocks", "metadata": "{}"} | oddity
    bead = read(dependencies=[edge])
    assert bead.dependencies[0].pair == ("a-1", "a-2")
    assert bead_to_record(bead)["dependencies"] == [edge]


def test_an_edge_without_a_type_blocks_as_in_bd() -> None:
    assert read(dependencies=[{"depends_on_id": "a-2"}]).blockers() == ("a-2",)


def test_comments_keep_their_order_numbers_and_unknown_keys() -> None:
    second = {"id": "c2", "issue_id": "a-1", "author": "b", "text": "2", "created_at": "t"}
    odd = {"id": 7, "author": 5, "text": "1", "pinned": True}
    bead = read(comments=[second, odd, "no comment"])
    assert [(each.id, each.text) for each in bead.comments] == [("c2", "2"), ("7", "1")]
    assert bead_to_record(bead)["comments"] == [
        second,
        {"id": "7", "issue_id": "a-1", "author": 5, "text": "1", "created_at": "", "pinned": True},
        "no comment",
    ]


def test_a_record_is_written_in_bds_order_with_unknown_keys_last() -> None:
    bead = Bead(
        "a-1",
        "T",
        notes="N",
        pinned=True,
        labels=("b", "a"),
        metadata={"k": 1},
        dependencies=(Dependency("a-1", "a-2"),),
        extra={"z": 1, "c": 2, "started_at": "x", "spec_id": "y"},
        closed_at="t",
    )
    assert list(bead_to_record(bead)) == [
        *("_type", "id", "title", "notes", "spec_id", "status", "priority", "issue_type"),
        *("started_at", "closed_at", "metadata", "labels", "dependencies", "pinned", "c", "z"),
    ]


def test_the_version_moves_with_fields_labels_edges_and_unknown_keys_only() -> None:
    plain = {"title": "T", "labels": ["a", "b"]}
    here = bead_version(read(**plain))
    for change in ({"title": "U"}, {"labels": ["a"]}, {"x": 1}, {"metadata": {"k": 1}}):
        assert bead_version(read(**plain | change)) != here
    assert bead_version(read(**plain, dependencies=[{"depends_on_id": "a-2"}])) != here
    assert bead_version(read(**plain, comments=[{"text": "c"}])) == here
    assert bead_version(read(title="T", labels=["b", "a"], comment_count=1)) == here
    assert bead_version(None) == ABSENT


def exports(samples: Path) -> list[dict[str, object]]:
    lines = [
        json.loads(line)
        for path in sorted((samples / "jsonl").rglob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").split("\n")
        if line.strip()
    ]
    return [line for line in lines if "title" in line and "id" in line]


def test_published_exports_lose_nothing(samples: Path) -> None:
    seen = exports(samples)
    assert len(seen) > 2500
    for record in seen:
        bead = bead_from_record(record)
        again = bead_to_record(bead)
        assert bead_from_record(again) == bead
        assert lost(record, again) == []


def lost(record: Mapping[str, object], again: Mapping[str, object]) -> list[str]:
    """The keys of a record that another one does not say."""
    return [
        key
        for key, value in record.items()
        if key not in COUNTS and not _is_said(key, value, again)
    ]


def _is_said(key: str, value: object, record: Mapping[str, object]) -> bool:
    if key in KNOWN and value in (None, "", [], {}):
        return True
    if key not in KNOWN and key not in record:
        return (key, value) == ("_type", "issue")
    again = record.get(key)
    if key in FLAGS and isinstance(value, int):
        return bool(value) == bool(again) or value == again
    if key in LISTS and isinstance(value, list):
        items = _said_once(value) if key == "dependencies" else value
        return isinstance(again, list) and all(_is_listed(each, again) for each in items)
    if key == "metadata" and isinstance(value, str) and not isinstance(again, str):
        return (json.loads(value) or None) == again
    return again == value


def _said_once(edges: list[object]) -> list[object]:
    """The edges without those that a pair says again with the same type."""
    found: dict[object, object] = {}
    for place, edge in enumerate(edges):
        target = edge.get("depends_on_id") if isinstance(edge, dict) else None
        is_edge = isinstance(edge, dict) and isinstance(target, str) and target != ""
        kind = edge.get("type") if isinstance(edge, dict) else None
        key = (target, kind if isinstance(kind, str) and kind else "blocks") if is_edge else place
        found.setdefault(key, edge)
    return list(found.values())


def _is_listed(item: object, again: list[object]) -> bool:
    if not isinstance(item, dict):
        return item in again
    said = {key: value for key, value in item.items() if value != "" or key not in _SILENT}
    if type(item.get("id")) is int:  # older exports number comments; the text form is kept
        said["id"] = str(item["id"])
    return any(
        isinstance(each, dict) and all(key in each and each[key] == said[key] for key in said)
        for each in again
    )


_SILENT = frozenset(
    {*("issue_id", "type", "metadata", "created_at", "created_by", "thread_id"), "id"}
)


@pytest.mark.parametrize(
    "record",
    [
        {"x": 1},
        {"x": None},
        {"title": "T"},
        {"pinned": True},
        {"labels": ["a", 5]},
        {"metadata": '{"k": 1}'},
        {"dependencies": [{"depends_on_id": "a-2", "weight": 1}]},
        {"comments": [{"text": "c"}]},
    ],
    ids=repr,
)
def test_the_search_for_losses_finds_one(record: dict[str, object]) -> None:
    assert lost(record, {"labels": ["a"], "dependencies": [{"depends_on_id": "a-2"}]}) == [*record]
    assert lost(record, written(**record)) == []


def test_what_is_read_is_a_value_like_any_other() -> None:
    bead = read(title="T", dependencies=[{"depends_on_id": "a-2"}])
    edge = Dependency("a-1", "a-2")
    assert (type(bead), type(bead.dependencies[0])) == (Bead, Dependency)
    assert bead == Bead("a-1", "T", dependencies=(edge,))
    assert replace(bead, title="U").title == "U"
    for value, name in ((bead, "title"), (bead.dependencies[0], "type")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, "changed")
