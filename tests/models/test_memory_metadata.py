"""The metadata of a memory: written whole from a fresh read, nothing unknown and nothing lost."""

import json

import pytest
from hypothesis import given

from fabric.errors import InvalidMemory
from fabric.models.document import BadDocument
from fabric.models.document_reading import read_document
from fabric.models.fabric_object import fabric_object
from fabric.models.memory_metadata import (
    MemoryMetadata,
    updated_fabric,
    write_fabric,
)
from tests.models.records import json_values

SEED = {
    "memory_version": 1,
    "memory_strength": "hard",
    "domain": "memory-arch",
    "effective_date": "2026-03-02",
    "owner": "team",
    "supersedes": None,
    "superseded_by": None,
}
FULL = {
    "digest": "sha256:1",
    "proposed_by": {"name": "ada", "kind": "person"},
    "replaces": "m-0",
    "ratified_by": "bob",
    "ratified_at": "2026-03-02T09:00:00Z",
    "effective_until": "2026-03-09T09:00:00Z",
    "ended_recorded_at": "2026-03-09T09:00:00Z",
    "evidence": ["b-1"],
    "applies_to": {"paths": ["src/**"], "labels": ["api"], "issue_types": ["bug"]},
    "review_by": "2026-09-01",
    "lint_ignore": {"memory-evidence": "older than the tracker"},
    "value_digests": ["v1:1"],
    "reason": "over",
    "appeals": "m-9",
}


def test_the_seeds_shape_is_taken_with_keys_of_others() -> None:
    read = read_document(MemoryMetadata, {**SEED, "plan_refs": "docs/a.md", "fabric": FULL})
    assert read.beside == {"plan_refs": "docs/a.md"}
    assert read.fabric.ratified_by == "bob"
    assert read_document(MemoryMetadata, {**SEED, "supersedes": ["a", "b"]}).supersedes == [
        "a",
        "b",
    ]


def test_our_object_is_taken_where_a_tool_stored_it_as_text() -> None:
    read = read_document(MemoryMetadata, {**SEED, "fabric": json.dumps(FULL)})
    assert read.fabric.digest == "sha256:1"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"memory_version": 0}, "memory_version: Input should be greater"),
        ({"memory_version": "x"}, "memory_version: Input should be a valid integer"),
        ({"memory_strength": "firm"}, "memory_strength: Input should be 'hard' or 'soft'"),
        ({"domain": None}, "domain: Input should be a valid string"),
        ({"effective_date": "soon"}, "effective_date: a date like 2026-03-02"),
        ({"supersedes": 5}, "supersedes.str: Input should be a valid string"),
        ({"fabric": {"later": 1}}, "fabric.later: Extra inputs are not permitted"),
        ({"fabric": "garbage"}, "fabric: Input should be"),
    ],
)
def test_what_breaks_the_contract_is_named(change: dict[str, object], said: str) -> None:
    with pytest.raises(BadDocument) as refused:
        read_document(MemoryMetadata, {**SEED, **change})
    assert str(refused.value).startswith(said)


def test_a_missing_key_is_named() -> None:
    with pytest.raises(BadDocument) as refused:
        read_document(MemoryMetadata, {})
    assert str(refused.value) == "memory_version: Field required"


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ({"digest": "d"}, {"digest": "d"}),
        ('{"digest": "d"}', {"digest": "d"}),
        *((value, {}) for value in (None, "", "null", "[1]", "{", [1], 7, "[" * 10_000)),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_our_object_however_it_is_stored(value: object, read: dict[str, object]) -> None:
    assert fabric_object({"fabric": value}) == read
    assert fabric_object({}) == {}


@given(json_values)
def test_any_value_has_an_object_of_ours_or_none(value: object) -> None:
    assert isinstance(fabric_object({"fabric": value}), dict)


def test_our_object_is_written_whole_and_without_what_is_empty() -> None:
    assert write_fabric(FULL) == FULL
    assert write_fabric({}) == {}
    assert write_fabric({"evidence": [], "reason": None, "lint_ignore": {}}) == {}
    assert write_fabric({"applies_to": {"paths": ["a"], "labels": []}}) == {
        "applies_to": {"paths": ["a"]}
    }
    assert write_fabric({"applies_to": {"paths": []}}) == {}


def test_the_kind_of_who_proposed_is_always_written() -> None:
    assert write_fabric({"proposed_by": {"name": "ada"}}) == {
        "proposed_by": {"name": "ada", "kind": "person"}
    }


def test_an_update_keeps_what_is_there_and_takes_away_what_is_none() -> None:
    metadata = {"owner": "team", "fabric": {"digest": "d", "replaces": "m-0"}}
    assert updated_fabric(metadata, ratified_by="ada", replaces=None) == {
        "digest": "d",
        "ratified_by": "ada",
    }
    assert updated_fabric({"fabric": '{"digest": "d"}'}, reason="r") == {
        "digest": "d",
        "reason": "r",
    }
    assert metadata["fabric"] == {"digest": "d", "replaces": "m-0"}


@pytest.mark.parametrize("nothing", [None, "", "null", "{}", {}], ids=repr)
def test_an_update_of_nothing_starts_our_object(nothing: object) -> None:
    assert updated_fabric({"fabric": nothing}, reason="r") == {"reason": "r"}
    assert updated_fabric({}, reason="r") == {"reason": "r"}


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ({"fabric": {"later": 1}}, "later: Extra inputs are not permitted"),
        ({"fabric": {"applies_to": {"branches": ["x"]}}}, "applies_to.branches: Extra inputs"),
        ({"fabric": {"digest": 5}}, "digest: Input should be a valid string"),
        ({"fabric": [1]}, "metadata.fabric is no object"),
        ({"fabric": "garbage"}, "metadata.fabric is no object"),
    ],
    ids=["an unknown key", "one further in", "a wrong type", "a list", "a text"],
)
def test_an_update_refuses_to_write_over_what_it_does_not_know(
    metadata: dict[str, object], said: str
) -> None:
    with pytest.raises(InvalidMemory, match=said) as refused:
        updated_fabric(metadata, reason="r")
    assert refused.value.remedy
